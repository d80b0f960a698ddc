import { type CacheService, Endpoint, type Entity, EntityMixin, schema } from 'ngx-cache-query';
import { type Observable, of } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';

declare const cache: CacheService;

class User {
  static readonly roles = ['admin'];
  static readonly schema = 'not that of an entity';
  id = '';
  name = '';
  #secret = 1;
  get label() {
    return `${this.name} ${this.#secret}`;
  }
}
class UserEntity extends EntityMixin(User) {}

describe('EntityMixin', () => {
  it('makes entities with the members of both', () => {
    const user$ = cache.select(UserEntity, 'a');
    const all = cache.get(new schema.All(UserEntity));
    const made = UserEntity.fromJS({ name: 'Ada' });
    type Results = [
      Expect<Equal<typeof user$, Observable<UserEntity | undefined>>>,
      Expect<Equal<typeof all, UserEntity[] | undefined>>,
      Expect<Equal<typeof made, UserEntity>>,
      Expect<Equal<UserEntity['label'], string>>,
      Expect<Equal<(typeof UserEntity)['roles'], string[]>>,
    ];
    const asUser: User = made;
    const asEntity: Entity = made;
    void [asUser, asEntity, made.pk()];
    cache.set(UserEntity, { id: 'a', name: 'Ada' });
    // @ts-expect-error there is no such field
    cache.set(UserEntity, { id: 'a', nmae: 'Ada' });
    const getUser = new Endpoint({ load: (id: string) => of({ id }), schema: UserEntity });
    const response$ = cache.fetch(getUser, 'a');
    type Response = Expect<Equal<typeof response$, Observable<UserEntity>>>;
  });

  it('may be used without a class that extends it', () => {
    const Made = EntityMixin(User, { key: 'User' });
    const name = cache.get(Made, 'a')?.name;
    type Result = Expect<Equal<typeof name, string | undefined>>;
  });

  it('takes options, and static members of the class that extends it', () => {
    class Thread {
      forum = '';
      slug = '';
      author: UserEntity | undefined = undefined;
    }
    const bySlug = EntityMixin(Thread, { pk: 'slug', schema: { author: UserEntity } });
    class ThreadEntity extends EntityMixin(Thread, {
      pk: ({ forum, slug }) => `${forum},${slug}`,
    }) {
      static override readonly key: string = 'Thread';
      static override readonly schema = { author: UserEntity };
      static override validate(row: { slug?: string }) {
        return row.slug === undefined ? 'no slug' : undefined;
      }
    }
    type Schema = Expect<Equal<typeof bySlug.schema.author, typeof UserEntity>>;
    const author = cache.get(ThreadEntity, { forum: 'a', slug: 'b' })?.author;
    type Result = Expect<Equal<typeof author, UserEntity | undefined>>;
    // @ts-expect-error the class has no id, and the key is not named
    EntityMixin(Thread);
    // @ts-expect-error the class has no id, and the key is not named
    EntityMixin(Thread, { key: 'Thread' });
    // @ts-expect-error there is no such field
    EntityMixin(Thread, { pk: 'sulg' });
  });

  it('refuses a class that cannot be created without arguments', () => {
    class Needy {
      constructor(readonly id: string) {}
    }
    // @ts-expect-error
    EntityMixin(Needy);
    abstract class Abstract {
      id = '';
    }
    // @ts-expect-error
    EntityMixin(Abstract);
    class Relaxed {
      id = '';
      constructor(readonly source = 'server') {}
    }
    EntityMixin(Relaxed);
  });
});
