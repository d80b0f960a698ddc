import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema, view, where, whereEquals } from 'ngx-cache-query';
import { watch } from '../../support/watch';

class Owner extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

class Pet extends Entity {
  readonly id: number = 0;
  readonly name: string = 'nameless';
  readonly kind: string = '';
  readonly tame: boolean = true;
  readonly born: Date = new Date(0);
  readonly owner: Owner | null = null;
  static override readonly indexes = ['name', ['kind', 'tame']];
  static override readonly schema = { owner: Owner, born: (iso: string) => new Date(iso) };
}

const pets = new schema.All(Pet);
const ids = (list: readonly Pet[] | undefined) => list?.map(({ id }) => id);

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('R11 an entity by the fields of an index', () => {
  beforeEach(setUp);

  it('is found, and updated after updates and deletes', () => {
    const seen = watch(cache.select(Pet, { name: 'Rex' }));
    cache.set(
      [Pet],
      [
        { id: 1, name: 'Rex' },
        { id: 2, name: 'Rex' },
      ],
    );
    cache.set(Pet, { id: 1, name: 'Max' });
    cache.delete(Pet, 2);
    cache.set(Pet, { id: 1, name: 'Rex' });
    expect(seen.values.map((pet) => pet?.id)).toEqual([undefined, 1, 2, undefined, 1]);
    expect(cache.get(Pet, { name: 'Rex' })).toBe(cache.get(Pet, 1));
  });

  it('is the first in the order of arrival if several have the values, whichever had them first', () => {
    cache.set(
      [Pet],
      [
        { id: 2, name: 'Max' },
        { id: 1, name: 'Rex' },
      ],
    );
    const seen = watch(cache.select(Pet, { name: 'Rex' }));
    cache.set(Pet, { id: 2, name: 'Rex' });
    cache.set(Pet, { id: 3, name: 'Rex' });
    expect(seen.values.map((pet) => pet?.id)).toEqual([1, 2]);
  });

  it('is found by several fields in any order', () => {
    cache.set(
      [Pet],
      [
        { id: 1, kind: 'dog', tame: false },
        { id: 2, kind: 'dog' },
      ],
    );
    expect(cache.get(Pet, { tame: true, kind: 'dog' })?.id).toBe(2);
    expect(cache.get(Pet, { kind: 'dog', tame: false })?.id).toBe(1);
    expect(cache.get(Pet, { kind: 'cat', tame: false })).toBeUndefined();
  });

  it('is found by the default of a missing field', () => {
    cache.set(Pet, { id: 1 });
    expect(cache.get(Pet, { name: 'nameless' })?.id).toBe(1);
  });

  it("is found in a batch by the batch's own state", () => {
    cache.set(Pet, { id: 1, name: 'Rex' });
    cache.get(Pet, { name: 'Rex' });
    cache.batch(() => {
      cache.set(Pet, { id: 1, name: 'Max' });
      expect(cache.get(Pet, { name: 'Rex' })).toBeUndefined();
      expect(cache.get(Pet, { name: 'Max' })?.id).toBe(1);
    });
    expect(cache.get(Pet, { name: 'Max' })?.id).toBe(1);
  });

  it('is not found by fields without an index', () => {
    cache.set(Pet, { id: 1, kind: 'dog' });
    expect(cache.get(Pet, { kind: 'dog' })).toBeUndefined();
  });
});

describe('R8 whereEquals', () => {
  beforeEach(setUp);
  const ofKind = new Query(pets, view(whereEquals(({ kind }: { kind?: string }) => ({ kind }))));

  it('keeps entities with the values, and is updated', () => {
    const seen = watch(cache.select(ofKind, { kind: 'dog' }));
    cache.set(
      [Pet],
      [
        { id: 1, kind: 'dog' },
        { id: 2, kind: 'cat' },
      ],
    );
    cache.set(Pet, { id: 2, kind: 'dog' });
    cache.set(Pet, { id: 1, kind: 'cat' });
    expect(seen.values.map(ids)).toEqual([undefined, [1], [1, 2], [2]]);
  });

  it('matches any value of a field whose value is undefined', () => {
    cache.set(
      [Pet],
      [
        { id: 1, kind: 'dog' },
        { id: 2, kind: 'cat' },
      ],
    );
    expect(ids(cache.get(ofKind, {}))).toEqual([1, 2]);
    expect(ids(watch(cache.select(ofKind, {})).values[0])).toEqual([1, 2]);
  });

  it('compares a relation by its key, a Date by its time', () => {
    const born = '2020-02-02T00:00:00.000Z';
    cache.set(
      [Pet],
      [
        { id: 1, owner: 7 },
        { id: 2, owner: { id: 8 } },
        { id: 3, born },
      ],
    );
    const by = (fields: object) => {
      const query = new Query(pets, view(whereEquals(fields)));
      const followed = ids(watch(cache.select(query)).values[0]);
      expect(ids(view(whereEquals(fields))(cache.get(pets)!) as Pet[])).toEqual(followed);
      return followed;
    };
    expect(by({ owner: 7 })).toEqual([1]);
    expect(by({ owner: '7' })).toEqual([1]);
    expect(by({ owner: cache.get(Owner, 8) })).toEqual([2]);
    expect(by({ owner: null })).toEqual([3]);
    expect(by({ born: new Date(born) })).toEqual([3]);
    expect(by({ name: 'nameless', tame: true })).toEqual([1, 2, 3]);
  });

  it('evaluates only entities with the values, and notifies one subscriber of 20', () => {
    let tests = 0;
    const counted = new Query(
      pets,
      view(
        whereEquals(({ kind }: { kind: string }) => ({ kind })),
        where(() => ++tests > 0),
      ),
    );
    const kinds = Array.from({ length: 20 }, (_, i) => `kind ${i}`);
    cache.set(
      [Pet],
      kinds.flatMap((kind, i) => [
        { id: i, kind },
        { id: i + 100, kind },
      ]),
    );
    const seen = kinds.map((kind) => watch(cache.select(counted, { kind })));
    tests = 0;
    cache.set(Pet, { id: 3, tame: false });
    expect(tests).toBe(1);
    expect(seen.map(({ values }) => values.length - 1)).toEqual(kinds.map((_, i) => +(i === 3)));
    tests = 0;
    cache.set(Pet, { id: 3, kind: 'kind 4' });
    expect(tests).toBe(1);
    expect(seen.flatMap(({ values }, i) => (values.length > 1 ? [i] : []))).toEqual([3, 4]);
  });
});
