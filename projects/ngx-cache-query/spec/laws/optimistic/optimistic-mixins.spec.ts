import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import {
  CacheService,
  Collection,
  Endpoint,
  EntityMixin,
  isTemporary,
  optimistic,
  orderBy,
  Query,
  schema,
  trackEntity,
  view,
  whereEquals,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

class User {
  readonly id: string = '';
  readonly name: string = '';
  readonly #made = 'made';
  get label() {
    return `${this.name}, ${this.#made}`;
  }
}
class UserEntity extends EntityMixin(User) {
  static override readonly key: string = 'MixinUser';
}
const allUsers = new schema.All(UserEntity);

describe('W9 an entity of a model class', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('is created by an optimistic update, and is in lists and views', () => {
    const users = new Collection([UserEntity]);
    cache.set(users, []);
    const response$ = new Subject<unknown>();
    const create = new Endpoint({
      load: () => response$,
      schema: users.push,
      sideEffect: true,
      optimistic: () => optimistic({ name: 'Ada' }),
    });
    const sorted = new Query(users, view(orderBy<UserEntity>(({ name }) => name)));
    const named = new Query(allUsers, view(whereEquals<UserEntity>({ name: 'Ada' })));
    const seen = watch(cache.select(sorted));
    const found = watch(cache.select(named));
    watch(cache.fetch(create));
    const [expected] = seen.last!;
    expect([isTemporary(expected), expected.label, found.last]).toEqual([
      true,
      'Ada, made',
      [expected],
    ]);
    response$.next({ id: 'z', name: 'Ada' });
    expect([seen.last![0].id, trackEntity(seen.last![0])]).toEqual(['z', trackEntity(expected)]);
  });

  it('has the key of its own class in trackEntity', () => {
    cache.set([UserEntity], [{ id: 'a', name: 'Ada' }]);
    expect(trackEntity(cache.get(UserEntity, 'a')!)).toBe('MixinUser a');
  });
});
