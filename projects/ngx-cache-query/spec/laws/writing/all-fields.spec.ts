import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { checkGraph, inspect, sizes, sweepAll } from 'ngx-cache-query-internals';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Board extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly users: readonly User[] = [];
  static override readonly schema = { users: new schema.All(User) };
}

describe('W4 a field with schema.All that no response contained', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1 }, { id: 2 }]);
    cache.set(Board, { id: 1, title: 'a' });
  });

  it('contains all entities, also those that come after a batch that took everything back', () => {
    const seen = watch(cache.select(Board, 1));
    const before = seen.last!;
    cache.batch(() => {
      cache.set(User, { id: 3 });
      cache.set(Board, { id: 1, title: 'b' });
      expect(cache.get(Board, 1)!.users.length).toBe(3);
      cache.delete(User, 3);
      cache.set(Board, { id: 1, title: 'a' });
    });
    expect(seen.last!.users).toBe(before.users);
    checkGraph(cache);
    cache.set(User, { id: 4 });
    expect(seen.last!.users.map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(seen.last).toBe(cache.get(Board, 1));
  });

  it('contains the entities of a response that took the rest of itself back', () => {
    const seen = watch(cache.select(Board, 1));
    const boards = [
      { id: 1, title: 'b' },
      { id: 1, title: 'a' },
    ];
    cache.set({ users: [User], boards: [Board] }, { users: [{ id: 3 }], boards });
    expect(seen.last!.users.length).toBe(3);
    cache.set({ users: [User], boards: [Board] }, { users: [{ id: 3 }], boards });
    expect(seen.values.length).toBe(2);
  });

  it('holds the list no longer than the entity is shown', () => {
    const { subscription, last } = watch(cache.select(Board, 1));
    expect(last!.users.length).toBe(2);
    sweepAll(cache);
    expect(sizes(cache).rows).toBe(3);
    subscription.unsubscribe();
    cache.delete(Board, 1);
    sweepAll(cache);
    expect(sizes(cache).rows).toBe(0);
    expect(inspect().counts(cache).instances).toBe(0);
  });
});

describe('W1 two lists of several types', () => {
  it('that have the first type in common contain their own types', () => {
    const cache = TestBed.inject(CacheService);
    class Team extends Entity {
      readonly id: number = 0;
    }
    const usersAndTeams = new schema.All({ user: User, team: Team }, 'type');
    const usersAndBoards = new schema.All({ user: User, board: Board }, 'type');
    const seen = [watch(cache.select(usersAndTeams)), watch(cache.select(usersAndBoards))];
    cache.set(User, { id: 1 });
    cache.set(Team, { id: 2 });
    cache.set(Board, { id: 3 });
    const idsOf = (list: unknown) => (list as readonly User[]).map(({ id }) => id);
    expect(seen.map(({ last }) => idsOf(last))).toEqual([
      [1, 2],
      [1, 3],
    ]);
    expect([cache.get(usersAndTeams), cache.get(usersAndBoards)].map(idsOf)).toEqual([
      [1, 2],
      [1, 3],
    ]);
  });
});
