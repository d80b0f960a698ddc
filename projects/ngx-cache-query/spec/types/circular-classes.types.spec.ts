import {
  type CacheService,
  type Denormalize,
  Endpoint,
  Entity,
  EntityMixin,
  type FieldsOf,
  Query,
  ref,
  schema,
} from 'ngx-cache-query';
import { type Observable, of } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { Customer } from './circular/customer.types.spec';
import { Order } from './circular/order.types.spec';
import { Product } from './circular/product.types.spec';

declare const cache: CacheService;

describe('three classes in three files that contain each other', () => {
  it('are read with their types', () => {
    const one$ = cache.select(Order, 1);
    const all = cache.get(new schema.All(Order));
    const names = cache.get(
      new Query(new schema.All(Order), (orders, { over }: { over: number }) =>
        orders.filter((order) => order.total > over).map((order) => order.customer?.name),
      ),
      { over: 5 },
    );
    const favourite = cache.get(Customer, 1)?.favourites['tea'].lastBuyer;
    const both = cache.get({ order: Order, customer: Customer }, 1);
    const byIndex = cache.get(Order, { total: 5 });
    type Results = [
      Expect<Equal<typeof one$, Observable<Order | undefined>>>,
      Expect<Equal<typeof all, Order[] | undefined>>,
      Expect<Equal<typeof names, (string | undefined)[] | undefined>>,
      Expect<Equal<typeof favourite, Customer | Order | undefined>>,
      Expect<
        Equal<typeof both, { order: Order | undefined; customer: Customer | undefined } | undefined>
      >,
      Expect<Equal<typeof byIndex, Order | undefined>>,
    ];
    // @ts-expect-error there is no such field
    cache.get(Order, { totl: 5 });
    // @ts-expect-error it is not a key
    cache.get(Order, true);
  });

  it('have schemas with their types', () => {
    type Results = [
      Expect<
        Equal<
          Denormalize<typeof Order.schema>,
          { customer: Customer; lines: { product: Product }[]; placedAt: Date }
        >
      >,
      Expect<
        Equal<
          Denormalize<typeof Customer.schema>,
          { orders: Order[]; favourites: Record<string, Product> }
        >
      >,
      Expect<Equal<Denormalize<typeof Product.schema.lastBuyer>, Customer | Order>>,
      Expect<Equal<Denormalize<typeof Order>, Order>>,
    ];
    const later = cache.get(Product.schema.orders, [1, 2]);
    const buyer = cache.get(Product.schema.lastBuyer, 5);
    type Read = [
      Expect<Equal<typeof later, Order[] | undefined>>,
      Expect<Equal<typeof buyer, Customer | Order | undefined>>,
    ];
    // @ts-expect-error the keys are an array
    cache.get(Product.schema.orders, 1);
  });

  it('are written by key, by fields or as an entity, at any depth', () => {
    cache.set(Order, { id: 1, customer: 5 });
    cache.set(Order, { id: 1, customer: Customer.fromJS({ id: 5 }), placedAt: '2026-01-31' });
    cache.set(Order, { id: 1, customer: { id: 5, orders: [1, { id: 2, customer: 5 }] } });
    cache.set(Order, { id: 1, lines: [{ product: 'tea', count: 1 }] });
    cache.set(Customer, { id: 5, favourites: { tea: 'tea', milk: { id: 'milk' } } });
    cache.set(Product, { id: 'tea', lastBuyer: 5, orders: [1, 2] });
    cache.set(Order, 1, (order) => ({ total: order.total + 1, customer: 6 }));
    // @ts-expect-error there is no such field, two relations away
    cache.set(Order, { id: 1, customer: { id: 5, orders: [{ id: 2, totl: 5 }] } });
    // @ts-expect-error it has another type, two relations away
    cache.set(Order, { id: 1, customer: { id: 5, orders: [{ id: 2, total: '5' }] } });
    // @ts-expect-error it is not a key
    cache.set(Order, { id: 1, customer: true });
    // @ts-expect-error it is not a list
    cache.set(Customer, { id: 5, orders: 1 });
    // @ts-expect-error the deserializer creates the Date
    cache.set(Order, { id: 1, placedAt: new Date() });
    // @ts-expect-error the result of the updater has another type
    cache.set(Order, 1, () => ({ customer: true }));
  });

  it('take the raw value of a deserializer in a relation', () => {
    cache.set(Customer, { id: 5, orders: [{ id: 1, placedAt: '2026-01-31' }] });
    // @ts-expect-error the deserializer creates the Date
    cache.set(Customer, { id: 5, orders: [{ id: 1, placedAt: new Date() }] });
  });

  it('have the keys of their relations', () => {
    const customer = ref(Order.fromJS({}), 'customer');
    const orders = ref(Customer.fromJS({}), 'orders');
    type Results = [
      Expect<Equal<typeof customer, string | undefined>>,
      Expect<Equal<typeof orders, string[] | undefined>>,
    ];
    // @ts-expect-error there is no such field
    ref(Order.fromJS({}), 'buyer');
  });

  it('are schemas of endpoints', () => {
    const getOrders = new Endpoint({
      load: (page: number) => of([{ id: page }]),
      schema: { data: [Order], next: 0 },
    });
    const page = cache.get(getOrders, 1);
    type Result = Expect<Equal<typeof page, { data: Order[]; next: number } | undefined>>;
    // @ts-expect-error the argument has another type
    cache.get(getOrders, '1');
  });
});

