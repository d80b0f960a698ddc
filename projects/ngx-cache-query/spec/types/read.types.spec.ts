import type { Injector, Signal } from '@angular/core';
import { type CacheService, Endpoint, Query, schema } from 'ngx-cache-query';
import { map, type Observable, of } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { allTodos, allUsers, feed, Link, Post, type Todo, User } from '../support/models';

declare const cache: CacheService;
declare const id$: Observable<string>;
declare const id: Signal<string | undefined>;

interface Order {
  readonly asc: boolean;
}
const users = new Query(allUsers);
const countUsers = new Query(allUsers, (entries) => entries.length);
const sortedUsers = new Query(allUsers, (entries, { asc }: Order = { asc: true }) =>
  asc ? entries : [...entries].reverse(),
);
const userNamed = new Query(allUsers, (entries, { name }: { name: string }) =>
  entries.find((user) => user.name === name),
);

describe('the result of a read', () => {
  it('is the entities of an All', () => {
    const all$ = cache.select(allUsers);
    type Result = Expect<Equal<typeof all$, Observable<User[] | undefined>>>;
  });

  it('is the union of the entities of a polymorphic All', () => {
    const all$ = cache.select(feed);
    type Result = Expect<Equal<typeof all$, Observable<(Link | Post)[] | undefined>>>;
    const urls = cache.get(feed)?.map((item) => (item.type === 'link' ? item.url : item.content));
    type Narrowed = Expect<Equal<typeof urls, string[] | undefined>>;
  });

  it('is an entity, by its class', () => {
    const user = cache.get(User, 'a');
    type Result = Expect<Equal<typeof user, User | undefined>>;
  });

  it('is one of several entities, by a Union', () => {
    const item = cache.get(new schema.Union({ link: Link, post: Post }, 'type'), 5);
    type Result = Expect<Equal<typeof item, Link | Post | undefined>>;
  });

  it('is the entries of a Query without process', () => {
    const all = cache.get(users);
    type Result = Expect<Equal<typeof all, User[] | undefined>>;
  });

  it('is what process returns', () => {
    const count = cache.get(countUsers);
    const found = cache.get(userNamed, { name: 'Ada' });
    const byId = cache.get(
      new Query(allUsers, (all) => new Map(all.map((user) => [user.id, user]))),
    );
    type Results = [
      Expect<Equal<typeof count, number | undefined>>,
      Expect<Equal<typeof found, User | undefined>>,
      Expect<Equal<typeof byId, Map<string, User> | undefined>>,
    ];
  });

  it('is the last response of an endpoint', () => {
    const getUser = new Endpoint({ load: (pk: string) => of({ id: pk }), schema: User });
    const last = cache.get(getUser, 'a');
    type Result = Expect<Equal<typeof last, User | undefined>>;
    // @ts-expect-error the endpoint's argument is missing
    cache.get(getUser);
  });

  it('is the same for every reading method', () => {
    const select = cache.select(sortedUsers, { asc: true });
    const selectOf = cache.select(sortedUsers, of<[Order]>([{ asc: true }]));
    const selectSignal = cache.selectSignal(sortedUsers, { asc: true });
    const selectSignalOf = cache.selectSignal(sortedUsers, () => [{ asc: true }]);
    const get = cache.get(sortedUsers, { asc: true });
    type Results = [
      Expect<Equal<typeof select, Observable<User[] | undefined>>>,
      Expect<Equal<typeof selectOf, Observable<User[] | undefined>>>,
      Expect<Equal<typeof selectSignal, Signal<User[] | undefined>>>,
      Expect<Equal<typeof selectSignalOf, Signal<User[] | undefined>>>,
      Expect<Equal<typeof get, User[] | undefined>>,
    ];
  });

  it('may be sorted in a copy, and passed on as a mutable array', () => {
    const list = cache.get(users) ?? [];
    const copy: User[] = [...list].sort((a, b) => a.name.localeCompare(b.name));
    const passed: User[] = list;
  });

  it('excludes values that cannot be read', () => {
    // @ts-expect-error an array is a schema, not something to read
    cache.get([User]);
    // @ts-expect-error an instance is not its class
    cache.get(User.fromJS({}), 'a');
    // @ts-expect-error a function is not a Query
    cache.get(() => 5);
    // @ts-expect-error schema.Array describes a response
    cache.get(new schema.Array(User));
  });
});

