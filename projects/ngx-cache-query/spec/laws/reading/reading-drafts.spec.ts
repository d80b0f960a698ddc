import { TestBed } from '@angular/core/testing';
import { CacheService, Collection, Entity, Query, schema } from 'ngx-cache-query';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Team extends Entity {
  readonly id: number = 0;
  readonly lead: User = User.fromJS({});
  readonly members: User[] = [];
  static override readonly schema = { lead: User, members: [User] };
}
const allUsers = new schema.All(User);
const allTeams = new schema.All(Team);
const everything = { users: allUsers, teams: allTeams };
const withList = { ...everything, list: new Collection([User]) };
const leads = new Query(allTeams, (teams) => teams.map(({ lead }) => lead));

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('R8 a batch that reads and restores its changes', () => {
  beforeEach(setUp);

  it('keeps the identity of a list with subscribers', () => {
    cache.set([User], [{ id: 1 }, { id: 2 }, { id: 4 }]);
    const seen = watch(cache.select(allUsers));
    const before = seen.last!;
    cache.batch(() => {
      cache.delete(User, 4);
      expect(cache.get(allUsers)!.map(({ id }) => id)).toEqual([1, 2]);
      cache.set(User, { id: 4 });
      expect(cache.get(allUsers)!.map(({ id }) => id)).toEqual([1, 2, 4]);
    });
    expect(cache.get(allUsers)).toBe(before);
    expect(seen.values).toEqual([before]);
  });

  it('leaves the entities from before the batch in a result that is first computed in the batch', () => {
    cache.set([Team], [{ id: 1, lead: 7 as never }]);
    const before = cache.get(Team, 1)!;
    const first = new Query(allTeams, ([team]) => ({ team }));
    cache.batch(() => {
      cache.set(User, { id: 7 });
      cache.delete(User, 7);
      expect(cache.get(first)!.team).toBe(cache.get(Team, 1)!);
    });
    expect(cache.get(Team, 1)).toBe(before);
    expect(cache.get(first)!.team).toBe(before);
  });

  it('keeps the identity of the list of a class with relations', () => {
    cache.set([Team], [{ id: 1, lead: { id: 1 } as never }]);
    const before = cache.get(allTeams);
    cache.batch(() => {
      cache.delete(Team, 1);
      cache.get(allTeams);
      cache.set(Team, { id: 1, lead: 1 });
      cache.get(allTeams);
    });
    expect(cache.get(allTeams)).toBe(before);
  });
});

describe('R8 a value that is read in a batch', () => {
  beforeEach(setUp);

  for (const [joined, name] of [
    [everything, 'all users'],
    [withList, 'a list'],
  ] as const) {
    it(`contains one instance per entity after an inner batch wrote, ran an updater and threw, beside ${name}`, () => {
      cache.set(Team, { id: 1, lead: { id: 1, name: 'Ada' } as never });
      cache.get(User, 1);
      cache.batch(() => {
        const failing = () =>
          cache.batch(() => {
            cache.set(User, { id: 1, name: 'Bea' });
            cache.set(User, 1, ({ name }) => ({ name: `${name}!` }));
            throw new Error('no');
          });
        expect(failing).toThrowError('no');
        expect(cache.get(leads)!.map(({ name }) => name)).toEqual(['Ada']);
        cache.set(User, { id: 2 });
        const { users, teams } = cache.get(joined)!;
        expect(teams![0].lead.name).toBe('Ada');
        expect(teams![0].lead).toBe(users![0]);
      });
    });
  }
});
