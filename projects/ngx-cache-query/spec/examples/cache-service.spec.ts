// The examples in the guides about CacheService, schemas and endpoints. The guides show each region unchanged.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject, input, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheError,
  CacheService,
  Endpoint,
  Entity,
  fromEventSource,
  provideCache,
  Query,
  ref,
  RestEndpoint,
  RestError,
  schema,
  toValues,
  typed,
  withExpiry,
  withFrameBatching,
  withRefetchOnFocus,
  withRefetchOnReconnect,
  withRest,
  withRetention,
  withRetry,
} from 'ngx-cache-query';
import { type CacheExtension, type Commit, withExtension } from 'ngx-cache-query/extensions';
import { from, map, of, Subject } from 'rxjs';
import { hydrateComponents } from '../support/hydrated';

// #region entities
class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly isAdmin: boolean = false;
}

class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly title: string = '';
  readonly completed: boolean = false;
  readonly owner: User = User.fromJS({}); // a key in the response, and a User when you read it
  static override readonly schema = { owner: User };
}
// #endregion

// #region endpoints
const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });
const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  body: typed<{ name: string }>(),
  schema: User,
});
// #endregion

// #region queries
const sortedUsers = new Query(
  new schema.All(User),
  (users, { isAdmin }: { isAdmin?: boolean } = {}) =>
    users
      .filter((user) => isAdmin === undefined || user.isAdmin === isAdmin)
      .sort((a, b) => a.name.localeCompare(b.name)),
);
const countUsers = new Query(new schema.All(User), (users) => users.length);
const todosOf = new Query(new schema.All(Todo), (todos, { id }: { id: number }) =>
  todos.filter((todo) => todo.owner.id === id),
);
// #endregion

// #region fresh
const alwaysFresh = provideCache(
  withExpiry({ staleTime: 5 * 60_000 }), // responses stay fresh for five minutes; default: one minute
  withRefetchOnFocus(), // refetches stale data when the user returns to the page
  withRefetchOnReconnect(), // refetches stale data when the browser is online again
  withRetry(), // retries failed reads after 1, 2 and 4 seconds, or after the delay in Retry-After
  withRetention({ time: 10 * 60_000 }), // evicts data that has been unused for ten minutes; default: five
  withFrameBatching(), // commits the messages of a frame together
);

function followServer(cache: CacheService) {
  const users$ = fromEventSource('/api/users/events'); // reconnects, and continues after the last event
  cache.connect(users$, User);
  return users$.status$; // 'connecting', 'open', 'waiting'
}
// #endregion

// #region signal-input
@Component({ selector: 'app-user-name', template: `{{ user()?.name }}` })
class UserName {
  private readonly cache = inject(CacheService);
  readonly id = input.required<number>();
  protected readonly user = this.cache.selectSignal(User, () => [this.id()]);
}
// #endregion

// #region get-user
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
// #endregion

// #region extension
class CommitLog implements CacheExtension {
  onCommit({ id, changes }: Commit): void {
    for (const { table, pk, before, after } of changes) {
      console.log(`commit ${id}: ${table} ${pk}`, before, after);
    }
  }
}
// #endregion

// #region polymorphic
class Link extends Entity {
  static override readonly key: string = 'Link';
  readonly id: number = 0;
  readonly type = 'link' as const;
  readonly url: string = '';
}
class Post extends Entity {
  static override readonly key: string = 'Post';
  readonly id: number = 0;
  readonly type = 'post' as const;
  readonly content: string = '';
}
const feed = new schema.All({ link: Link, post: Post }, 'type');
const getFeed = new RestEndpoint({ path: '/feed', schema: feed });
// #endregion

hydrateComponents([UserName]);

