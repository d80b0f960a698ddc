import { type CacheService, Query, schema } from 'ngx-cache-query';
import { map, type Observable } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { allTodos, allUsers, Link, Post, User } from '../support/models';

declare const cache: CacheService;
declare const id$: Observable<string>;

interface Filter {
  status: 'open' | 'done';
  ids?: number[];
}
const userNamed = new Query(allUsers, (users, { name }: { name: string }) =>
  users.find((user) => user.name === name),
);
const filtered = new Query(allTodos, (todos, _: Filter) => todos);
const searched = new Query(allTodos, (todos, _: { q?: string } = {}) => todos);

describe('the arguments of select as an Observable', () => {
  it('are tuples, and keep their literal types', () => {
    const found$ = cache.select(userNamed, id$.pipe(map((name) => [{ name }])));
    type Result = Expect<Equal<typeof found$, Observable<User | undefined>>>;
    cache.select(userNamed, id$.pipe(map((name) => (name === '' ? [null] : [{ name }]))));
    cache.select(User, id$.pipe(map((key) => [key])));
    cache.select(filtered, id$.pipe(map(() => [{ status: 'open' }])));
    cache.select(filtered, id$.pipe(map((): [Filter] => [{ status: 'open', ids: [1] }])));
    cache.select(searched, id$.pipe(map((q) => (q === '' ? [] : [{ q }]))));
    cache.select(new schema.Union({ link: Link, post: Post }, 'type'), id$.pipe(map((k) => [k])));
  });

  it('have the types of the arguments', () => {
    // @ts-expect-error it is not a tuple
    cache.select(User, id$);
    // @ts-expect-error it is not a tuple
    cache.select(searched, id$);
    // @ts-expect-error the argument has another property
    cache.select(userNamed, id$.pipe(map((name) => [{ nmae: name }])));
    // @ts-expect-error it is not one of the literals
    cache.select(filtered, id$.pipe(map(() => [{ status: 'closed' }])));
    // @ts-expect-error a constant has the same types
    cache.select(filtered, { status: 'closed' });
    // @ts-expect-error a constant has no other property
    cache.select(userNamed, { name: 'Ada', source: 5 });
  });
});
