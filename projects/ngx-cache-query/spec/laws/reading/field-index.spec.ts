import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema, view, whereEquals } from 'ngx-cache-query';
import { sweepAll } from 'ngx-cache-query-internals';
import { watch } from '../../support/watch';

class Owner extends Entity {
  readonly id: number = 0;
}
class Pet extends Entity {
  static override readonly key: string = 'Pet';
  readonly id: number = 0;
  readonly name: string = 'nameless';
  readonly weight: number = 0;
  readonly code: string | number = '';
  readonly size: object = {};
  readonly owner: Owner | null = null;
  static override readonly schema = { owner: Owner };
  static override readonly indexes = [
    'name',
    'weight',
    'code',
    'size',
    'owner',
    ['owner', 'name'],
    ['weight', 'code'],
  ];
}
class Animal extends Entity {
  static override readonly key: string = 'Pet';
  readonly id: number = 0;
  readonly name: string = '';
  static override readonly indexes = ['name'];
}

describe('R11 an index', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));
  const find = (values: object) => cache.get(Pet, values as never)?.id;

  it('finds a relation by its key and by its entity, alone and with another field', () => {
    cache.set(
      [Pet],
      [
        { id: 1, owner: { id: 7 } },
        { id: 2, owner: 8, name: 'Rex' },
      ],
    );
    const owner = cache.get(Owner, 7)!;
    expect([{ owner: 7 }, { owner: '7' }, { owner }].map(find)).toEqual([1, 1, 1]);
    expect(
      [
        { owner: 8, name: 'Rex' },
        { name: 'Rex', owner: '8' },
      ].map(find),
    ).toEqual([2, 2]);
    expect([{ owner: 9 }, { owner: null }, { owner: 8, name: 'Max' }].map(find)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    cache.set(Pet, { id: 1, owner: null });
    expect([{ owner: 7 }, { owner: null }].map(find)).toEqual([undefined, 1]);
  });

  it('distinguishes a number from a text, and no 0 from -0', () => {
    cache.set(
      [Pet],
      [
        { id: 1, code: 5, weight: -0 },
        { id: 2, code: '5', weight: 5 },
      ],
    );
    expect([{ code: 5 }, { code: '5' }, { code: 6 }].map(find)).toEqual([1, 2, undefined]);
    expect([{ weight: 0 }, { weight: -0 }].map(find)).toEqual([1, 1]);
    expect(
      [
        { weight: 0, code: 5 },
        { weight: -0, code: 5 },
      ].map(find),
    ).toEqual([1, 1]);
  });

  it('finds an object by its contents, and no text that looks like it', () => {
    cache.set(Pet, { id: 1, size: { w: 1, h: [2] } });
    expect([{ size: { h: [2], w: 1 } }, { size: { w: 1 } }].map(find)).toEqual([1, undefined]);
    expect(find({ size: JSON.stringify({ w: 1, h: [2] }) })).toBeUndefined();
  });

  it('is as before after a batch that failed', () => {
    cache.set(
      [Pet],
      [
        { id: 1, name: 'Rex' },
        { id: 2, name: 'Max' },
      ],
    );
    const seen = watch(cache.select(Pet, { name: 'Rex' }));
    const run = () =>
      cache.batch(() => {
        cache.set(Pet, { id: 1, name: 'Max' });
        cache.delete(Pet, 2);
        cache.set(Pet, { id: 3, name: 'Rex' });
        expect(['Rex', 'Max'].map((name) => find({ name }))).toEqual([3, 1]);
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    expect(['Rex', 'Max'].map((name) => find({ name }))).toEqual([1, 2]);
    cache.delete(Pet, 1);
    expect(seen.values.map((pet) => pet?.id)).toEqual([1, undefined]);
  });

  it('finds the same rows through each class that shares a table', () => {
    cache.set([Pet], [{ id: 1, name: 'Rex' }]);
    const seen = watch(cache.select(Animal, { name: 'Rex' }));
    expect(seen.last).toBeInstanceOf(Animal);
    cache.set(Pet, { id: 1, name: 'Max' });
    cache.set(Animal, { id: 2, name: 'Rex' });
    expect(seen.values.map((animal) => animal?.id)).toEqual([1, undefined, 2]);
    expect(find({ name: 'Rex' })).toBe(2);
  });

  it('follows a change of another field, for a reader and for a view', () => {
    cache.set([Pet], [{ id: 1, name: 'Rex' }]);
    const one = watch(cache.select(Pet, { name: 'Rex' }));
    const named = new Query(new schema.All(Pet), view(whereEquals({ name: 'Rex' })));
    const some = watch(cache.select(named));
    cache.set(Pet, { id: 1, weight: 5 });
    expect([one.last!.weight, some.last![0].weight]).toEqual([5, 5]);
    expect([one.values.length, some.values.length]).toEqual([2, 2]);
    cache.set(Pet, { id: 2, name: 'Max' });
    expect([one.values.length, some.values.length]).toEqual([2, 2]);
  });

  it('is kept by a sweep while a view without rows reads it', () => {
    cache.set([Pet], [{ id: 1, name: 'Max' }]);
    const named = new Query(new schema.All(Pet), view(whereEquals({ name: 'Rex' })));
    const seen = watch(cache.select(named));
    sweepAll(cache);
    cache.set(Pet, { id: 1, name: 'Rex' });
    sweepAll(cache);
    cache.set(Pet, { id: 2, name: 'Rex' });
    expect(seen.values.map((pets) => pets?.map(({ id }) => id))).toEqual([[], [1], [1, 2]]);
    expect(find({ name: 'Rex' })).toBe(1);
  });

  it('with the default of a field finds the rows that lack it, until they have it', () => {
    cache.set([Pet], [{ id: 1 }, { id: 2, name: 'nameless' }]);
    const seen = watch(cache.select(Pet, { name: 'nameless' }));
    cache.set(Pet, { id: 1, name: 'Rex' });
    expect(seen.values.map((pet) => pet?.id)).toEqual([1, 2]);
  });

  it('of several fields follows a change of one of them', () => {
    cache.set([Pet], [{ id: 1, weight: 1, code: 'a' }]);
    const seen = watch(cache.select(Pet, { weight: 1, code: 'a' }));
    cache.set(Pet, { id: 1, code: 'b' });
    expect(find({ code: 'b', weight: 1 })).toBe(1);
    cache.set(Pet, { id: 1, weight: 2 });
    expect(
      [
        { weight: 1, code: 'b' },
        { weight: 2, code: 'b' },
      ].map(find),
    ).toEqual([undefined, 1]);
    expect(seen.values.map((pet) => pet?.id)).toEqual([1, undefined]);
  });

  it('tells a view when its type becomes known, and unknown again', async () => {
    const named = new Query(new schema.All(Pet), view(whereEquals({ name: 'Rex' })));
    const seen = watch(cache.select(named));
    cache.set([Pet], []);
    expect(seen.values).toEqual([undefined, []]);
    await cache.reset();
    expect(seen.last).toBeUndefined();
    cache.set([Pet], [{ id: 1, name: 'Rex' }]);
    expect(seen.values.map((pets) => pets?.length)).toEqual([undefined, 0, undefined, 1]);
  });
});