describe('the arguments of a read', () => {
  it('are none for an All, and for a Query whose process takes none', () => {
    cache.get(allUsers);
    cache.get(countUsers);
    // @ts-expect-error
    cache.get(allUsers, { asc: true });
    // @ts-expect-error
    cache.get(countUsers, { asc: true });
  });

  it('are those of process after the entries', () => {
    cache.get(userNamed, { name: 'Ada' });
    // @ts-expect-error the argument is missing
    cache.get(userNamed);
    // @ts-expect-error the argument has another property
    cache.get(userNamed, { nmae: 'Ada' });
    // @ts-expect-error the argument has another type
    cache.get(userNamed, { name: 5 });
    // @ts-expect-error there is no second argument
    cache.get(userNamed, { name: 'Ada' }, 5);
  });

  it('may be omitted if process has a default', () => {
    cache.get(sortedUsers);
    cache.get(sortedUsers, undefined);
    cache.get(sortedUsers, { asc: false });
    // @ts-expect-error
    cache.get(sortedUsers, { asc: 'yes' });
    // @ts-expect-error
    cache.get(sortedUsers, {});
  });

  it('may be omitted if they are optional', () => {
    const firstUsers = new Query(allUsers, (entries, limit?: number) => entries.slice(0, limit));
    cache.get(firstUsers);
    cache.get(firstUsers, 5);
    // @ts-expect-error
    cache.get(firstUsers, '5');
  });

  it('may be several, and of any number', () => {
    const between = new Query(allUsers, (entries, from: number, to: number = 10) =>
      entries.slice(from, to),
    );
    cache.get(between, 1);
    cache.get(between, 1, 2);
    // @ts-expect-error the first has no default
    cache.get(between);
    const some = new Query(allUsers, (entries, ...ids: string[]) =>
      entries.filter((user) => ids.includes(user.id)),
    );
    cache.get(some);
    cache.get(some, 'a', 'b');
    // @ts-expect-error
    cache.get(some, 1);
  });

  it('are a key, or an object with its fields, for an Entity class', () => {
    cache.get(User, 'a');
    cache.get(User, 5);
    cache.get(User, { id: 'a' });
    // @ts-expect-error the key is missing
    cache.get(User);
    // @ts-expect-error there is no such field
    cache.get(User, { uid: 'a' });
    // @ts-expect-error it is not a key
    cache.get(User, true);
  });

  it('are a key, or an object with the key and the attribute, for a Union', () => {
    const item = new schema.Union({ link: Link, post: Post }, 'type');
    cache.get(item, 5);
    cache.get(item, { id: 5, type: 'post' });
    // @ts-expect-error the key is missing
    cache.get(item);
  });

  it('disable the read as a sole null', () => {
    const disabled = cache.get(userNamed, null);
    type Result = Expect<Equal<typeof disabled, User | undefined>>;
    cache.select(User, null);
    cache.select(allUsers, null);
    cache.selectSignal(countUsers, null);
    // @ts-expect-error undefined is not null: the argument may be missing by mistake
    cache.get(userNamed, undefined);
    // @ts-expect-error null is not a part of an argument
    cache.get(userNamed, { name: null });
  });

  it('come as tuples from an Observable', () => {
    cache.select(userNamed, id$.pipe(map((name) => [{ name }])));
    cache.select(userNamed, id$.pipe(map((name) => (name === '' ? [null] : [{ name }]))));
    cache.select(User, id$.pipe(map((pk) => [pk])));
    // @ts-expect-error it is not a tuple
    cache.select(User, id$);
    // @ts-expect-error the argument has another property
    cache.select(userNamed, id$.pipe(map((name) => [{ nmae: name }])));
  });

  it('come as tuples from an existing Observable', () => {
    const args$ = id$.pipe(map((name) => [{ name }] as const));
    const found$ = cache.select(userNamed, args$);
    type Result = Expect<Equal<typeof found$, Observable<User | undefined>>>;
  });

  it('come as tuples from signals', () => {
    cache.selectSignal(User, () => [id() ?? null]);
    cache.selectSignal(userNamed, () => {
      const name = id();
      return name === undefined ? [null] : [{ name }];
    });
    // @ts-expect-error it is not a tuple
    cache.selectSignal(User, () => id() ?? null);
    // @ts-expect-error the argument has another property
    cache.selectSignal(userNamed, () => [{ nmae: 'Ada' }]);
    cache.selectSignal(userNamed, () => [{ name: 'Ada' }], { injector: {} as Injector });
  });

  it('keep their literal types, without as const', () => {
    interface Filter {
      status: 'open' | 'done';
      ids?: number[];
      by?: { name: 'title' | 'id' };
    }
    const filtered = new Query(allTodos, (todos, filter: Filter) => todos);
    const sorted = new Query(allTodos, (todos, by: 'title' | 'id', desc?: boolean) => todos);
    const ids: number[] = [];
    cache.selectSignal(filtered, () => [{ status: 'open' }]);
    cache.selectSignal(filtered, () => [{ status: 'open', ids: [1, 2], by: { name: 'id' } }]);
    cache.selectSignal(filtered, () => [{ status: 'open', ids }]);
    cache.selectSignal(filtered, () => (ids.length > 0 ? [null] : [{ status: 'done' }]));
    cache.selectSignal(sorted, () => ['title']);
    cache.selectSignal(sorted, () => ['title', true]);
    cache.selectSignal(filtered, { status: 'open' });
    cache.select(filtered, id$.pipe(map(() => [{ status: 'open' }])));
    cache.select(sorted, id$.pipe(map(() => ['id', true])));
    // @ts-expect-error it is not one of the literals
    cache.selectSignal(filtered, () => [{ status: 'closed' }]);
    // @ts-expect-error it is not one of the literals
    cache.selectSignal(sorted, () => ['name']);
  });

  it('of a query that takes a function are passed through a getter', () => {
    const test = (todo: Todo) => todo.id === 1;
    const passing = new Query(allTodos, (todos, passes: (todo: Todo) => boolean) =>
      todos.filter(passes),
    );
    cache.selectSignal(passing, () => [test]);
    // @ts-expect-error a sole function is the getter
    cache.selectSignal(passing, test);
  });
});

