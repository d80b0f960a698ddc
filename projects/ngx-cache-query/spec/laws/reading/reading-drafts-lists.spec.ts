import { TestBed } from '@angular/core/testing';
import { CacheService, Collection, Entity, Query, schema } from 'ngx-cache-query';

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
const list = new Collection([User]);
const everything = { users: allUsers, teams: allTeams, list };
const leads = new Query(allTeams, (teams) => teams.map(({ lead }) => lead));

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('R8 a value that is read in a batch', () => {
  beforeEach(setUp);

  it('contains one instance per entity after an inner batch wrote, ran an updater and threw', () => {
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
      const { users, teams } = cache.get(everything)!;
      expect(teams![0].lead.name).toBe('Ada');
      expect(teams![0].lead).toBe(users![0]);
    });
  });
});
