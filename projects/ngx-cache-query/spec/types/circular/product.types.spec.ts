import { Entity, schema } from 'ngx-cache-query';
import { Customer } from './customer.types.spec';
import { Order } from './order.types.spec';

export class Product extends Entity {
  readonly id: string = '';
  readonly lastBuyer: Customer | Order | undefined = undefined;
  readonly orders: readonly number[] = [];
  static override readonly key: string = 'Product';
  static override get schema() {
    return {
      lastBuyer: new schema.Union({ customer: Customer, order: Order }, 'type'),
      orders: new schema.Lazy(() => [Order]),
    };
  }
}
