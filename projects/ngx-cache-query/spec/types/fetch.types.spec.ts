import {
  type CacheError,
  type CacheService,
  type CacheSnapshot,
  Endpoint,
  Query,
  RestEndpoint,
  type RestError,
  schema,
  toValues,
} from 'ngx-cache-query';
import { type Observable, of } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { Link, Post, Todo, User } from '../support/models';

declare const cache: CacheService;

describe('an Endpoint', () => {
  it('has the arguments of load, and the value of its schema', () => {
    const getUser = new Endpoint({ load: (id: string) => of({ id }), schema: User });
    const user$ = cache.fetch(getUser, 'a');
    type Result = Expect<Equal<typeof user$, Observable<User>>>;
    // @ts-expect-error the argument is missing
    cache.fetch(getUser);
    // @ts-expect-error the argument has another type
    cache.fetch(getUser, 5);
    // @ts-expect-error null is for reads
    cache.fetch(getUser, null);
  });

  it('has no arguments when load has none', () => {
    const getUsers = new Endpoint({ load: () => of([]), schema: [User] });
    const users$ = cache.fetch(getUsers);
    type Result = Expect<Equal<typeof users$, Observable<User[]>>>;
    // @ts-expect-error
    cache.fetch(getUsers, 'a');
  });

  it('may have optional arguments or defaults', () => {
    const getUsers = new Endpoint({ load: (page: number = 1, size?: number) => of([page, size]) });
    cache.fetch(getUsers);
    cache.fetch(getUsers, 2);
    cache.fetch(getUsers, 2, 50);
    // @ts-expect-error
    cache.fetch(getUsers, '2');
  });

  it('returns the response itself without a schema', () => {
    const getTime = new Endpoint({ load: () => of({ now: 5 }) });
    const time$ = cache.fetch(getTime);
    const last = cache.get(getTime);
    type Results = [
      Expect<Equal<typeof time$, Observable<{ now: number }>>>,
      Expect<Equal<typeof last, { now: number } | undefined>>,
    ];
  });

  it('returns what every kind of schema describes', () => {
    const load = () => of();
    const page$ = cache.fetch(new Endpoint({ load, schema: { results: [User], total: 0 } }));
    const feed$ = cache.fetch(
      new Endpoint({ load, schema: new schema.All({ link: Link, post: Post }, 'type') }),
    );
    const gone$ = cache.fetch(new Endpoint({ load, schema: new schema.Invalidate(User) }));
    type Results = [
      Expect<Equal<typeof page$, Observable<{ results: User[]; total: number }>>>,
      Expect<Equal<typeof feed$, Observable<(Link | Post)[]>>>,
      Expect<Equal<typeof gone$, Observable<undefined>>>,
    ];
  });

  it('has a key with the same arguments', () => {
    new Endpoint({ load: (id: string) => of({ id }), key: (id) => id.toUpperCase() });
    new Endpoint({
      load: (id: string) => of({ id }),
      // @ts-expect-error another argument
      key: (id: number) => String(id),
    });
  });

  it('needs load', () => {
    // @ts-expect-error
    new Endpoint({ schema: User });
    // @ts-expect-error load returns an Observable
    new Endpoint({ load: () => Promise.resolve({}) });
  });
});

