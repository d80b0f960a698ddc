import { Entity } from 'ngx-cache-query';
import { Customer } from './customer.types.spec';
import { Product } from './product.types.spec';

export class Order extends Entity {
  readonly id: number = 0;
  readonly total: number = 0;
  readonly customer: Customer | undefined = undefined;
  readonly lines: readonly { readonly product: Product | undefined; readonly count: number }[] = [];
  readonly placedAt: Date = new Date(0);
  static override readonly key: string = 'Order';
  static override get schema() {
    return {
      customer: Customer,
      lines: [{ product: Product }],
      placedAt: (iso: string) => new Date(iso),
    };
  }
}