describe('the guides about CacheService', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  const log: unknown[] = [];
  const show = (...values: unknown[]): void => void log.push(...values);

  beforeEach(() => {
    log.length = 0;
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
  });

  const start = () => {
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
  };
  const names = (users: readonly User[] | undefined) => users?.map((user) => user.name);
  const load = () =>
    cache.set(
      [User],
      [
        { id: 1, name: 'Mina', isAdmin: true },
        { id: 2, name: 'Abel' },
        { id: 3, name: 'Zoë' },
      ],
    );

  it('sets the cache up', () => {
    // #region set-up
    const providers = [
      provideCache(
        withRest({ urlPrefix: '/api' }), // the prefix of all URLs
        withRetention(), // evicts unused data after five minutes
        withRefetchOnFocus(), // refetches stale data when the user returns to the page
      ),
    ];
    // #endregion
    TestBed.configureTestingModule({ providers });
    start();
    cache.fetch(getUsers).subscribe();
    http.expectOne('/api/users').flush([]);
    expect(cache.get(countUsers)).toBe(0);
  });

  it('selects', () => {
    start();
    // #region select
    const admins$ = cache.select(sortedUsers, { isAdmin: true }); // Observable<User[] | undefined>
    const users$ = cache.select(new schema.All(User)); // every user in the cache
    const user$ = cache.select(User, 2); // one user
    const profile$ = cache.select({ user: User, todos: todosOf }, { id: 2 }); // a join
    const response$ = cache.select(getUsers); // the last response of an endpoint
    const nothing$ = cache.select(User, null); // disabled: emits undefined
    // #endregion
    const seen = [admins$, users$, user$, profile$, response$, nothing$].map((stream$) => {
      const values: unknown[] = [];
      (stream$ as typeof nothing$).subscribe((value) => values.push(value));
      return values;
    });
    expect(seen.every((values) => values.length === 1 && values[0] === undefined)).toBeTrue();
    load();
    cache.set(Todo, { id: 1, owner: 2, title: 'Tea' });
    const [admins, users, user, profile, response, nothing] = seen.map((all) => all.at(-1));
    expect(names(admins as User[])).toEqual(['Mina']);
    expect(names(users as User[])).toEqual(['Mina', 'Abel', 'Zoë']);
    expect((user as User).name).toBe('Abel');
    const { todos } = profile as { todos: Todo[] };
    expect(todos.map(({ title, owner }) => `${title} ${owner.name}`)).toEqual(['Tea Abel']);
    expect([response, nothing]).toEqual([undefined, undefined]);
    cache.fetch(getUsers).subscribe();
    http.expectOne('/users').flush([{ id: 3, name: 'Zoë' }]);
    expect(names(seen[4].at(-1) as User[])).toEqual(['Zoë', 'Mina', 'Abel']);
  });

  it('selects with arguments from an Observable', () => {
    start();
    load();
    const search$ = new Subject<string>();
    // #region select-with
    const usersNamed = new Query(new schema.All(User), (users, name: string) =>
      users.filter((user) => user.name.startsWith(name)),
    );
    const found$ = cache.select(usersNamed, search$.pipe(map((text) => [text])));
    // #endregion
    found$.subscribe((users) => show(names(users)));
    search$.next('A');
    search$.next('M');
    expect(log).toEqual([['Abel'], ['Mina']]);
  });

  it('selects as a signal', async () => {
    start();
    TestBed.runInInjectionContext(() => {
      // #region select-signal
      const count = cache.selectSignal(countUsers); // Signal<number | undefined>
      // #endregion
      expect(count()).toBeUndefined();
      load();
      expect(count()).toBe(3);
    });
    const fixture = TestBed.createComponent(UserName);
    fixture.componentRef.setInput('id', 3);
    await fixture.whenStable();
    expect((fixture.nativeElement as HTMLElement).textContent).toBe('Zoë');
    const only = signal(true);
    TestBed.runInInjectionContext(() => {
      // #region select-signal-with
      const users = cache.selectSignal(sortedUsers, () => [{ isAdmin: only() }]);
      // #endregion
      expect(names(users())).toEqual(['Mina']);
      only.set(false);
      expect(names(users())).toEqual(['Abel', 'Zoë']);
    });
  });

  it('gets', () => {
    start();
    load();
    // #region get
    const count = cache.get(countUsers); // number | undefined
    const user = cache.get(User, 2); // User | undefined
    // #endregion
    expect([count, user?.name]).toEqual([3, 'Abel']);
  });

  it('fetches', () => {
    start();
    // #region fetch
    cache.fetch(getUsers).subscribe({
      next: (users) => show(users.length), // User[]
      error: (error: unknown) => show(error),
    });
    // #endregion
    http.expectOne('/users').flush([{ id: 1, name: 'Mina' }]);
    expect(log).toEqual([1]);
  });

  it('keeps active queries fresh', () => {
    start();
    const texts: unknown[] = [];
    const write = (text: string): void => void texts.push(text);
    // #region ensure
    cache.ensure(getUsers).subscribe((users) => show(users.length)); // emits once, for example in a resolver
    // #endregion
    http.expectOne('/users').flush([{ id: 1, name: 'Mina' }]);
    cache.ensure(getUsers).subscribe((users) => show(users.length));
    expect(log).toEqual([1, 1]);
    // prettier-ignore
    // #region to-values
    cache.watch(getUsers).pipe(toValues()).subscribe((users) => show(names(users)));
    // #endregion
    cache.set(User, { id: 1, name: 'Mina B.' });
    expect(log.slice(2)).toEqual([['Mina'], ['Mina B.']]);
    // #region state
    cache.watch(getUsers).subscribe((users) => {
      if (users.value !== undefined) write(`${users.value.length} users`);
      else if (users.status === 'error') write(`failed: ${users.error.message}`);
      else if (users.status === 'loading') write('loading');
    });
    // #endregion
    expect(texts).toEqual(['1 users']);
    // #region refetch
    cache.refetch(getUsers); // active subscribers refetch, and keep their data until the response arrives
    cache.refetch(User, 2); // refetches every response that contains this user
    // #endregion
    http.expectOne('/users').flush([{ id: 1, name: 'Mina C.' }]);
    expect(log.at(-1)).toEqual(['Mina C.']);
    expect(new Set(texts)).toEqual(new Set(['1 users']));
  });

  it('sets', () => {
    start();
    load();
    // #region set
    cache.set(User, { id: 2, name: 'Abel B.' }); // merges these fields
    cache.set(User, 2, (user) => ({ isAdmin: !user.isAdmin })); // changes an existing entity
    cache.set(Todo, { id: 1, title: 'Tea', owner: 2 }); // a relation, by its key
    cache.set(Todo, { id: 2, title: 'Cake', owner: { id: 4, name: 'Noor' } }); // a relation, as an entity
    cache.set([User], [{ id: 5, name: 'Ada' }]); // data for any schema
    // #endregion
    expect(cache.get(User, 2)).toEqual(User.fromJS({ id: 2, name: 'Abel B.', isAdmin: true }));
    expect(cache.get(Todo, 1)?.owner).toBe(cache.get(User, 2)!);
    expect(cache.get(Todo, 2)?.owner.name).toBe('Noor');
    expect(cache.get(countUsers)).toBe(5);
  });

  it('deletes', () => {
    start();
    load();
    // #region delete
    cache.delete(User, 2); // the user leaves every list
    cache.delete(User, (user) => !user.isAdmin); // all users that pass a test
    // #endregion
    expect(cache.get(countUsers)).toBe(1);
  });

  it('resets', async () => {
    start();
    load();
    // #region reset
    await cache.reset(getUsers); // drops the responses of one endpoint
    await cache.reset(); // everything
    // #endregion
    expect(cache.get(countUsers)).toBeUndefined();
    load();
    // #region clear
    await cache.clear(); // the user signs out
    // #endregion
    expect(cache.get(countUsers)).toBeUndefined();
  });

  it('connects', () => {
    start();
    const messages$ = new Subject<unknown>();
    // #region connect
    const connection = cache.connect(messages$, [Todo], { onError: show });
    // #endregion
    messages$.next([{ id: 1, title: 'Tea' }]);
    messages$.next('nonsense');
    messages$.next([{ id: 2, title: 'Cake' }]);
    expect(cache.get(new schema.All(Todo))?.length).toBe(2);
    expect(log.length).toBe(1);
    connection.unsubscribe();
    expect(messages$.observed).toBeFalse();
  });

  it('writes several entities in one commit', () => {
    start();
    load();
    cache.select(sortedUsers).subscribe((users) => show(names(users)));
    // #region batch
    cache.batch(() => {
      cache.set(User, { id: 4, name: 'Noor' });
      cache.set(Todo, { id: 1, title: 'Tea', owner: 4 });
      cache.delete(User, 1);
    }); // one commit: each subscriber is notified once
    // #endregion
    expect(log).toEqual([
      ['Abel', 'Mina', 'Zoë'],
      ['Abel', 'Noor', 'Zoë'],
    ]);
  });

  it('joins, nests and extends Queries', () => {
    start();
    load();
    cache.set(Todo, { id: 1, title: 'Tea', owner: 1 });
    // #region joins
    const openTodos = new Query(new schema.All(Todo), (todos) =>
      todos.filter((todo) => !todo.completed),
    );
    const countOpen = new Query(openTodos, (todos) => todos.length);
    const summary = new Query({ users: countUsers, open: countOpen }, ({ users, open }) =>
      users === undefined || open === undefined ? undefined : `${open} open, ${users} users`,
    );
    // #endregion
    expect(cache.get(summary)).toBe('1 open, 3 users');
    // #region subclass
    class UsersByName extends Query<schema.All<typeof User>, [name: string], User[]> {
      override process(users: User[], name: string): User[] {
        return users.filter((user) => user.name.toLowerCase() === name.toLowerCase());
      }
      override key(name: string): string {
        return name.toLowerCase();
      }
    }
    const usersByName = new UsersByName(new schema.All(User));
    // #endregion
    expect(names(cache.get(usersByName, 'ABEL'))).toEqual(['Abel']);
    expect(cache.get(usersByName, 'abel')).toBe(cache.get(usersByName, 'Abel'));
  });

  it('reads several types as one list', () => {
    start();
    cache.fetch(getFeed).subscribe();
    http.expectOne('/feed').flush([
      { id: 1, type: 'link', url: 'https://angular.dev' },
      { id: 1, type: 'post', content: 'Hello' },
    ]);
    // #region polymorphic-read
    const texts = cache
      .get(feed) // (Link | Post)[] | undefined
      ?.map((item) => (item.type === 'link' ? item.url : item.content));
    // #endregion
    expect(texts).toEqual(['https://angular.dev', 'Hello']);
  });

  it('has relations and deserializers', () => {
    start();
    // #region relations
    class Tag extends Entity {
      static override readonly key: string = 'Tag';
      readonly id: string = '';
      readonly label: string = '';
    }
    class Article extends Entity {
      static override readonly key: string = 'Article';
      readonly id: number = 0;
      readonly author: User | undefined = undefined;
      readonly tags: readonly Tag[] = [];
      readonly publishedAt: Date = new Date(0);
      static override readonly schema = {
        author: User,
        tags: [Tag],
        publishedAt: (iso: string) => new Date(iso),
      };
    }
    // #endregion
    cache.set(Article, {
      id: 1,
      author: { id: 1, name: 'Mina' },
      tags: ['x', { id: 'y', label: 'Y' }],
      publishedAt: '2026-01-31T00:00:00Z',
    });
    const loaded = cache.get(Article, 1)!;
    expect(loaded.author).toBe(cache.get(User, 1));
    expect(loaded.tags.map((tag) => tag.label)).toEqual(['Y']);
    expect(loaded.publishedAt.getUTCFullYear()).toBe(2026);
    cache.set(Tag, { id: 'x', label: 'X' });
    expect(cache.get(Article, 1)?.tags.map((tag) => tag.label)).toEqual(['X', 'Y']);
    cache.set(Article, { id: 2, author: 7 });
    const article = cache.get(Article, 2)!;
    expect(article.author).toBeUndefined();
    // #region ref
    const authorId = ref(article, 'author'); // '7', even though that user is not in the cache
    // #endregion
    expect(authorId).toBe('7');
  });

  it('defines custom keys, and a lifecycle', () => {
    start();
    // #region lifecycle
    type Row = Readonly<Record<string, unknown>>;

    class Seat extends Entity {
      readonly row: number = 0;
      readonly letter: string = '';
      readonly price: number = 0;
      static override readonly key: string = 'Seat';

      override pk() {
        return `${this.row}${this.letter}`;
      }
      static override process(input: Row): Row {
        // An update may contain only some of the fields.
        return 'price' in input ? { ...input, price: Number(input['price']) } : input;
      }
      static override validate({ price }: Row) {
        return Number.isNaN(price) ? 'the price is not a number' : undefined;
      }
    }
    // #endregion
    cache.set([Seat], [{ row: 5, letter: 'C', price: '12.5' }]);
    cache.set(Seat, '5C', () => ({ letter: 'C' }));
    expect(cache.get(Seat, '5C')?.price).toBe(12.5);
    expect(() => cache.set([Seat], [{ row: 5, letter: 'D', price: '?' }])).toThrowMatching(
      (error) => error instanceof CacheError && error.code === 'NCQ1005',
    );
  });

  it('describes responses', () => {
    start();
    // #region schemas
    const page = { results: new schema.All(User), total: 0 }; // { results: User[]; total: number }
    const members = new schema.Values(User); // { [name: string]: User }
    const latest = new schema.Array({ link: Link, post: Post }, 'type'); // (Link | Post)[], in the order of the response
    const item = new schema.Union({ link: Link, post: Post }, 'type'); // Link | Post
    const gone = new schema.Invalidate(User); // deletes the user from the cache
    // #endregion
    const give = <T>(value: T) => of(value);
    const valueOf = (endpoint: Endpoint<[], never, never, unknown>) => {
      let value: unknown;
      cache.fetch(endpoint).subscribe((given) => (value = given));
      return value;
    };
    const ask = (described: object, response: unknown) =>
      valueOf(new Endpoint({ load: () => give(response), schema: described as never }) as never);
    expect(ask(page, { results: [{ id: 1 }], total: 1 })).toEqual({
      results: [User.fromJS({ id: 1 })],
      total: 1,
    });
    expect(ask(members, { a: { id: 2 } })).toEqual({ a: User.fromJS({ id: 2 }) });
    expect(ask(latest, [{ id: 1, type: 'post' }])).toEqual([Post.fromJS({ id: 1 })]);
    expect(ask(item, { id: 1, type: 'link' })).toEqual(Link.fromJS({ id: 1 }));
    expect(ask(gone, { id: 2 })).toBeUndefined();
    expect(cache.get(User, 2)).toBeUndefined();
  });

  it('defines endpoints over HttpClient', () => {
    start();
    // #region rest
    const updateUser = getUser.extend({ method: 'PATCH', body: typed<{ name: string }>() });
    const deleteUser = getUser.extend({ method: 'DELETE', schema: new schema.Invalidate(User) });
    const findUsers = new RestEndpoint({
      urlPrefix: '/api', // for this endpoint; withRest sets it for all endpoints
      path: '/users',
      searchParams: typed<{ q?: string; page?: number }>(),
      process: (response: { data: unknown[] }) => response.data,
      schema: [User],
    });

    cache.fetch(getUser, { id: 5 }).subscribe(); // cache.fetch(getUser) does not compile
    cache.fetch(updateUser, { id: 5 }, { name: 'Ada' }).subscribe(); // first the path parameters, then the body
    cache.fetch(deleteUser, { id: 6 }).subscribe(); // removes user 6 from the cache
    cache.fetch(findUsers, { q: 'ada', page: 2 }).subscribe(); // GET /api/users?page=2&q=ada
    // #endregion
    cache.set(User, { id: 6 });
    http.expectOne({ method: 'GET', url: '/users/5' }).flush({ id: 5, name: 'Ida' });
    const patch = http.expectOne({ method: 'PATCH', url: '/users/5' });
    expect(patch.request.body).toEqual({ name: 'Ada' });
    patch.flush({ id: 5, name: 'Ada' });
    http.expectOne({ method: 'DELETE', url: '/users/6' }).flush(null);
    http.expectOne('/api/users?page=2&q=ada').flush({ data: [{ id: 7, name: 'Adam' }] });
    expect(names(cache.get(sortedUsers))).toEqual(['Ada', 'Adam']);
  });

  it('defines endpoints over any Observable', () => {
    start();
    // #region endpoint
    const database = { users: { get: (id: number) => Promise.resolve({ id, name: 'Mina' }) } };
    const readUser = new Endpoint({
      name: 'readUser',
      load: (id: number) => from(database.users.get(id)),
      schema: User,
    });
    cache.fetch(readUser, 1).subscribe((user) => show(user.name));
    // #endregion
    return new Promise<void>((done) => setTimeout(done)).then(() => expect(log).toEqual(['Mina']));
  });

  it('stays fresh', async () => {
    const own = window.EventSource;
    const sources: EventTarget[] = [];
    window.EventSource = class extends EventTarget {
      constructor() {
        super();
        sources.push(this);
      }
      close(): void {
        show('closed');
      }
    } as never;
    TestBed.configureTestingModule({ providers: [alwaysFresh] });
    start();
    followServer(cache).subscribe(show);
    for (const id of [1, 2]) {
      sources[0].dispatchEvent(new MessageEvent('message', { data: `{"id":${id}}` }));
    }
    await new Promise((done) => setTimeout(done, 150));
    expect(cache.get(countUsers)).toBe(2);
    TestBed.resetTestingModule();
    expect(log).toEqual(['connecting', 'idle', 'closed']);
    window.EventSource = own;
  });

  it('distinguishes errors', () => {
    start();
    // #region errors
    cache.fetch(createUser, { name: '' }).subscribe({
      error: (error: unknown) => {
        if (error instanceof RestError) {
          show(error.status, error.body); // the request failed
        } else if (error instanceof CacheError) {
          show(error.code, error.path); // the response does not match its schema
        }
      },
    });
    // #endregion
    http.expectOne('/users').flush({ name: 'is empty' }, { status: 422, statusText: 'No' });
    expect(log).toEqual([422, { name: 'is empty' }]);
  });

  it('logs commits in an extension', () => {
    // #region with-extension
    const providers = [provideCache(withExtension(() => new CommitLog()))];
    // #endregion
    TestBed.configureTestingModule({ providers });
    start();
    const console = spyOn(window.console, 'log');
    cache.set(User, { id: 1, name: 'Ada' });
    expect(console).toHaveBeenCalledOnceWith('commit 1: User 1', undefined, { id: 1, name: 'Ada' });
  });
});
