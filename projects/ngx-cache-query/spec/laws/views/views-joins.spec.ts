import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  countRows,
  Entity,
  join,
  limit,
  mapRows,
  orderBy,
  Query,
  schema,
  view,
  where,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

class Owner extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly city: string = '';
}
class Club extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly city: string = '';
}
class Pet extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly ownerId: number | string | null | undefined = null;
  readonly owner: Owner | null = null;
  readonly city: string = '';
  static override readonly schema = { owner: Owner };
}
const pets = new schema.All(Pet);
const owners = new schema.All(Owner);
const names = mapRows(([pet, owner]: readonly [Pet, Owner]) => `${pet.name} ${owner.name}`);
const byOwner = new Query(pets, view(join(owners, 'ownerId'), names));
const byCity = new Query(pets, view(join(owners, ['city', 'city']), names));

let cache: CacheService;

describe('R8 a join', () => {
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('omits an item without a key or without a match, and finds a key of either type', () => {
    cache.set(Owner, { id: 7, name: 'Ada' });
    cache.set(
      [Pet],
      [
        { id: 1, name: 'a', ownerId: null },
        { id: 2, name: 'b', ownerId: undefined },
        { id: 3, name: 'c', ownerId: '7' },
        { id: 4, name: 'd', ownerId: 7 },
        { id: 5, name: 'e', ownerId: 8 },
      ],
    );
    const seen = watch(cache.select(byOwner));
    expect(seen.last).toEqual(['c Ada', 'd Ada']);
    cache.set(Pet, { id: 4, ownerId: null });
    cache.set(Pet, { id: 1, ownerId: 7 });
    expect(seen.last).toEqual(['a Ada', 'c Ada']);
    expect(cache.get(byOwner)).toEqual(['a Ada', 'c Ada']);
  });

  it('takes the key from an entity', () => {
    cache.set(Pet, { id: 1, name: 'a', owner: { id: 7, name: 'Ada' } });
    cache.set(Pet, { id: 2, name: 'b' });
    const joined = new Query(
      pets,
      view(
        join(owners, (pet: Pet) => pet.owner),
        names,
      ),
    );
    expect(cache.get(joined)).toEqual(['a Ada']);
    const seen = watch(cache.select(joined));
    cache.set(Pet, { id: 2, owner: 7 });
    expect(seen.last).toEqual(['a Ada', 'b Ada']);
  });

  it('shows an item once for each match, in the order in which the matches arrived', () => {
    cache.set(
      [Owner],
      [
        { id: 2, name: 'Bo', city: 'x' },
        { id: 1, name: 'Al', city: 'y' },
        { id: 3, name: 'Cy', city: 'x' },
      ],
    );
    cache.set(
      [Pet],
      [
        { id: 1, name: 'a', city: 'x' },
        { id: 2, name: 'b', city: 'x' },
      ],
    );
    const seen = watch(cache.select(byCity));
    cache.set(Owner, { id: 1, city: 'x' });
    cache.set(Owner, { id: 2, city: 'y' });
    cache.delete(Owner, 3);
    cache.set(Pet, { id: 1, city: 'y' });
    cache.delete(Pet, 2);
    expect(seen.values).toEqual([
      ['a Bo', 'a Cy', 'b Bo', 'b Cy'],
      ['a Bo', 'a Al', 'a Cy', 'b Bo', 'b Al', 'b Cy'],
      ['a Al', 'a Cy', 'b Al', 'b Cy'],
      ['a Al', 'b Al'],
      ['a Bo', 'b Al'],
      ['a Bo'],
    ]);
  });

  it('passes the arguments of the Query to both selectors', () => {
    const by = new Query(
      pets,
      view(
        join<Pet, typeof Owner, ['name' | 'city']>(owners, [
          (pet, field) => pet[field],
          (owner, field) => owner[field],
        ]),
        names,
      ),
    );
    cache.set(Pet, { id: 1, name: 'Ada', city: 'x' });
    cache.set(
      [Owner],
      [
        { id: 1, name: 'Ada', city: 'y' },
        { id: 2, name: 'Bo', city: 'x' },
      ],
    );
    expect(watch(cache.select(by, 'name')).last).toEqual(['Ada Ada']);
    expect(watch(cache.select(by, 'city')).last).toEqual(['Ada Bo']);
  });

  it('keeps the pairs that do not change', () => {
    cache.set([Owner], [{ id: 1 }, { id: 2 }]);
    cache.set(
      [Pet],
      [
        { id: 1, ownerId: 1 },
        { id: 2, ownerId: 2 },
      ],
    );
    const seen = watch(cache.select(new Query(pets, view(join(owners, 'ownerId')))));
    cache.set(Owner, { id: 1, name: 'new' });
    cache.set(Pet, { id: 2, name: 'new' });
    const [first, second, third] = seen.values.map((list) => list!);
    expect(second[0][1].name).toBe('new');
    expect(second[1]).toBe(first[1]);
    expect(third[0]).toBe(second[0]);
    expect(third[1][0].name).toBe('new');
    expect(third[1][1]).toBe(first[1][1]);
  });

  it('is right if both sides change in one commit', () => {
    cache.set(
      [Owner],
      [
        { id: 1, name: 'Al', city: 'x' },
        { id: 2, name: 'Bo', city: 'y' },
      ],
    );
    cache.set(
      [Pet],
      [
        { id: 1, name: 'a', city: 'x' },
        { id: 2, name: 'b', city: 'y' },
      ],
    );
    const seen = watch(cache.select(byCity));
    cache.batch(() => {
      cache.set(Owner, { id: 1, city: 'y' });
      cache.set(Pet, { id: 1, city: 'y' });
      cache.set(Owner, { id: 3, name: 'Cy', city: 'z' });
      cache.set(Pet, { id: 3, name: 'c', city: 'z' });
      cache.delete(Owner, 2);
    });
    cache.batch(() => {
      cache.delete(Pet, 1);
      cache.delete(Owner, 1);
    });
    expect(seen.values).toEqual([['a Al', 'b Bo'], ['a Al', 'b Al', 'c Cy'], ['c Cy']]);
  });

  it('keeps the order of the items, and the next steps apply to the pairs', () => {
    cache.set(
      [Owner],
      [
        { id: 1, name: 'Al', city: 'x' },
        { id: 2, name: 'Bo', city: 'x' },
      ],
    );
    cache.set(
      [Pet],
      [
        { id: 1, name: 'b', city: 'x' },
        { id: 2, name: 'a', city: 'x' },
      ],
    );
    const sorted = view(
      orderBy<Pet>('name'),
      join(owners, ['city', 'city']),
      where(([, owner]) => owner.name !== 'No'),
      limit(3),
      names,
    );
    const seen = watch(cache.select(new Query(pets, sorted)));
    cache.set(Owner, { id: 1, name: 'No' });
    cache.set(Pet, { id: 1, name: '0' });
    expect(seen.values).toEqual([
      ['a Al', 'a Bo', 'b Al'],
      ['a Bo', 'b Bo'],
      ['0 Bo', 'a Bo'],
    ]);
  });

  it('reads entities of several classes', () => {
    const places = new schema.All({ owner: Owner, club: Club }, 'type');
    cache.set(Pet, { id: 1, name: 'a', city: 'x' });
    const joined = new Query(
      pets,
      view(
        join(places, ['city', 'city']),
        mapRows(([pet, place]) => `${pet.name} ${place.name}`),
      ),
    );
    const seen = watch(cache.select(joined));
    cache.set(Club, { id: 1, name: 'Club', city: 'x' });
    cache.set(Owner, { id: 1, name: 'Ada', city: 'x' });
    expect(seen.values).toEqual([[], ['a Club'], ['a Club', 'a Ada']]);
    expect(cache.get(joined)).toEqual(['a Club', 'a Ada']);
  });

  it('follows both classes without subscribers, too, and is unknown only without items', () => {
    const size = new Query(pets, view(join(owners, 'ownerId'), countRows()));
    expect(cache.get(size)).toBeUndefined();
    cache.set(Owner, { id: 1 });
    expect(cache.get(size)).toBeUndefined();
    cache.set(Pet, { id: 1, ownerId: 2 });
    expect(cache.get(size)).toBe(0);
    cache.set(Owner, { id: 2 });
    expect(cache.get(size)).toBe(1);
    cache.delete(Owner, 2);
    expect(cache.get(size)).toBe(0);
  });

  it('says how to use it if it is called without a cache', () => {
    const joined = view(join<Pet, typeof Owner>(owners, 'ownerId'));
    expect(() => joined([])).toThrowError(/NCQ3003.*outside of a cache.*select or get/s);
  });
});
