import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, join, mapRows, Query, schema, view } from 'ngx-cache-query';
import { BehaviorSubject } from 'rxjs';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Post extends Entity {
  readonly id: number = 0;
  readonly author: string = '';
}
const users = new schema.All(User);
const posts = new schema.All(Post);

describe('R4 the arguments of a join', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('reach the members of an object, also a class that is called key', () => {
    cache.set(User, { id: 1, name: 'Ada' });
    const seen = watch(cache.select({ key: User }, 1));
    expect(seen.last?.key?.name).toBe('Ada');
    expect(cache.get({ key: User }, 1)?.key).toBe(cache.get(User, 1));
  });

  it('reach both selectors of a view with join()', () => {
    cache.set([User], [{ id: 1, name: 'Ada' }]);
    cache.set([Post], [{ id: 2, author: 'Dr. Ada' }]);
    const authorOf = (post: Post, title: string) => post.author.slice(title.length);
    const nameOf = (user: User, title: string) => user.name.slice(title.length - 4);
    const process = view(
      join(users, [authorOf, nameOf]),
      mapRows(([post, user]: readonly [Post, User]) => [post.id, user.id]),
    );
    const pairs = new Query(posts, process);
    expect(watch(cache.select(pairs, 'Dr. ')).last).toEqual([[2, 1]]);
    expect(cache.get(pairs, 'Dr. ')).toEqual([[2, 1]]);
  });
});

describe('R6 two arguments', () => {
  it('are different if the name of a field looks like other fields', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], []);
    const namesOf = new Query(users, (_, filter: Readonly<Record<string, number>>) =>
      Object.keys(filter),
    );
    const first = watch(cache.select(namesOf, { a: 1, b: 2 }));
    const second = watch(cache.select(namesOf, { 'a:1,b': 2 }));
    expect([first.last, second.last]).toEqual([['a', 'b'], ['a:1,b']]);
  });
});

describe('R7 a stream of arguments', () => {
  class ById extends Query<typeof users, [params: { readonly id: number }], User | undefined> {
    override process(all: User[], { id }: { readonly id: number }) {
      return all.find((user) => user.id === id);
    }
    override key({ id }: { readonly id: number }) {
      return String(id);
    }
  }

  it('may skip and go on, also if the key of the query needs an argument', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1, name: 'Ada' }]);
    const args$ = new BehaviorSubject<[{ readonly id: number }] | [null]>([{ id: 1 }]);
    const seen = watch(cache.select(new ById(users), args$));
    args$.next([null]);
    args$.next([null]);
    args$.next([{ id: 1 }]);
    expect(seen.errors).toEqual([]);
    expect(seen.values.map((user) => user?.name)).toEqual(['Ada', undefined, 'Ada']);
  });
});