describe('a join', () => {
  const todosOf = new Query(allTodos, (todos, { id: user }: { id: string }) =>
    todos.filter((todo) => todo.userId.id === user),
  );

  it('returns each member, or undefined for unknown ones', () => {
    const both = cache.get({ users: allUsers, count: countUsers, items: feed });
    type Result = Expect<
      Equal<
        typeof both,
        | {
            users: User[] | undefined;
            count: number | undefined;
            items: (Link | Post)[] | undefined;
          }
        | undefined
      >
    >;
  });

  it('may have a join as a member', () => {
    const nested = cache.get({ inner: { users: allUsers } });
    type Result = Expect<
      Equal<typeof nested, { inner: { users: User[] | undefined } | undefined } | undefined>
    >;
  });

  it('passes every member the same arguments', () => {
    const profile = { user: User, todos: todosOf };
    const both = cache.get(profile, { id: 'a' });
    type Result = Expect<
      Equal<typeof both, { user: User | undefined; todos: Todo[] | undefined } | undefined>
    >;
    // @ts-expect-error todosOf needs an object
    cache.get(profile, 'a');
    // @ts-expect-error both need an argument
    cache.get(profile);
  });

  it('takes the arguments of all members together', () => {
    const limited = new Query(allUsers, (all, { limit }: { limit: number }) => all.slice(0, limit));
    const both = { sorted: sortedUsers, limited };
    cache.get(both, { asc: true, limit: 5 });
    // @ts-expect-error asc is missing
    cache.get(both, { limit: 5 });
    // @ts-expect-error limit is missing
    cache.get(both, { asc: true });
    // @ts-expect-error limited has no default
    cache.get(both);
  });

  it('needs no arguments if no member needs any', () => {
    cache.get({ users: allUsers, sorted: sortedUsers });
    cache.get({ users: allUsers, sorted: sortedUsers }, { asc: false });
    // @ts-expect-error
    cache.get({ users: allUsers, sorted: sortedUsers }, { limit: 5 });
  });
});

