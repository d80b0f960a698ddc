import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, Scalar, schema, view, where } from 'ngx-cache-query';
import { checkGraph, countDependents, sweepAll } from 'ngx-cache-query-internals';
import { arrive, setUpRetained } from '../../support/retained';
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
class Unrelated extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
const productIn = new Scalar(Product, {
  lens: ({ currency }: { currency?: string }) => currency,
  fields: ['price'],
});
const all = new schema.All(Product);
const products = productIn.of(all);
const inEuro = productIn.at({ currency: 'EUR' }).columns;
interface Group {
  currency: string;
  group: number;
}
const inGroup = new Query(
  products,
  view(where(({ id }, { group }: Group) => id % 40 === group % 40)),
);

let cache: CacheService;
const labels = (list: readonly Product[] | undefined) =>
  list?.map(({ id, name, price }) => `${id} ${name} ${price}`);
/** Returns how many nodes depend on the values of a product. */
const readers = (id: number, currency = 'EUR') =>
  countDependents(cache, productIn.values.rows, productIn.values.keyOf(id, currency));

describe('R6 R8 R13 the list of a lens', () => {
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(
      [Product],
      Array.from({ length: 100 }, (_, id) => ({ id, name: `N${id}` })),
    );
    cache.set(
      [inEuro],
      [
        { id: 1, price: 10 },
        { id: 2, price: 20 },
      ],
    );
  });

  it('is made once for all arguments with the same lens', () => {
    for (let group = 0; group < 20; group++) {
      watch(cache.select(inGroup, { currency: 'EUR', group })).subscription.unsubscribe();
    }
    expect([readers(1), readers(1, 'USD')]).toEqual([1, 0]);
    const [one, two] = [1, 2].map((group) => {
      const args = { currency: 'EUR', group };
      return cache.get(products, args);
    });
    expect(one).toBe(two);
    cache.get(products, { currency: 'USD' });
    expect([readers(1), readers(1, 'USD')]).toEqual([1, 1]);
    sweepAll(cache);
    expect([readers(1), readers(1, 'USD')]).toEqual([0, 0]);
  });

  it('is made for each key of the Query that it reads', () => {
    const sorted = new Query(all, (list, { by }: { by: 'id' | 'name' }) =>
      [...list].sort((a, b) => (a[by] < b[by] ? -1 : 1)),
    );
    sorted.key = ({ by }) => by;
    const sortedIn = productIn.of(sorted);
    for (let group = 0; group < 20; group++) {
      const args = { currency: 'EUR', by: group % 2 ? 'id' : 'name', group } as const;
      watch(cache.select(sortedIn, args)).subscription.unsubscribe();
    }
    expect(readers(1)).toBe(2);
    expect(labels(cache.get(sortedIn, { currency: 'EUR', by: 'name' })?.slice(0, 3))).toEqual([
      '0 N0 0',
      '1 N1 10',
      '10 N10 0',
    ]);
  });

  it('is edited item by item', () => {
    const seen = watch(cache.select(products, { currency: 'EUR' }));
    const before = seen.last!;
    keys = 0;
    cache.set(inEuro, { id: 2, price: 21 });
    cache.set(inEuro, { id: 3, price: 30 });
    cache.set(Product, { id: 50, name: 'Other' });
    expect(labels(seen.last!.filter((item) => !before.includes(item)))).toEqual([
      '2 N2 21',
      '3 N3 30',
      '50 Other 0',
    ]);
    cache.delete(Product, 4);
    cache.set(Product, { id: 100, name: 'New' });
    expect(keys).toBeLessThan(20);
    expect([seen.values.length, seen.last!.length]).toEqual([6, 100]);
    expect(readers(4)).toBe(0);
    checkGraph(cache);
  });

  it('keeps its reference when a batch throws, and follows the changes after it', () => {
    const seen = watch(cache.select(products, { currency: 'EUR' }));
    const run = () =>
      cache.batch(() => {
        cache.delete(Product, 0);
        cache.set(inEuro, { id: 2, price: 21 });
        expect(labels(cache.get(products, { currency: 'EUR' })?.slice(0, 2))).toEqual([
          '1 N1 10',
          '2 N2 21',
        ]);
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    expect(seen.values.length).toBe(1);
    expect(cache.get(products, { currency: 'EUR' })).toBe(seen.last);
    cache.set(inEuro, { id: 2, price: 22 });
    expect(labels(seen.last?.slice(0, 3))).toEqual(['0 N0 0', '1 N1 10', '2 N2 22']);
    checkGraph(cache);
  });

  it('shows an entity twice if its list does, and follows it when it is there once', () => {
    let double = true;
    const twice = new Query(all, (list, { times }: { times: number }) =>
      list.flatMap((item) => (double && item.id === 1 ? Array<Product>(times).fill(item) : [item])),
    );
    const seen = watch(cache.select(productIn.of(twice), { currency: 'EUR', times: 2 }));
    expect(labels(seen.last?.slice(0, 3))).toEqual(['0 N0 0', '1 N1 10', '1 N1 10']);
    double = false;
    cache.set(Product, { id: 9, name: 'Other' });
    cache.set(inEuro, { id: 1, price: 11 });
    expect(labels(seen.last?.slice(0, 3))).toEqual(['0 N0 0', '1 N1 11', '2 N2 20']);
    expect(seen.values.length).toBe(3);
  });

  it('is the list itself without a lens', () => {
    expect(cache.get(products, {})).toBe(cache.get(all));
  });
});

describe('R13 the list of a lens with withRetention', () => {
  it('keeps the values that it shows from eviction', () => {
    const { cache: retained, clock, held } = setUpRetained({ time: 100_000 });
    arrive(retained, [Product], [{ id: 1 }, { id: 2 }]);
    arrive(retained, [inEuro], [{ id: 1, price: 1 }]);
    const pass = () => {
      for (let n = 0; n < 40; n++) {
        clock.pass(25_000);
        retained.set(Unrelated, { id: 1, name: `${n}` });
      }
      return held('Scalar of Product');
    };
    const { subscription } = watch(retained.select(products, { currency: 'EUR' }));
    expect(pass()).toEqual(['1 EUR']);
    subscription.unsubscribe();
    expect(pass()).toEqual([]);
  });
});
