import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Endpoint, Query, schema } from 'ngx-cache-query';
import { allTodos, allUsers, feed, Link, Post, Todo, User } from '../../support/models';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

const sortedUsers = new Query(
  allUsers,
  (entries, { asc, isAdmin }: { asc: boolean; isAdmin?: boolean } = { asc: false }) => {
    let sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name));
    if (isAdmin !== undefined) sorted = sorted.filter((user) => user.isAdmin === isAdmin);
    return asc ? sorted : sorted.reverse();
  },
);
const countUsers = new Query(allUsers, (entries, { isAdmin }: { isAdmin?: boolean } = {}) =>
  isAdmin === undefined
    ? entries.length
    : entries.filter((user) => user.isAdmin === isAdmin).length,
);

describe('the specification', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  const users = [
    { id: 'b', name: 'Bob', isAdmin: true },
    { id: 'a', name: 'Ada' },
    { id: 'c', name: 'Cem', isAdmin: false },
  ];
  const getUsers = new Endpoint({ name: 'GET /users', load: () => of(users), schema: allUsers });

  it('2.1 rule 2: without process the result is that of the schema', () => {
    const query = new Query(allUsers);
    const seen = watch(cache.select(query));
    expect(seen.values).toEqual([undefined]);
    cache.fetch(getUsers).subscribe();
    expect(seen.values.length).toBe(2);
    expect(seen.last?.map((user) => user.name)).toEqual(['Bob', 'Ada', 'Cem']);
    expect(seen.last?.[0]).toBeInstanceOf(User);
    expect(seen.last?.[1].isAdmin).toBe(false);
  });

  it('4.3 rule 1: sorting and filtering', () => {
    cache.fetch(getUsers).subscribe();
    const names = (list: User[] | undefined) => list?.map((user) => user.name);
    expect(names(cache.get(sortedUsers))).toEqual(['Cem', 'Bob', 'Ada']);
    expect(names(cache.get(sortedUsers, { asc: true }))).toEqual(['Ada', 'Bob', 'Cem']);
    expect(names(cache.get(sortedUsers, { asc: true, isAdmin: false }))).toEqual(['Ada', 'Cem']);
    expect(names(cache.get(sortedUsers, { asc: true, isAdmin: true }))).toEqual(['Bob']);
  });

  it('4.3 rule 2: aggregates, with several arguments in one view', () => {
    const all = watch(cache.select(countUsers));
    const admins = watch(cache.select(countUsers, { isAdmin: true }));
    expect([all.last, admins.last]).toEqual([undefined, undefined]);
    cache.fetch(getUsers).subscribe();
    cache.set(User, { id: 'd', name: 'Dee' });
    expect(all.values).toEqual([undefined, 3, 4]);
    expect(admins.values).toEqual([undefined, 1]);
  });

  it('4.3 rule 3: client-side joins, in either order of loading', () => {
    const todosOf = new Query(allTodos, (todos, { name }: { name: string }) =>
      todos.filter((todo) => todo.userId?.name === name),
    );
    const seen = watch(cache.select(todosOf, { name: 'Bob' }));
    cache.set(
      [Todo],
      [
        { id: 1, userId: 'b', title: 'Tea' },
        { id: 2, userId: 'a', title: 'Cake' },
      ],
    );
    expect(seen.last).toEqual([]);
    cache.fetch(getUsers).subscribe();
    expect(seen.last?.map((todo) => todo.title)).toEqual(['Tea']);
    expect(seen.last?.[0].userId).toBe(cache.get(User, 'b')!);
    cache.set(User, { id: 'b', name: 'Bobby' });
    expect(seen.last).toEqual([]);
  });

  it('4.3 rule 5 to 7: a polymorphic All', () => {
    const response = [
      { id: 1, type: 'link', url: 'https://a.example', title: 'A' },
      { id: 1, type: 'post', content: 'Hello' },
      { id: 9, type: 'ad', slogan: 'Buy' },
      { id: 2, type: 'link', url: 'https://b.example', title: 'B' },
    ];
    const warn = listenToWarnings();
    const getFeed = new Endpoint({ name: 'GET /feed', load: () => of(response), schema: feed });
    const fetched = watch(cache.fetch(getFeed));
    expect(fetched.completed).toBeTrue();
    expect(fetched.last?.length).toBe(4);
    expect(fetched.last?.[2] as unknown).toEqual({ id: 9, type: 'ad', slogan: 'Buy' });
    expect(warn).toHaveBeenCalledTimes(1);
    const items = cache.get(feed)!;
    expect(items.map((item) => item.type)).toEqual(['link', 'post', 'link']);
    expect(items[0]).toBeInstanceOf(Link);
    expect(items[1]).toBeInstanceOf(Post);
    const byFunction = new schema.All(
      { links: Link, posts: Post },
      (item: { type: string }) => `${item.type}s`,
    );
    cache.set(byFunction, [{ id: 7, type: 'post', content: 'x' }]);
    expect(cache.get(feed)!.length).toBe(4);
  });
});
