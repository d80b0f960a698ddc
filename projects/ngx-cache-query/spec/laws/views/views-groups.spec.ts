import { TestBed } from '@angular/core/testing';
import {
  averageOf,
  CacheService,
  countRows,
  distinctRows,
  Entity,
  groupRows,
  limit,
  mapRows,
  orderBy,
  Query,
  schema,
  sumOf,
  view,
  where,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

class Pet extends Entity {
  readonly id: number = 0;
  readonly kind: string | null = 'cat';
  readonly color: string = '';
  readonly age: number = 0;
}
const pets = new schema.All(Pet);
const ids = (list: readonly Pet[] | undefined) => list?.map(({ id }) => id);
const idsOf = (groups: ReadonlyMap<unknown, readonly Pet[]> | undefined) =>
  groups && [...groups].map(([key, group]) => [key, ...ids(group)!]);

let cache: CacheService;
const fill = () =>
  cache.set(
    [Pet],
    [
      { id: 1, kind: 'cat', color: 'red', age: 3 },
      { id: 2, kind: 'dog', color: 'red', age: 2 },
      { id: 3, kind: 'cat', color: 'blue', age: 1 },
    ],
  );

describe('R8 groupRows in a view with subscribers', () => {
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    fill();
  });

  it('removes a deleted entity from its group, and a group without entities', () => {
    const seen = watch(cache.select(new Query(pets, view(groupRows('kind')))));
    cache.delete(Pet, 3);
    cache.delete(Pet, 2);
    cache.delete(Pet, 1);
    expect(seen.values.map(idsOf)).toEqual([
      [
        ['cat', 1, 3],
        ['dog', 2],
      ],
      [
        ['cat', 1],
        ['dog', 2],
      ],
      [['cat', 1]],
      [],
    ]);
  });

  it('orders the groups by their first items after each step before', () => {
    const byAge = new Query(pets, view(orderBy('age', 'desc'), groupRows('kind')));
    const seen = watch(cache.select(byAge));
    cache.set(Pet, { id: 2, age: 5 });
    cache.set(Pet, { id: 4, kind: null, age: 4 });
    cache.set(Pet, { id: 3, age: 6 });
    expect(seen.values.map(idsOf)).toEqual([
      [
        ['cat', 1, 3],
        ['dog', 2],
      ],
      [
        ['dog', 2],
        ['cat', 1, 3],
      ],
      [
        ['dog', 2],
        [null, 4],
        ['cat', 1, 3],
      ],
      [
        ['cat', 3, 1],
        ['dog', 2],
        [null, 4],
      ],
    ]);
  });

  it('does not emit if a change is not visible in any group', () => {
    const colors = view(
      groupRows((pet: Pet) => pet.kind),
      mapRows(({ color }) => color),
    );
    const seen = watch(cache.select(new Query(pets, colors)));
    const ages = watch(cache.select(new Query(pets, view(groupRows('kind'), sumOf('age')))));
    cache.set(Pet, { id: 1, age: 9 });
    expect(seen.values.length).toBe(1);
    cache.set(Pet, { id: 1, color: 'blue' });
    expect(ages.values.map((each) => [...each!.values()])).toEqual([
      [4, 2],
      [10, 2],
    ]);
    expect(seen.last!.get('dog')).toBe(seen.values[0]!.get('dog')!);
  });

  it('computes a total for each group, with the arguments of the Query', () => {
    const by = new Query(
      pets,
      view(
        groupRows((pet: Pet, field: 'kind' | 'color') => pet[field]),
        averageOf('age'),
      ),
    );
    const kinds = watch(cache.select(by, 'kind'));
    const colors = watch(cache.select(by, 'color'));
    cache.set(Pet, { id: 3, kind: 'dog' });
    const entries = (each: Map<unknown, unknown> | undefined) => [...each!];
    expect(kinds.values.map(entries)).toEqual([
      [
        ['cat', 2],
        ['dog', 2],
      ],
      [
        ['cat', 3],
        ['dog', 1.5],
      ],
    ]);
    expect(colors.values.map(entries)).toEqual([
      [
        ['red', 2.5],
        ['blue', 1],
      ],
    ]);
  });

  it('groups each group again, and keeps what is unchanged', () => {
    const twice = new Query(pets, view(groupRows('kind'), groupRows('color'), countRows()));
    const seen = watch(cache.select(twice));
    cache.set(Pet, { id: 4, kind: 'cat', color: 'red' });
    const [before, after] = seen.values.map((each) => each!);
    expect([...after.get('cat')!]).toEqual([
      ['red', 2],
      ['blue', 1],
    ]);
    expect(after.get('dog')).toBe(before.get('dog')!);
    cache.delete(Pet, 2);
    expect([...seen.last!.keys()]).toEqual(['cat']);
    expect(seen.last!.get('cat')).toBe(after.get('cat')!);
  });

  it('limits each group', () => {
    const oldest = view(
      groupRows((pet: Pet) => pet.kind),
      orderBy('age', 'desc'),
      limit(1),
    );
    const seen = watch(cache.select(new Query(pets, oldest)));
    cache.set(Pet, { id: 3, age: 4 });
    cache.delete(Pet, 3);
    const [first, second, third] = seen.values.map(idsOf);
    expect(second).toEqual([
      ['cat', 3],
      ['dog', 2],
    ]);
    expect(first).toEqual([
      ['cat', 1],
      ['dog', 2],
    ]);
    expect(third).toEqual(first);
  });
});

describe('R8 distinctRows in a view with subscribers', () => {
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    fill();
  });

  it('shows the next item with the same value if the first one leaves', () => {
    const seen = watch(cache.select(new Query(pets, view(distinctRows('kind')))));
    cache.delete(Pet, 1);
    cache.set(Pet, { id: 3, kind: 'dog' });
    cache.set(Pet, { id: 4, kind: 'fish' });
    cache.delete(Pet, 4);
    expect(seen.values.map(ids)).toEqual([[1, 2], [2, 3], [2], [2, 4], [2]]);
  });

  it('keeps the first one while others with the same value come and change', () => {
    const seen = watch(cache.select(new Query(pets, view(distinctRows('kind')))));
    cache.set(Pet, { id: 3, age: 9 });
    cache.set(Pet, { id: 4, kind: 'cat' });
    cache.delete(Pet, 3);
    expect(seen.values.length).toBe(1);
    cache.set(Pet, { id: 1, age: 9 });
    expect(seen.last![0].age).toBe(9);
  });

  it('shows the best of each value after orderBy, and passes it on', () => {
    const youngest = new Query(
      pets,
      view(
        orderBy('age'),
        distinctRows((pet, field: 'kind' | 'color') => pet[field]),
        where(({ age }) => age < 9),
        mapRows(({ id }) => id),
      ),
    );
    const seen = watch(cache.select(youngest, 'color'));
    cache.set(Pet, { id: 1, age: 0 });
    cache.set(Pet, { id: 3, age: 9 });
    expect(seen.values).toEqual([[3, 2], [1, 3], [1]]);
    expect(cache.get(youngest, 'kind')).toEqual([1, 2]);
  });
});
