import { Entity, schema } from 'ngx-cache-query';
import { Order } from './order.types.spec';
import { Product } from './product.types.spec';

export class Customer extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly orders: readonly Order[] = [];
  readonly favourites: Readonly<Record<string, Product>> = {};
  static override readonly key: string = 'Customer';
  static override get schema() {
    return { orders: [Order], favourites: new schema.Values(Product) };
  }
}
