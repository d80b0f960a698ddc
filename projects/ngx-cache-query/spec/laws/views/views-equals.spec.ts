import { TestBed } from '@angular/core/testing';
import { bucketOf, sweepAll } from 'ngx-cache-query-internals';
import {
  CacheService,
  countRows,
  Entity,
  limit,
  mapRows,
  orderBy,
  Query,
  schema,
  view,
  where,
  whereEquals,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

class Owner extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Pet extends Entity {
  readonly id: number = 0;
  readonly kind: string | null = 'cat';
  readonly name: string = '';
  readonly age: number = 0;
  readonly tags: readonly string[] = [];
  readonly home: { readonly city?: string } | null = null;
  readonly owner: Owner | null = null;
  readonly friends: readonly Owner[] = [];
  readonly born: Date = new Date(0);
  readonly weight: number = 0;
  static override readonly schema = {
    owner: Owner,
    friends: [Owner],
    born: Date,
    weight: (text: string) => Number(text),
  };
  static override readonly indexes = ['kind', ['name', 'age'], 'owner'];

  get isOld(): boolean {
    return this.age > 10;
  }
}
class Shop extends Entity {
  readonly id: number = 0;
  readonly kind: string = 'cat';
  readonly name: string = '';
}
const pets = new schema.All(Pet);
const ids = (list: readonly { readonly id: number }[] | undefined) => list?.map(({ id }) => id);

let cache: CacheService;

/** Reads with and without subscribers, as the first step and as the second one, and from an array. */
const found = (fields: object) => {
  const step = whereEquals<Pet>(fields);
  const first = new Query(pets, view(step));
  const second = new Query(
    pets,
    view(
      where(() => true),
      step,
    ),
  );
  const third = new Query(pets, view(limit<Pet>(99), step));
  const [result, ...others] = [
    cache.get(first),
    view(step)(cache.get(pets)!),
    ...[first, second, third].map((query) => watch(cache.select(query)).last),
  ].map(ids);
  for (const other of others) expect(other).withContext(JSON.stringify(fields)).toEqual(result);
  return result;
};

describe('R8 whereEquals', () => {
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('compares plain data by content', () => {
    cache.set(
      [Pet],
      [
        { id: 1, tags: ['a', 'b'], home: { city: 'x' } },
        { id: 2, tags: ['b', 'a'], home: {} },
        { id: 3 },
      ],
    );
    expect(found({ tags: ['a', 'b'] })).toEqual([1]);
    expect(found({ tags: [] })).toEqual([3]);
    expect(found({ home: { city: 'x' } })).toEqual([1]);
    expect(found({ home: null, tags: [] })).toEqual([3]);
  });

  it('finds null, NaN, and 0 in both forms, but no text that looks the same', () => {
    cache.set(
      [Pet],
      [
        { id: 1, kind: null, age: -0 },
        { id: 2, kind: 'null' },
        { id: 3, age: NaN },
      ],
    );
    expect(found({ kind: null })).toEqual([1]);
    expect(found({ age: 0 })).toEqual([1, 2]);
    expect(found({ age: -0 })).toEqual([1, 2]);
    expect(found({ age: NaN })).toEqual([3]);
    expect(found({ age: 0, kind: 'null' })).toEqual([2]);
    expect(found({ age: '0' })).toEqual([]);
  });

  it('compares accessors, converted fields and lists of entities as the instances show them', () => {
    cache.set(
      [Pet],
      [
        { id: 1, age: 12, weight: '5' as never, friends: [{ id: 7 }] },
        { id: 2, born: '2001-01-01T00:00:00.000Z' as never },
      ],
    );
    expect(found({ isOld: true })).toEqual([1]);
    expect(found({ isOld: false })).toEqual([2]);
    expect(found({ kind: 'cat', isOld: true })).toEqual([1]);
    expect(found({ kind: 'cat', weight: 5 })).toEqual([1]);
    expect(found({ weight: 5 })).toEqual([1]);
    expect(found({ born: new Date(Date.UTC(2001)) })).toEqual([2]);
    expect(found({ friends: [cache.get(Owner, 7)] })).toEqual([1]);
  });

  it('finds a relation by a key of either type, whether the entity is in the cache or not', () => {
    cache.set([Pet], [
      { id: 1, owner: 7 },
      { id: 2, owner: '7' },
      { id: 3, owner: { id: 8, name: 'Bo' } },
      { id: 4 },
    ] as never);
    for (const owner of [7, '7', Owner.fromJS({ id: 7 })]) expect(found({ owner })).toEqual([1, 2]);
    for (const owner of [8, '8', cache.get(Owner, 8)]) expect(found({ owner })).toEqual([3]);
    expect(found({ owner: null })).toEqual([4]);
    expect(found({ owner: '8', name: '' })).toEqual([3]);
  });

  it('uses what a class makes of its rows', () => {
    class Upper extends Entity {
      readonly id: number = 0;
      readonly name: string = '';
      static override fromJS<E extends Entity>(this: new () => E, row: Partial<E> = {}): E {
        const { name = '' } = row as { readonly name?: string };
        return Object.assign(new this(), row, { name: name.toUpperCase() });
      }
    }
    const all = new schema.All(Upper);
    cache.set([Upper], [{ id: 1, name: 'a' }]);
    const upper = new Query(all, view(whereEquals<Upper>({ name: 'A' })));
    expect(ids(cache.get(upper))).toEqual([1]);
    expect(ids(watch(cache.select(upper)).last)).toEqual([1]);
  });

  it('compares items that are no entities, and entities of several classes', () => {
    const step = whereEquals<{ readonly kind: string }>({ kind: 'cat' });
    const items = [{ kind: 'cat', n: 1 }, { kind: 'dog' }, { kind: 'cat', n: 2 }];
    expect(view(step)(items) as unknown).toEqual([items[0], items[2]]);
    const both = new schema.All({ pet: Pet, shop: Shop }, 'type');
    const cats = new Query(both, view(whereEquals<Pet | Shop>({ kind: 'cat', name: 'a' })));
    const seen = watch(cache.select(cats));
    cache.set(Shop, { id: 1, name: 'a' });
    cache.set(Pet, { id: 1, name: 'a' });
    cache.set(Pet, { id: 2, name: 'b' });
    cache.set(Shop, { id: 1, kind: 'dog' });
    expect(seen.values.map(ids)).toEqual([undefined, [1], [1, 1], [1]]);
    expect(seen.last![0]).toBe(cache.get(Pet, 1)!);
  });

  it('keeps everything if no field is given, and is updated by later steps and arguments', () => {
    cache.set([Pet], [{ id: 1 }, { id: 2, kind: 'dog' }]);
    expect(found({})).toEqual([1, 2]);
    expect(found({ kind: undefined })).toEqual([1, 2]);
    expect(found({ kind: undefined, name: '' })).toEqual([1, 2]);
    const sizes = new Query(
      pets,
      view(
        whereEquals(({ kind }: { kind?: string }) => ({ kind })),
        where(({ age }, { least }: { least: number }) => age >= least),
        countRows(),
      ),
    );
    const cats = watch(cache.select(sizes, { kind: 'cat', least: 3 }));
    const any = watch(cache.select(sizes, { least: 3 }));
    cache.set(Pet, { id: 2, age: 4 });
    cache.set(Pet, { id: 1, age: 3 });
    cache.set(Pet, { id: 2, kind: 'cat' });
    cache.set(Pet, { id: 1, kind: 'dog' });
    expect([cats.values, any.values]).toEqual([
      [0, 1, 2, 1],
      [0, 1, 2],
    ]);
  });
});

describe('R8 the index of a view', () => {
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(
      [Pet],
      [
        { id: 1, name: 'a', age: 1 },
        { id: 2, name: 'a', kind: 'dog' },
        { id: 3, name: 'b', kind: 'dog' },
      ],
    );
  });
  const watchers = (values: Record<string, unknown>) => bucketOf(cache, Pet, values).feeds.size;

  it('tells a view only about the rows with its values, in any order of the fields', () => {
    const dogs = watch(cache.select(new Query(pets, view(whereEquals<Pet>({ kind: 'dog' })))));
    expect(watchers({ kind: 'dog' })).toBe(1);
    watch(cache.select(new Query(pets, view(whereEquals<Pet>({ age: 1, name: 'a' })))));
    expect(watchers({ name: 'a', age: 1 })).toBe(1);
    watch(cache.select(new Query(pets, view(whereEquals<Pet>({ owner: 7 })))));
    expect(watchers({ owner: '7' })).toBe(1);
    dogs.subscription.unsubscribe();
    expect(watchers({ kind: 'dog' })).toBe(0);
  });

  it('is left out if the values of a row and of its instance can differ', () => {
    const rest = view(
      where(({ name }: Pet) => name === 'a'),
      whereEquals<Pet>({ kind: 'dog' }),
    );
    const seen = watch(cache.select(new Query(pets, rest)));
    expect(watchers({ kind: 'dog' })).toBe(0);
    cache.set(Pet, { id: 3, name: 'a' });
    expect(seen.values.map(ids)).toEqual([[2], [2, 3]]);
  });

  it('keeps a view and a read by fields right after every kind of write', () => {
    const query = new Query(pets, view(whereEquals<Pet>({ kind: 'dog' }), orderBy('name', 'desc')));
    const seen = watch(cache.select(query));
    const first = watch(cache.select(Pet, { kind: 'dog' }));
    cache.set(Pet, { id: 2, name: 'c' });
    cache.set(Pet, { id: 1, kind: 'dog' });
    cache.set(Pet, { id: 2, kind: 'cat' });
    cache.delete(Pet, 3);
    cache.set(Pet, { id: 3, kind: 'dog', name: 'z' });
    cache.delete(Pet, 1);
    expect(() =>
      cache.batch(() => {
        cache.set(Pet, { id: 3, kind: 'cat' });
        expect(ids(cache.get(query))).toEqual([]);
        throw new Error('on purpose');
      }),
    ).toThrowError('on purpose');
    expect(seen.values.map(ids)).toEqual([[3, 2], [2, 3], [2, 3, 1], [3, 1], [1], [3, 1], [3]]);
    expect(cache.get(Pet, { kind: 'dog' })?.id).toBe(3);
    cache.clear();
    expect(seen.last).toBeUndefined();
    cache.set([Pet], []);
    expect(seen.last).toEqual([]);
    expect(first.values.map((pet) => pet?.id)).toEqual([2, 2, 1, 3, undefined]);
  });

  it('finds everything after sweeps', () => {
    const seen = watch(cache.select(Pet, { kind: 'dog' }));
    expect(cache.get(Pet, { kind: 'cat' })?.id).toBe(1);
    expect(cache.get(Pet, { kind: 'fish' })).toBeUndefined();
    sweepAll(cache);
    expect(cache.get(Pet, { kind: 'cat' })?.id).toBe(1);
    cache.set(Pet, { id: 2, kind: 'fish' });
    expect(seen.last!.id).toBe(3);
    expect(cache.get(Pet, { kind: 'fish' })?.id).toBe(2);
    seen.subscription.unsubscribe();
    sweepAll(cache);
    cache.set(Pet, { id: 3, kind: 'bird' });
    expect(cache.get(Pet, { kind: 'dog' })).toBeUndefined();
    expect(cache.get(Pet, { kind: 'bird' })?.id).toBe(3);
  });

  it('survives a sweep while something uses it, without the values that nothing has', () => {
    const cats = watch(cache.select(new Query(pets, view(whereEquals<Pet>({ kind: 'fish' })))));
    const young = new Query(
      pets,
      view(
        whereEquals<Pet>({ age: 0 }),
        mapRows(({ name }) => name),
      ),
    );
    const names = watch(cache.select(young));
    const bird = watch(cache.select(Pet, { kind: 'bird' }));
    const none = bucketOf(cache, Pet, { kind: 'ant' });
    sweepAll(cache);
    expect(bucketOf(cache, Pet, { kind: 'ant' })).not.toBe(none);
    cache.set(Pet, { id: 3, kind: 'fish' });
    cache.set(Pet, { id: 1, age: 0 });
    cache.set(Pet, { id: 4, kind: 'bird', age: 5 });
    expect(cats.values.map(ids)).toEqual([[], [3]]);
    expect(bird.values.map((pet) => pet?.id)).toEqual([undefined, 4]);
    expect(names.values).toEqual([
      ['a', 'b'],
      ['a', 'a', 'b'],
    ]);
  });

  it('is found by the default of a field, also if that is not a text', () => {
    cache.set(Pet, { id: 9, kind: undefined });
    expect(cache.get(Pet, { kind: 'cat' })?.id).toBe(1);
    cache.delete(Pet, 1);
    expect(cache.get(Pet, { kind: 'cat' })?.id).toBe(9);
    expect(cache.get(Pet, { owner: null })?.id).toBe(2);
    cache.set(Pet, { id: 3, owner: { id: 8 } });
    expect(cache.get(Pet, { owner: cache.get(Owner, 8)! })?.id).toBe(3);
    expect(cache.get(Pet, { name: '', age: 0 })?.id).toBe(9);
  });
});
