import { TestBed } from '@angular/core/testing';
import {
  averageOf,
  CacheService,
  countRows,
  distinctRows,
  Entity,
  groupRows,
  join,
  limit,
  mapRows,
  maxOf,
  minOf,
  orderBy,
  Query,
  schema,
  sumOf,
  view,
  where,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

interface Thing {
  readonly name: string;
  readonly value?: number | null;
}

const things = (...values: readonly (number | null | undefined)[]): Thing[] =>
  values.map((value, i) => ({ name: `t${i}`, value }));
const valuesOf = (list: readonly Thing[]) => list.map(({ value }) => value);

describe('R8 steps of a view, called with a list', () => {
  it('orderBy puts NaN, null and undefined last in both directions, and is stable', () => {
    const mixed = things(undefined, 2, NaN, null, -Infinity, 1, Infinity);
    const tail = [NaN, null, undefined];
    expect(valuesOf(view(orderBy<Thing>('value'))(mixed))).toEqual(
      [-Infinity, 1, 2, Infinity].concat(tail as never),
    );
    expect(valuesOf(view(orderBy<Thing>('value', 'desc'))(mixed))).toEqual(
      [Infinity, 2, 1, -Infinity].concat(tail as never),
    );
    const equals = things(1, 0, 1, 0);
    const named = view(orderBy<Thing>('value', 'desc'))(equals).map(({ name }) => name);
    expect(named).toEqual(['t0', 't2', 't1', 't3']);
  });

  it('orderBy compares by code unit, by a Collator, by a comparator', () => {
    const words = ['b', 'a', 'B', 'ä', 'A'].map((name) => ({ name }));
    const by = (...how: [] | [never]) =>
      view(orderBy<Thing>('name', ...how))(words)
        .map(({ name }) => name)
        .join('');
    expect(by()).toBe('ABabä');
    expect(by(new Intl.Collator('de') as never)).toBe('aAäbB');
    expect(by(((a: string, b: string) => b.charCodeAt(0) - a.charCodeAt(0)) as never)).toBe(
      'äbaBA',
    );
  });

  it('orderBy takes several keys, selectors and the arguments', () => {
    const list = [
      { team: 'b', name: 'x', size: 1 },
      { team: 'a', name: 'y', size: 1 },
      { team: 'a', name: 'z', size: 2 },
    ];
    type One = (typeof list)[number];
    const names = (result: readonly One[]) => result.map(({ name }) => name).join('');
    expect(names(view(orderBy<One>('team', 'asc', 'size', 'desc'))(list))).toBe('zyx');
    const chosen = view(orderBy((one: One, key: keyof One) => one[key], 'desc'));
    expect(names(chosen(list, 'name'))).toBe('zyx');
    expect(names(view(orderBy<One>('name', 'desc'), orderBy('size'))(list))).toBe('yxz');
  });

  it('limit counts from an offset, and treats negative numbers as 0', () => {
    const list = things(0, 1, 2, 3, 4);
    const page = view(
      limit<Thing, [{ page: number }]>(2, ({ page: number }: { page: number }) => 2 * number),
    );
    expect(valuesOf(page(list, { page: 0 }))).toEqual([0, 1]);
    expect(valuesOf(page(list, { page: 2 }))).toEqual([4]);
    expect(valuesOf(view(limit<Thing>(-1))(list))).toEqual([]);
    expect(valuesOf(view(limit<Thing>(2, -3))(list))).toEqual([0, 1]);
  });

  it('sum, average, min and max are exact, and are defined for no values', () => {
    const all = (list: readonly Thing[]) => [
      view(sumOf(({ value }: Thing) => value))(list),
      view(averageOf(({ value }: Thing) => value))(list),
      view(minOf(({ value }: Thing) => value))(list),
      view(maxOf(({ value }: Thing) => value))(list),
      view(countRows())(list),
    ];
    expect(all([])).toEqual([0, undefined, undefined, undefined, 0]);
    expect(all(things(null, undefined))).toEqual([0, undefined, undefined, undefined, 2]);
    expect(all(things(0.1, 0.2, 0.3, null))).toEqual([0.6, 0.19999999999999998, 0.1, 0.3, 4]);
    expect(all(things(1e308, 1e308, -1e308))).toEqual([1e308, 1e308 / 3, -1e308, 1e308, 3]);
    expect(all(things(NaN, 1))).toEqual([NaN, NaN, 1, 1, 2]);
    expect(Object.is(view(sumOf(({ value }: Thing) => value))(things(-0)), 0)).toBe(true);
  });

  it('distinct keeps the first, and groupBy keeps the order in which values occur', () => {
    const list = things(2, 1, 2, 3, 1);
    expect(view(distinctRows<Thing>('value'))(list).map(({ name }) => name)).toEqual([
      't0',
      't1',
      't3',
    ]);
    const groups = view(groupRows(({ value }: Thing) => value))(list);
    expect([...groups].map(([key, { length }]) => [key, length])).toEqual([
      [2, 2],
      [1, 2],
      [3, 1],
    ]);
    const sums = view(
      groupRows(({ value }: Thing) => value),
      sumOf('value'),
    )(list);
    expect([...sums]).toEqual([
      [2, 4],
      [1, 2],
      [3, 3],
    ]);
  });

  it('apply to each group after groupRows', () => {
    const list = things(3, 1, 2, 4);
    const odd = view(
      groupRows(({ value }: Thing) => value! % 2 === 1),
      orderBy('value'),
      limit(1),
    )(list);
    expect([...odd].map(([key, group]) => [key, valuesOf(group)])).toEqual([
      [true, [1]],
      [false, [2]],
    ]);
    const least = view(
      groupRows(({ value }: Thing) => value! % 2 === 1),
      minOf('value'),
    )(list);
    expect([...least.values()]).toEqual([1, 2]);
  });

  it('are refused without a list, and outside a view', () => {
    const step = where((owner: Owner) => owner.id > 0);
    expect(() => new Query(new schema.All(Owner), step as never)).toThrowError(/NCQ3004/);
    const cache = TestBed.inject(CacheService);
    cache.set(Owner, { id: 1 });
    const ofOne = new Query(Owner, view(countRows()) as never);
    expect(() => cache.get(ofOne, 1)).toThrowError(/NCQ3004/);
    const ofJoin = new Query({ owners: new schema.All(Owner) }, view(countRows()) as never);
    expect(watch(cache.select(ofJoin)).errors.map(String)[0]).toContain('NCQ3004');
  });

  it('a join needs a cache', () => {
    const joined = view(join<Thing, typeof Owner>(new schema.All(Owner), 'name'));
    expect(() => joined([])).toThrowError(/NCQ3003/);
  });
});

class Owner extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

class Pet extends Entity {
  readonly id: number = 0;
  readonly kind: string = '';
  readonly ownerId: number = 0;
}

describe('R8 incrementally maintained steps of a view', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('groupBy keeps the list of each unchanged group, and orders groups by their first entity', () => {
    const byKind = new Query(new schema.All(Pet), view(groupRows('kind')));
    cache.set(
      [Pet],
      [
        { id: 1, kind: 'cat' },
        { id: 2, kind: 'dog' },
        { id: 3, kind: 'cat' },
      ],
    );
    const seen = watch(cache.select(byKind));
    const first = seen.values[0]!;
    cache.set(Pet, { id: 2, ownerId: 5 });
    const second = seen.values[1]!;
    expect(second.get('cat')).toBe(first.get('cat'));
    expect(second.get('dog')).not.toBe(first.get('dog'));
    cache.set(Pet, { id: 1, kind: 'dog' });
    expect([...seen.values[2]!.keys()]).toEqual(['dog', 'cat']);
    cache.set(Pet, { id: 3, kind: 'dog' });
    expect([...seen.values[3]!.keys()]).toEqual(['dog']);
  });

  it('join pairs with entities of another type, and both sides stay up to date', () => {
    const names = new Query(
      new schema.All(Pet),
      view(
        join(new schema.All(Owner), 'ownerId'),
        mapRows(([pet, owner]) => `${pet.kind} of ${owner.name}`),
      ),
    );
    cache.set(
      [Pet],
      [
        { id: 1, kind: 'cat', ownerId: 7 },
        { id: 2, kind: 'dog', ownerId: 7 },
      ],
    );
    const seen = watch(cache.select(names));
    cache.set(Owner, { id: 7, name: 'Ada' });
    cache.set(Pet, { id: 1, ownerId: 8 });
    cache.set(Owner, { id: 8, name: 'Bo' });
    cache.delete(Owner, 7);
    expect(seen.values).toEqual([
      [],
      ['cat of Ada', 'dog of Ada'],
      ['dog of Ada'],
      ['cat of Bo', 'dog of Ada'],
      ['cat of Bo'],
    ]);
    expect(cache.get(names)).toBe(seen.values.at(-1));
  });

  it('limit keeps its window while the list shrinks and grows', () => {
    const firstTwo = new Query(
      new schema.All(Pet),
      view(
        where(({ ownerId }) => ownerId === 0),
        orderBy('id', 'desc'),
        limit(2),
        mapRows(({ id }) => id),
      ),
    );
    cache.set([Pet], [{ id: 1 }, { id: 2 }, { id: 3 }]);
    const seen = watch(cache.select(firstTwo));
    cache.set(Pet, { id: 3, ownerId: 1 });
    cache.set(Pet, { id: 4 });
    cache.set(Pet, { id: 1, kind: 'cat' });
    cache.delete(Pet, 4);
    expect(seen.values).toEqual([
      [3, 2],
      [2, 1],
      [4, 2],
      [2, 1],
    ]);
  });
});
