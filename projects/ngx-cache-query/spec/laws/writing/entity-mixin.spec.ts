import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, EntityMixin, Query, ref, schema } from 'ngx-cache-query';
import { setUpInspected } from 'ngx-cache-query-internals';
import { names } from '../../support/models';
import { watch } from '../../support/watch';

/** A model class that does not depend on the cache. */
class User {
  static readonly schema = 'not that of an entity';
  readonly id: string = '';
  readonly name: string = '';
  readonly team: Team | undefined = undefined;
  readonly #made = 'made';
  get label() {
    return `${this.name}, ${this.#made}`;
  }
}
class Team {
  readonly slug: string = '';
  readonly members: readonly User[] = [];
}
class TeamEntity extends EntityMixin(Team, { pk: 'slug', key: 'MixinTeam' }) {
  static override get schema() {
    return { members: [UserEntity] };
  }
}
class UserEntity extends EntityMixin(User) {
  static override readonly key: string = 'MixinUser';
  static override readonly schema = { team: TeamEntity };
}
class Visit {
  readonly at: Date = new Date(0);
  readonly place: string = '';
}
const VisitEntity = EntityMixin(Visit, {
  key: 'MixinVisit',
  pk: ({ place }, _parent, _key, args) => `${place} ${args.length}`,
  schema: { at: Date },
});

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));
const allUsers = new schema.All(UserEntity);

describe('W9 an entity of a model class', () => {
  beforeEach(setUp);

  it('is an instance of the model class and of Entity, with the members of both', () => {
    cache.set([UserEntity], [{ id: 'a', name: 'Ada' }]);
    const ada = cache.get(UserEntity, 'a')!;
    expect([ada instanceof User, ada instanceof Entity, ada instanceof UserEntity]).toEqual([
      true,
      true,
      true,
    ]);
    class Unrelated extends Entity {}
    expect(ada instanceof Unrelated).toBeFalse();
    expect([ada.label, ada.pk()]).toEqual(['Ada, made', 'a']);
    expect(Object.keys(ada)).toEqual(['id', 'name', 'team']);
    expect(Object.isFrozen(ada)).toBeTrue();
  });

  it('leaves the model class as it is', () => {
    const user = new User();
    expect([user instanceof Entity, 'pk' in user, User.schema]).toEqual([
      false,
      false,
      'not that of an entity',
    ]);
    class Other extends Entity {}
    expect([new Other() instanceof UserEntity, new Other() instanceof Entity]).toEqual([
      false,
      true,
    ]);
    expect([{} instanceof Entity, (null as unknown) instanceof Entity]).toEqual([false, false]);
  });

  it('has relations and deserializers', () => {
    cache.set(TeamEntity, {
      slug: 'blue',
      members: [{ id: 'a', name: 'Ada', team: 'blue' }],
    } as never);
    const team = cache.get(TeamEntity, 'blue')!;
    expect(team.members[0]).toBe(cache.get(UserEntity, 'a')!);
    expect(team.members[0].team).toBe(team);
    expect(ref(cache.get(UserEntity, 'a')!, 'team')).toBe('blue');
    cache.set(VisitEntity, { place: 'home', at: '2026-01-02' as never });
    expect(cache.get(VisitEntity, 'home 0')?.at.getFullYear()).toBe(2026);
  });

  it('is the identical object until it changes, and keeps its instance for fields with default values', () => {
    cache.set([UserEntity], [{ id: 'a', name: 'Ada' }, { id: 'b' }]);
    const seen = watch(cache.select(new Query(allUsers)));
    const [ada] = seen.last!;
    cache.set(UserEntity, { id: 'b', name: 'Bob' });
    expect(seen.last![0]).toBe(ada);
    cache.set(UserEntity, { id: 'a', name: 'Ada' });
    expect(seen.values.length).toBe(2);
    cache.set(UserEntity, 'a', (user) => ({ name: `${user.name}!` }));
    expect(names(seen.last as User[] as never)).toEqual(['Ada!', 'Bob']);
    cache.delete(UserEntity, (user) => user.name === 'Bob');
    expect(seen.last!.length).toBe(1);
    const last = cache.get(UserEntity, 'a');
    cache.set(UserEntity, { id: 'a', team: undefined });
    expect(cache.get(UserEntity, 'a')).toBe(last);
  });

  it('is written from an instance, and by fromJS', () => {
    cache.set([UserEntity], [UserEntity.fromJS({ id: 'a', name: 'Ada' })]);
    const ada = cache.get(UserEntity, 'a')!;
    expect([ada.label, UserEntity.fromJS()]).toEqual(['Ada, made', UserEntity.fromJS({})]);
    const seen = watch(cache.select(allUsers));
    cache.set(UserEntity, ada);
    cache.set(TeamEntity, { slug: 'red', members: [ada] });
    expect([seen.values.length, cache.get(TeamEntity, 'red')?.members[0]]).toEqual([1, ada]);
    const model = new User();
    cache.set([UserEntity], [Object.assign(model, { id: 'b', name: 'Bob' })]);
    expect(cache.get(UserEntity, 'b')?.label).toBe('Bob, made');
  });
});

describe('W10 the table of a model class', () => {
  it('has the key of the option, of the class itself, or no key', () => {
    const inspected = setUpInspected();
    cache = inspected.cache;
    class Heir extends TeamEntity {}
    cache.set(TeamEntity, { slug: 'a' });
    cache.set(Heir, { slug: 'b' });
    cache.set(VisitEntity, { place: 'home' });
    cache.set(EntityMixin(User), { id: 'u' });
    expect(inspected.contents().map(({ name }) => name)).toEqual([
      'MixinTeam',
      'Heir',
      'MixinVisit',
      User.name,
    ]);
    expect(cache.get(TeamEntity, 'b')).toBeUndefined();
  });
});
