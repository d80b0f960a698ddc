// The entities and endpoints of this library.
import {
  Collection,
  Entity,
  optimistic,
  RestEndpoint,
  restEndpoints,
  schema,
  typed,
  validateRequired,
} from 'ngx-cache-query';
import { type Filter, type NewOrder, type Stats, type Status } from '../contract';

class CustomerEntity extends Entity {
  static override readonly key: string = 'Customer';
  readonly id: number = 0;
  readonly name: string = '';
  readonly city: string = '';
}

class ProductEntity extends Entity {
  static override readonly key: string = 'Product';
  readonly id: number = 0;
  readonly name: string = '';
  readonly price: number = 0;
}

class LineEntity extends Entity {
  static override readonly key: string = 'OrderLine';
  readonly id: string = '';
  readonly quantity: number = 0;
  readonly product: ProductEntity = ProductEntity.fromJS({});
  static override readonly schema = { product: ProductEntity };
}

class SummaryEntity extends Entity {
  static override readonly key: string = 'Order';
  readonly id: number = 0;
  readonly title: string = '';
  readonly note: string = '';
  readonly status: Status = 'new';
  readonly total: number = 0;
  readonly customer: CustomerEntity = CustomerEntity.fromJS({});
  static override readonly schema = { customer: CustomerEntity };
}

/** Lists do not contain the lines. An order without them is loaded when its detail opens. */
class OrderEntity extends SummaryEntity {
  static override readonly key: string = 'Order';
  readonly lines: readonly LineEntity[] = [];
  static override readonly schema = { customer: CustomerEntity, lines: [LineEntity] };
  static override validate(row: Readonly<Record<string, unknown>>) {
    return validateRequired(row, this);
  }
}

const orderList = new Collection([SummaryEntity], {
  filter: ({ title, status }, args) => {
    const { status: wanted, search } = args as Partial<Filter>;
    const isFound = (title ?? '').toLowerCase().includes((search ?? '').toLowerCase());
    return isFound && (wanted === undefined || status === wanted);
  },
});

export const getStats = new RestEndpoint({
  path: '/stats',
  schema: { new: 0, packed: 0, shipped: 0, done: 0 },
  process: (counts: Stats) => counts,
});

export const getOrder = new RestEndpoint({ path: '/orders/:id', schema: OrderEntity });

/** The lists of the board, which are complete. */
const orders = restEndpoints({
  path: '/orders/:id',
  schema: SummaryEntity,
  searchParams: typed<{ status: Status }>(),
  body: typed<NewOrder>(),
  optimistic,
}).extend(({ getList }) => ({
  getList: getList.extend({ schema: { items: orderList, total: 0 } }),
}));

export const getColumn = orders.getList;

/** The pages of the table. */
export const getPage = new RestEndpoint({
  path: '/orders',
  searchParams: typed<Filter>(),
  schema: { items: orderList, total: 0 },
});

const refetches = [getStats];
export const createOrder = getColumn.unshift.extend({ refetches });
export const moveOrder = getColumn.move.extend({ refetches });
export const deleteOrder = orders.delete.extend({ refetches });
export const editOrder = orders.partialUpdate;

export const customers = restEndpoints({
  path: '/customers/:id',
  schema: CustomerEntity,
  optimistic,
});

/** The messages of the event stream. */
export const message = {
  created: orderList.unshift,
  saved: orderList.move,
  deleted: new schema.Invalidate(SummaryEntity),
};

export const createSession = new RestEndpoint({
  path: '/session',
  method: 'POST',
  body: typed<{ name: string }>(),
  process: (response: { token: string }) => response,
});

export const endSession = new RestEndpoint({ path: '/session', method: 'DELETE' });