describe('two classes that contain each other', () => {
  it('may use every schema class', () => {
    class Left extends Entity {
      readonly id: number = 0;
      readonly one: Right | undefined = undefined;
      readonly union: Left | Right | undefined = undefined;
      readonly lazy: number = 0;
      readonly all: readonly Right[] = [];
      readonly array: readonly (Left | Right)[] = [];
      readonly values: Readonly<Record<string, Right>> = {};
      readonly object: { readonly right: Right | undefined; readonly total: number } = {
        right: undefined,
        total: 0,
      };
      static override get schema() {
        return {
          one: Right,
          union: new schema.Union({ left: Left, right: Right }, (item) =>
            item.id > 5 ? 'left' : 'right',
          ),
          lazy: new schema.Lazy(() => Right),
          all: new schema.All(Right),
          array: new schema.Array({ left: Left, right: Right }, 'type'),
          values: new schema.Values(Right),
          object: new schema.Object({ right: Right, total: 0 }),
        };
      }
    }
    class Right extends Entity {
      readonly id: number = 0;
      readonly lefts: Readonly<Record<string, readonly Left[]>> = {};
      readonly any: Left | Right | undefined = undefined;
      readonly feed: readonly (Left | Right)[] = [];
      static override get schema() {
        return {
          lefts: new schema.Values([Left]),
          any: Left.schema.union,
          feed: new schema.All({ left: Left, right: Right }, 'type'),
        };
      }
    }
    const all = cache.get(Left.schema.all);
    const feed = cache.get(Right.schema.feed);
    const lazy = cache.get(Left.schema.lazy, 5);
    type Results = [
      Expect<Equal<typeof all, Right[] | undefined>>,
      Expect<Equal<typeof feed, (Left | Right)[] | undefined>>,
      Expect<Equal<typeof lazy, Right | undefined>>,
      Expect<Equal<Denormalize<typeof Right.schema.lefts>, Record<string, Left[]>>>,
      Expect<Equal<Denormalize<typeof Right.schema.any>, Left | Right>>,
      Expect<Equal<Denormalize<typeof Left.schema.object>, { right: Right; total: number }>>,
      Expect<Equal<Denormalize<typeof Left.schema.array>, (Left | Right)[]>>,
    ];
    cache.set(Left, { id: 1, one: 5, union: { id: 5 }, all: [1], object: { right: 5, total: 1 } });
    cache.set(Right, { id: 1, lefts: { a: [1, { id: 2, one: 5 }] } });
    // @ts-expect-error it has another type
    cache.set(Left, { id: 1, object: { right: 5, total: '1' } });
    // @ts-expect-error there is no such field
    cache.set(Right, { id: 1, lefts: { a: [{ idd: 2 }] } });
  });

  it('may need no getter in the class that is declared last', () => {
    class Author extends Entity {
      readonly id: number = 0;
      readonly books: Readonly<Record<string, Book>> = {};
      static override get schema() {
        return { books: new schema.Values(Book) };
      }
    }
    class Book extends Entity {
      readonly id: number = 0;
      readonly author: Author | undefined = undefined;
      readonly sequels: readonly Book[] = [];
      static override readonly schema = { author: Author, sequels: new schema.Array(Book) };
    }
    const author = cache.get(Book, 1)?.sequels[0].author?.books['a'].author;
    type Result = Expect<Equal<typeof author, Author | undefined>>;
    cache.set(Book, { id: 1, author: { id: 5, books: { a: 1 } }, sequels: [2] });
  });

  it('may have queries, endpoints, methods and fields whose types are inferred', () => {
    class Invoice extends Entity {
      readonly id: number = 0;
      readonly sum: number = 0;
      readonly client = Client.fromJS({});
      static readonly of = new Query(
        new schema.All(Invoice),
        (invoices, { client }: { client: number }) =>
          invoices.filter((invoice) => invoice.client.id === client),
      );
      static readonly load = new Endpoint({ load: (id: number) => of({ id }), schema: Invoice });
      static override get schema() {
        return { client: Client };
      }
      override pk() {
        return `${this.client.pk()}-${this.id}`;
      }
      others() {
        return cache.get(Invoice.of, { client: this.client.id });
      }
      pay() {
        return cache.set(Invoice, { id: this.id, sum: 0 });
      }
    }
    class Client extends Entity {
      readonly id: number = 0;
      readonly invoices: readonly Invoice[] = [];
      static override get schema() {
        return { invoices: new schema.Array(Invoice) };
      }
      get total() {
        return this.invoices.reduce((sum, invoice) => sum + invoice.sum, 0);
      }
      first() {
        return this.invoices[0].others()?.[0].client;
      }
    }
    const first = cache.get(Client, 1)?.first();
    const last = cache.get(Invoice.load, 1)?.client.total;
    type Results = [
      Expect<Equal<typeof first, Client | undefined>>,
      Expect<Equal<typeof last, number | undefined>>,
    ];
    // @ts-expect-error the argument has another type
    cache.get(Invoice.of, { client: 'a' });
    // @ts-expect-error an accessor has no such type
    cache.set(Client, { id: 1, total: '5' });
  });

  it('may extend a class that has relations, too', () => {
    abstract class Document extends Entity {
      readonly id: number = 0;
      readonly owner: Person | undefined = undefined;
      static override get schema() {
        return { owner: Person };
      }
    }
    class Letter extends Document {
      readonly to: Person | undefined = undefined;
      static override get schema() {
        return { ...super.schema, to: Person };
      }
    }
    class Memo extends Document {
      readonly letters: readonly Letter[] = [];
      static override get schema() {
        return { ...Document.schema, letters: new schema.All(Letter) };
      }
    }
    class Person extends Entity {
      readonly id: number = 0;
      readonly latest: Letter | Memo | undefined = undefined;
      static override get schema() {
        return { latest: new schema.Union({ letter: Letter, memo: Memo }, 'type') };
      }
    }
    const latest = cache.get(Person.schema.latest, 1);
    type Results = [
      Expect<Equal<typeof latest, Letter | Memo | undefined>>,
      Expect<Equal<Denormalize<typeof Letter.schema>, { owner: Person; to: Person }>>,
    ];
    cache.set(Letter, { id: 1, owner: 5, to: { id: 6, latest: 1 } });
    // @ts-expect-error it is not a key
    cache.set(Letter, { id: 1, owner: true });
    // @ts-expect-error an abstract class makes no entities
    new schema.All(Document);
  });

  it('may be made of models', () => {
    class Room {
      id = 0;
      beds: Bed[] = [];
    }
    class Bed {
      id = 0;
      room: Room | undefined = undefined;
    }
    class RoomEntity extends EntityMixin(Room, { key: 'Room' }) {
      static override get schema() {
        return { beds: [BedEntity] };
      }
    }
    class BedEntity extends EntityMixin(Bed, { key: 'Bed' }) {
      static override get schema() {
        return { room: RoomEntity, all: new schema.Values(RoomEntity) };
      }
    }
    const room = cache.get(RoomEntity, 1)?.beds[0].room;
    type Results = [
      Expect<Equal<typeof room, Room | undefined>>,
      Expect<Equal<Denormalize<typeof BedEntity.schema.all>, Record<string, RoomEntity>>>,
    ];
  });
});