describe('the path of a RestEndpoint', () => {
  const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

  it('names required parameters', () => {
    const user$ = cache.fetch(getUser, { id: 5 });
    type Result = Expect<Equal<typeof user$, Observable<User>>>;
    cache.fetch(getUser, { id: 'a' });
    // @ts-expect-error the argument is missing
    cache.fetch(getUser);
    // @ts-expect-error the parameter is missing
    cache.fetch(getUser, {});
    // @ts-expect-error the parameter has another name
    cache.fetch(getUser, { pk: 5 });
    // @ts-expect-error there is no such parameter
    cache.fetch(getUser, { id: 5, name: 'Ada' });
    // @ts-expect-error a parameter is a string or a number
    cache.fetch(getUser, { id: { pk: 5 } });
    // @ts-expect-error a parameter has a value
    cache.fetch(getUser, { id: undefined });
    // @ts-expect-error there is no body
    cache.fetch(getUser, { id: 5 }, {});
  });

  it('may have none', () => {
    const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });
    const users$ = cache.fetch(getUsers);
    type Result = Expect<Equal<typeof users$, Observable<User[]>>>;
    // @ts-expect-error
    cache.fetch(getUsers, { id: 5 });
  });

  it('may have several, in one segment too', () => {
    const compare = new RestEndpoint({ path: '/repos/:owner/:repo/compare/:from...:to' });
    cache.fetch(compare, { owner: 'a', repo: 'b', from: 'c', to: 'd' });
    // @ts-expect-error to is missing
    cache.fetch(compare, { owner: 'a', repo: 'b', from: 'c' });
  });

  it('may have a quoted name', () => {
    const getPart = new RestEndpoint({ path: '/parts/:"part-no"/list' });
    cache.fetch(getPart, { 'part-no': 5 });
    // @ts-expect-error
    cache.fetch(getPart);
  });

  it('may have an optional group', () => {
    const getUsers = new RestEndpoint({ path: '/users{/:id}', schema: User });
    cache.fetch(getUsers);
    cache.fetch(getUsers, {});
    cache.fetch(getUsers, { id: 5 });
    // @ts-expect-error
    cache.fetch(getUsers, { pk: 5 });
    const getTodo = new RestEndpoint({ path: '/users/:user/todos{/:todo}/list' });
    cache.fetch(getTodo, { user: 1 });
    cache.fetch(getTodo, { user: 1, todo: 2 });
    // @ts-expect-error user is missing
    cache.fetch(getTodo, { todo: 2 });
  });

  it('may have a wildcard', () => {
    const getFile = new RestEndpoint({ path: '/files/*path/info/:id' });
    cache.fetch(getFile, { path: ['a', 'b', 5], id: 1 });
    // @ts-expect-error a wildcard takes segments
    cache.fetch(getFile, { path: 'a/b', id: 1 });
    // @ts-expect-error id is missing
    cache.fetch(getFile, { path: ['a'] });
  });

  it('accepts any parameters if it is only known as a string', () => {
    const path = '/users/:id' as string;
    const getAny = new RestEndpoint({ path, schema: User });
    cache.fetch(getAny, { id: 5 });
    cache.fetch(getAny);
  });
});

describe('the search parameters of a RestEndpoint', () => {
  it('may be omitted if they are optional', () => {
    const findUsers = new RestEndpoint({
      path: '/users',
      searchParams: {} as { q?: string; page?: number; tags?: string[] },
      schema: new schema.All(User),
    });
    cache.fetch(findUsers);
    cache.fetch(findUsers, { q: 'ada', page: 2, tags: ['x'] });
    // @ts-expect-error there is no such parameter
    cache.fetch(findUsers, { query: 'ada' });
    // @ts-expect-error it has another type
    cache.fetch(findUsers, { page: 'two' });
  });

  it('must be passed if they are required', () => {
    const findUsers = new RestEndpoint({ path: '/users', searchParams: {} as { q: string } });
    cache.fetch(findUsers, { q: 'ada' });
    // @ts-expect-error
    cache.fetch(findUsers);
  });

  it('are passed with the parameters of the path', () => {
    const getTodos = new RestEndpoint({
      path: '/users/:id/todos',
      searchParams: {} as { completed?: boolean },
      schema: [Todo],
    });
    cache.fetch(getTodos, { id: 1 });
    cache.fetch(getTodos, { id: 1, completed: true });
    // @ts-expect-error id is missing
    cache.fetch(getTodos, { completed: true });
  });
});

