import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  Query,
  type Queryable,
  Scalar,
  schema,
  view,
  where,
} from 'ngx-cache-query';
import { checkGraph, countDependents, sweepAll } from 'ngx-cache-query-internals';
import { watch } from '../../support/watch';

let keys = 0;
class Product extends Entity {
  static override readonly key: string = 'Product';
  readonly id: number = 0;
  readonly name: string = '';
  readonly price: number = 0;
  override pk() {
    keys++;
    return this.id;
  }
}
const productIn = new Scalar(Product, {
  lens: ({ currency }: { currency: string }) => currency,
  fields: ['price'],
});
const all = new schema.All(Product);
const products = productIn.of(all);
const pricesIn = (currency: string) => [productIn.at({ currency }).columns];
const inGroup = new Query(
  products,
  view(where(({ id }: Product, { group }: { group: number }) => id % 40 === group % 40)),
);
const sorted = new Query(all, (list, { by }: { by: 'id' | 'name' }) =>
  [...list].sort((a, b) => (a[by] < b[by] ? -1 : 1)),
);
sorted.key = ({ by }) => by;
const sortedIn = productIn.of(sorted);

let cache: CacheService;
/** Returns what the list of a lens shows now, and what a cache without history shows of the same data. */
const shown = (list = cache.get(products, { currency: 'EUR' })) =>
  list?.map(({ id, name, price }) => `${id} ${name} ${price}`);
const readers = (id: number, currency = 'EUR') =>
  countDependents(cache, productIn.values.rows, productIn.values.keyOf(id, currency));
const select = (queryable: Queryable, args: object) =>
  watch(cache.select(queryable as typeof products, args as { currency: string }));

describe('R6 R13 the list of a lens', () => {
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(
      [Product],
      Array.from({ length: 100 }, (_, id) => ({ id, name: `N${id}` })),
    );
    cache.set(pricesIn('EUR'), [
      { id: 1, price: 10 },
      { id: 2, price: 20 },
    ]);
  });

  it('is made once for all arguments with the same lens', () => {
    for (let group = 0; group < 20; group++) {
      select(inGroup, { currency: 'EUR', group }).subscription.unsubscribe();
      cache.get(products, { currency: 'EUR', group } as { currency: string });
    }
    expect([readers(1), readers(2, 'USD')]).toEqual([1, 0]);
    const lists = [1, 2].map((group) => cache.get(products, { currency: 'EUR', group } as never));
    expect(lists[0]).toBe(lists[1]);
  });

  it('is edited item by item', () => {
    const seen = select(products, { currency: 'EUR' });
    const before = seen.last!;
    keys = 0;
    cache.set(pricesIn('EUR'), [{ id: 2, price: 21 }]);
    cache.set(pricesIn('EUR'), [{ id: 3, price: 30 }]);
    cache.set(Product, { id: 50, name: 'Other' });
    expect(keys).toBeLessThan(10);
    expect(seen.values.length).toBe(4);
    const changed = seen.last!.filter((item, i) => item !== before[i]);
    expect(shown(changed)).toEqual(['2 N2 21', '3 N3 30', '50 Other 0']);
    checkGraph(cache);
  });
});