describe('a Query over', () => {
  it('an Entity gets the entity, and takes its key', () => {
    const nameOf = new Query(User, (user) => user.name);
    const name = cache.get(nameOf, 'a');
    type Result = Expect<Equal<typeof name, string | undefined>>;
    // @ts-expect-error the key is missing
    cache.get(nameOf);
  });

  it('a Union gets one of its entities', () => {
    const item = new schema.Union({ link: Link, post: Post }, 'type');
    const textOf = new Query(item, (it) => (it.type === 'link' ? it.title : it.content));
    const text = cache.get(textOf, { id: 5, type: 'link' });
    type Result = Expect<Equal<typeof text, string | undefined>>;
  });

  it('another Query gets its result, and takes its arguments', () => {
    const names = new Query(sortedUsers, (all) => all.map((user) => user.name));
    const sorted = cache.get(names, { asc: true });
    type Result = Expect<Equal<typeof sorted, string[] | undefined>>;
    cache.get(names);
    // @ts-expect-error
    cache.get(names, { asc: 5 });
  });

  it('another Query takes the arguments of both', () => {
    const some = new Query(userNamed, (user, { loud }: { loud: boolean }) =>
      loud ? user?.name.toUpperCase() : user?.name,
    );
    cache.get(some, { name: 'Ada', loud: true });
    // @ts-expect-error name is missing, which the inner Query takes, too
    cache.get(some, { loud: true });
  });

  it('a join gets the members', () => {
    const profile = new Query(
      { user: User, todos: allTodos },
      ({ user, todos }, { id: pk }: { id: string }) => ({
        name: user?.name,
        open: todos?.filter((todo) => todo.userId.id === pk && !todo.completed).length ?? 0,
      }),
    );
    const result = cache.get(profile, { id: 'a' });
    type Result = Expect<
      Equal<typeof result, { name: string | undefined; open: number } | undefined>
    >;
    new Query({ users: allUsers }, (join) => {
      // @ts-expect-error a member may be unknown
      return join.users.length;
    });
  });

  it('an endpoint gets its last response', () => {
    const getUsers = new Endpoint({ load: () => of([{ id: 'a' }]), schema: [User] });
    const countLast = new Query(getUsers, (last) => last.length);
    const count = cache.get(countLast);
    type Result = Expect<Equal<typeof count, number | undefined>>;
  });
});

describe('a subclass of Query', () => {
  class SortedUsers extends Query<typeof allUsers, [order?: Order], string[]> {
    override process(entries: User[], { asc }: Order = { asc: true }): string[] {
      const names = entries.map((user) => user.name).sort();
      return asc ? names : names.reverse();
    }
    override key(order?: Order): string {
      return String(order?.asc ?? true);
    }
  }

  it('defines process and key as methods', () => {
    const sorted = new SortedUsers(allUsers);
    const names = cache.get(sorted, { asc: true });
    type Result = Expect<Equal<typeof names, string[] | undefined>>;
    cache.get(sorted);
    // @ts-expect-error
    cache.get(sorted, { asc: 1 });
  });

  it('may take other arguments in its constructor', () => {
    class UsersOf extends Query<typeof allUsers> {
      constructor(private readonly admins: boolean) {
        super(allUsers);
      }
      override process(entries: User[]): User[] {
        return entries.filter((user) => user.isAdmin === this.admins);
      }
    }
    const admins = cache.get(new UsersOf(true));
    type Result = Expect<Equal<typeof admins, User[] | undefined>>;
  });

  it('must return its declared type', () => {
    class Count extends Query<typeof allUsers, [], number> {
      // @ts-expect-error a string is not a number
      override process(entries: User[]): string {
        return String(entries.length);
      }
    }
  });
});

describe('a Query itself', () => {
  it('exposes its parts', () => {
    const key: string = sortedUsers.key({ asc: true });
    const all: schema.All<typeof User> = sortedUsers.schema;
    const list: User[] = sortedUsers.process([], { asc: true });
    // @ts-expect-error it has no fetch
    sortedUsers.fetch();
    // @ts-expect-error the arguments of key are those of process
    sortedUsers.key({ asc: 1 });
    // @ts-expect-error a Query is not fetched
    cache.fetch(sortedUsers);
  });
});