describe('the body of a RestEndpoint', () => {
  it('is the only argument without parameters', () => {
    const createUser = new RestEndpoint({
      path: '/users',
      method: 'POST',
      body: {} as { name: string },
      schema: User,
    });
    const user$ = cache.fetch(createUser, { name: 'Ada' });
    type Result = Expect<Equal<typeof user$, Observable<User>>>;
    // @ts-expect-error the body is missing
    cache.fetch(createUser);
    // @ts-expect-error the body has another type
    cache.fetch(createUser, { name: 5 });
    // @ts-expect-error there are no parameters
    cache.fetch(createUser, {}, { name: 'Ada' });
  });

  it('is the second argument after parameters', () => {
    const updateUser = new RestEndpoint({
      path: '/users/:id',
      method: 'PATCH',
      body: {} as { name?: string },
      schema: User,
    });
    cache.fetch(updateUser, { id: 5 }, { name: 'Ada' });
    cache.fetch(updateUser, { id: 5 }, {});
    // @ts-expect-error the body is missing
    cache.fetch(updateUser, { id: 5 });
    // @ts-expect-error the order is parameters, then body
    cache.fetch(updateUser, { name: 'Ada' }, { id: 5 });
  });

  it('may be of any type', () => {
    const upload = new RestEndpoint({ path: '/files', body: {} as FormData | Blob });
    cache.fetch(upload, new FormData());
    const rename = new RestEndpoint({ path: '/name', method: 'PUT', body: '' as string });
    cache.fetch(rename, 'Ada');
    // @ts-expect-error
    cache.fetch(rename, 5);
  });
});

describe('the value of a RestEndpoint', () => {
  it('is unknown without schema and process', () => {
    const ping = new RestEndpoint({ path: '/ping' });
    const ping$ = cache.fetch(ping);
    type Result = Expect<Equal<typeof ping$, Observable<unknown>>>;
  });

  it('is what process returns without a schema', () => {
    const getCount = new RestEndpoint({
      path: '/users/:team/count',
      process: (response: { count: number }, _response, { team }) => ({
        team,
        count: response.count,
      }),
    });
    const count$ = cache.fetch(getCount, { team: 'a' });
    type Result = Expect<
      Equal<typeof count$, Observable<{ team: string | number | bigint | boolean; count: number }>>
    >;
  });

  it('is the value of the schema, if there is one', () => {
    const getUsers = new RestEndpoint({
      path: '/users',
      process: (response: { data: unknown[] }) => response.data,
      schema: [User],
    });
    const users$ = cache.fetch(getUsers);
    type Result = Expect<Equal<typeof users$, Observable<User[]>>>;
  });
});

describe('an inline endpoint', () => {
  it('has the same types', () => {
    const ping$ = cache.fetch(new RestEndpoint({ path: '/ping' }));
    const user$ = cache.fetch(new RestEndpoint({ path: '/users/:id', schema: User }), { id: 5 });
    const last = cache.get(new RestEndpoint({ path: '/users/:id', schema: User }), { id: 5 });
    const other$ = cache.fetch(new Endpoint({ load: (id: string) => of({ id }) }), 'a');
    type Results = [
      Expect<Equal<typeof ping$, Observable<unknown>>>,
      Expect<Equal<typeof user$, Observable<User>>>,
      Expect<Equal<typeof last, User | undefined>>,
      Expect<Equal<typeof other$, Observable<{ id: string }>>>,
    ];
  });

  it('has the same types if it extends another one', () => {
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
    const user$ = cache.fetch(getUser.extend({ urlPrefix: '/v2' }), { id: 5 });
    const todo$ = cache.fetch(getUser.extend({ path: '/todos/:todo', schema: Todo }), { todo: 5 });
    type Results = [
      Expect<Equal<typeof user$, Observable<User>>>,
      Expect<Equal<typeof todo$, Observable<Todo>>>,
    ];
  });
});

