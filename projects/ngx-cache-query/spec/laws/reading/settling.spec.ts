import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema, type SchemaFields } from 'ngx-cache-query';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Team extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly tags: readonly string[] = [];
  readonly since: Date = new Date(0);
  readonly above: Team | null = null;
  readonly leads: readonly User[] = [];
  readonly members: readonly User[] = [];
  static override get schema(): SchemaFields {
    return { above: Team, leads: [User], members: [User], since: Date };
  }
}
/** Enough for a list that is maintained. */
const ids = Array.from({ length: 50 }, (_, i) => i + 1);
const fail = () => {
  throw new Error('no');
};

describe('R8 after a batch that ends with the data with which it began', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    const users = ids.map((id) => ({ id }));
    cache.set([User], users);
    cache.set([Team], [{ id: 1, tags: ['a'], since: 5, leads: [1, 2], members: ids }] as never);
  });
  const team = () => cache.get(Team, 1)!;

  it('data in a field keeps its reference, also if the batch read the entity', () => {
    const { tags } = team();
    for (const isStale of [false, true]) {
      if (isStale) cache.set(Team, { id: 1, title: 'another' });
      cache.batch(() => {
        cache.set(Team, { id: 1, tags: ['b'] });
        expect(team().tags).toEqual(['b']);
        cache.set(Team, { id: 1, tags: ['a'] });
        expect(team().tags).toEqual(['a']);
      });
      expect(team().tags).toBe(tags);
      cache.set(Team, { id: 1, title: `title ${isStale}` });
      expect(team().tags).toBe(tags);
    }
  });

  it('data in a field keeps its reference, although a field arrived with the value shown for it', () => {
    const { tags } = team();
    cache.batch(() => {
      cache.set(Team, { id: 1, tags: ['b'] });
      cache.set(Team, { id: 1, tags: ['a'], title: '' });
    });
    cache.set(Team, { id: 1, title: 'another' });
    expect(team().tags).toBe(tags);
  });

  it('relations and converted values keep their references, although another field differs', () => {
    const { leads, members, since } = team();
    cache.batch(() => {
      cache.set(Team, { id: 1, leads: [3], members: [1, 2], since: 6, title: 'x' } as never);
      expect([team().leads.length, team().members.length, +team().since]).toEqual([1, 2, 6]);
      cache.set(Team, { id: 1, leads: [1, 2], members: ids, since: 5 } as never);
    });
    expect([team().title, team().leads, team().members]).toEqual(['x', leads, members] as never);
    expect(team().leads).toBe(leads);
    expect(team().members).toBe(members);
    expect(team().since).toBe(since);
  });

  for (const isFailed of [false, true]) {
    it(`a long list keeps its reference${isFailed ? ', also if the batch failed' : ''}`, () => {
      const { members } = team();
      const run = () =>
        cache.batch(() => {
          cache.set(Team, { id: 1, members: [1, 2] });
          expect(team().members.length).toBe(2);
          if (isFailed) fail();
          cache.set(Team, { id: 1, members: ids });
          expect(team().members.length).toBe(50);
        });
      if (isFailed) expect(run).toThrowError('no');
      else run();
      expect(team().members).toBe(members);
      cache.set(Team, { id: 1, title: 'another' });
      expect(team().members).toBe(members);
      cache.set(User, { id: 2, name: 'Bob' });
      expect(team().members[1].name).toBe('Bob');
      expect(team().members).not.toBe(members);
    });
  }

  it('the lists of an entity show what else the batch has changed', () => {
    const seen = watch(cache.select(Team, 1));
    for (const id of [2, 9]) {
      cache.batch(() => {
        cache.set(Team, { id: 1, members: [1, 2], leads: [3] });
        cache.set(Team, { id: 1, members: ids, leads: [1, 2] });
        cache.set(User, { id, name: 'Bob' });
      });
      expect(seen.last?.members[id - 1].name).toBe('Bob');
    }
    expect(seen.last?.leads[1].name).toBe('Bob');
    expect(seen.values.length).toBe(3);
  });

  it('a missing entity that was written and deleted is still awaited', () => {
    cache.set(Team, { id: 2, above: 77, members: [...ids, 78] });
    const seen = watch(cache.select(Team, 2));
    cache.batch(() => {
      cache.set(Team, { id: 77, above: 1 });
      cache.set(User, { id: 78 });
      expect(cache.get(Team, 2)?.above?.id).toBe(77);
      cache.set(Team, { id: 2, above: 1, members: [1] });
      expect(cache.get(Team, 2)?.above?.id).toBe(1);
      cache.delete(Team, 77);
      cache.delete(User, 78);
      cache.set(Team, { id: 2, above: 77, members: [...ids, 78] });
    });
    expect(seen.values.length).toBe(1);
    cache.set(Team, { id: 77, title: 'above' });
    expect(seen.last?.above?.title).toBe('above');
    cache.set(User, { id: 78, name: 'Eva' });
    expect(seen.last?.members.at(-1)?.name).toBe('Eva');
    expect(seen.values.length).toBe(3);
  });
});

describe('W10 after a batch that failed, two classes with one key', () => {
  class Summary extends User {
    static override readonly key: string = 'Settled';
  }
  class Detail extends User {
    static override readonly key: string = 'Settled';
  }
  const lists = [new schema.All(Summary), new schema.All(Detail)] as const;

  it('both show what they showed before', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([Summary], [{ id: 1, name: 'a' }, { id: 2 }]);
    const seen = lists.map((list) => watch(cache.select(list)));
    const before = seen.map(({ last }) => last);
    const run = () =>
      cache.batch(() => {
        cache.set(Detail, { id: 3 });
        cache.set(Summary, { id: 1, name: 'b' });
        cache.delete(Detail, 2);
        for (const list of lists) expect(cache.get(list)?.map(({ id }) => id)).toEqual([1, 3]);
        fail();
      });
    expect(run).toThrowError('no');
    expect(seen.map(({ values }) => values.length)).toEqual([1, 1]);
    lists.forEach((list, i) => expect(cache.get(list)).toBe(before[i]));
    cache.set(Summary, { id: 4 });
    for (const { last } of seen) expect(last?.map(({ id }) => id)).toEqual([1, 2, 4]);
  });
});