describe('a class that contains itself', () => {
  it('may use every schema class', () => {
    class Node extends Entity {
      readonly id: number = 0;
      readonly name: string = '';
      readonly parent: Node | undefined = undefined;
      readonly children: readonly Node[] = [];
      readonly byName: Readonly<Record<string, Node>> = {};
      readonly all: readonly Node[] = [];
      readonly next: Node | undefined = undefined;
      readonly far: number = 0;
      static override readonly schema = {
        parent: Node,
        children: new schema.Array(Node),
        byName: new schema.Values(Node),
        all: new schema.All(Node),
        next: new schema.Union({ node: Node }, 'type'),
        far: new schema.Lazy(() => Node),
      };
    }
    const next = cache.get(Node.schema.next, 1);
    type Results = [
      Expect<Equal<typeof next, Node | undefined>>,
      Expect<Equal<Denormalize<typeof Node.schema.byName>, Record<string, Node>>>,
    ];
    cache.set(Node, { id: 1, parent: { id: 2, children: [{ id: 3 }] }, byName: { a: 1 } });
    // @ts-expect-error there is no such field, two relations away
    cache.set(Node, { id: 1, parent: { id: 2, parent: { nmae: 'root' } } });
  });
});

describe('a class with a wrong schema', () => {
  it('does not compile', () => {
    abstract class Shape extends Entity {}
    class Plain {}
    // @ts-expect-error an instance is not a schema
    class Instance extends Entity {
      static override readonly schema = { customer: Customer.fromJS({}) };
    }
    // @ts-expect-error a class that is no Entity class is not a schema
    class Other extends Entity {
      static override get schema() {
        return { plain: Plain };
      }
    }
    // @ts-expect-error an abstract class makes no entities
    class Abstract extends Entity {
      static override get schema() {
        return { shape: [Shape] };
      }
    }
    // @ts-expect-error a schema names its fields
    class Unnamed extends Entity {
      static override readonly schema = Customer;
    }
    // @ts-expect-error it is not an Entity class
    new schema.Values(Plain);
    class Similar {
      readonly id: number = 0;
      static fromJS = Entity.fromJS;
      pk() {
        return this.id;
      }
    }
    // @ts-expect-error a class with the members of an entity is not an Entity class
    cache.get(Similar, 1);
  });
});

describe('FieldsOf', () => {
  it('may be used in generic code', () => {
    const save = <C extends typeof Customer | typeof Order>(type: C, fields: FieldsOf<C>) => {
      cache.set(type, fields);
    };
    save(Order, { id: 1, customer: 5 });
    // @ts-expect-error there is no such field
    save(Order, { id: 1, costumer: 5 });
    const fields: FieldsOf<typeof Customer> = { id: 5, orders: [1] };
    void fields;
  });
});