describe('ensure, watch and state', () => {
  const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

  it('have the types of fetch', () => {
    const once$ = cache.ensure(getUser, { id: 5 });
    const live$ = cache.watch(getUser, { id: 5 }).pipe(toValues());
    const state$ = cache.watch(getUser, { id: 5 });
    type Results = [
      Expect<Equal<typeof once$, Observable<User>>>,
      Expect<Equal<typeof live$, Observable<User>>>,
      Expect<Equal<typeof state$, Observable<CacheSnapshot<User>>>>,
    ];
    // @ts-expect-error the argument is missing
    cache.ensure(getUser);
    // @ts-expect-error the argument is missing
    cache.watch(getUser).pipe(toValues());
    // @ts-expect-error the argument is missing
    cache.watch(getUser);
    // @ts-expect-error a Query makes no request
    cache.watch(new Query(new schema.All(User))).pipe(toValues());
  });

  it('may be disabled in methods that keep emitting', () => {
    cache.watch(getUser, null).pipe(toValues());
    cache.watch(getUser, null);
    // @ts-expect-error it would never emit
    cache.ensure(getUser, null);
  });

  it('distinguish the states', () => {
    cache.watch(getUser, { id: 5 }).subscribe((state) => {
      switch (state.status) {
        case 'resolved':
        case 'reloading': {
          type Value = Expect<Equal<typeof state.value, User>>;
          type Errors = [
            Expect<Equal<typeof state.error, undefined>>,
            Expect<Equal<typeof state.refreshError, CacheError | undefined>>,
          ];
          break;
        }
        case 'error': {
          type Value = Expect<Equal<typeof state.value, undefined>>;
          type Failure = Expect<Equal<typeof state.error, CacheError>>;
          break;
        }
        case 'loading': {
          type Value = Expect<Equal<typeof state.value, User | undefined>>;
          break;
        }
        default: {
          type Value = Expect<Equal<typeof state.value, undefined>>;
          type Status = Expect<Equal<typeof state.status, 'idle'>>;
        }
      }
      type At = Expect<Equal<typeof state.fetchedAt, number | undefined>>;
      // @ts-expect-error there may be no value
      return state.value.name;
    });
  });

  it('can be refetched, with arguments or without', () => {
    cache.refetch(getUser);
    cache.refetch(getUser, { id: 5 });
    // @ts-expect-error the parameter has another name
    cache.refetch(getUser, { pk: 5 });
  });
});

describe('extend', () => {
  const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

  it('keeps what it does not change', () => {
    const there = getUser.extend({ urlPrefix: 'https://api.example.com' });
    const user$ = cache.fetch(there, { id: 5 });
    type Result = Expect<Equal<typeof user$, Observable<User>>>;
    // @ts-expect-error the parameter is still missing
    cache.fetch(there);
  });

  it('changes the path', () => {
    const getTodo = getUser.extend({ path: '/users/:id/todos/:todo', schema: Todo });
    const todo$ = cache.fetch(getTodo, { id: 5, todo: 1 });
    type Result = Expect<Equal<typeof todo$, Observable<Todo>>>;
    // @ts-expect-error
    cache.fetch(getTodo, { id: 5 });
  });

  it('changes the method, and adds a body', () => {
    const updateUser = getUser.extend({ method: 'PATCH', body: {} as { name: string } });
    const user$ = cache.fetch(updateUser, { id: 5 }, { name: 'Ada' });
    type Result = Expect<Equal<typeof user$, Observable<User>>>;
    // @ts-expect-error the body is missing
    cache.fetch(updateUser, { id: 5 });
    const deleteUser = getUser.extend({ method: 'DELETE', schema: new schema.Invalidate(User) });
    const gone$ = cache.fetch(deleteUser, { id: 5 });
    type Gone = Expect<Equal<typeof gone$, Observable<undefined>>>;
  });

  it('adds search parameters', () => {
    const full = getUser.extend({ searchParams: {} as { expand?: boolean } });
    cache.fetch(full, { id: 5, expand: true });
    // @ts-expect-error
    cache.fetch(full, { id: 5, expnad: true });
  });

  it('refuses unknown options', () => {
    // @ts-expect-error
    getUser.extend({ pth: '/users' });
    // @ts-expect-error
    getUser.extend({ method: 'FETCH' });
  });

  it('returns a RestEndpoint that can be extended again', () => {
    const again = getUser.extend({ path: '/u/:uid' }).extend({ schema: Todo });
    const todo$ = cache.fetch(again, { uid: 1 });
    type Result = Expect<Equal<typeof todo$, Observable<Todo>>>;
  });
});

describe('a RestError', () => {
  it('has the status, and a body of a type that the caller names', () => {
    const error = {} as RestError<{ field: string }>;
    type Results = [
      Expect<Equal<typeof error.status, number>>,
      Expect<Equal<typeof error.body, { field: string }>>,
      Expect<Equal<typeof error.url, string>>,
      Expect<Equal<typeof error.endpoint, string>>,
    ];
  });
});
