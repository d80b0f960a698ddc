// The examples in docstrings. Each region equals the example in one docstring.
import { AsyncPipe } from '@angular/common';
import { HttpEventType, provideHttpClient, withXhr } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import {
  Component,
  computed,
  createEnvironmentInjector,
  EnvironmentInjector,
  inject,
  Injector,
  input,
  type Type,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideClientHydration } from '@angular/platform-browser';
import {
  CacheError,
  CacheService,
  countRows,
  distinctRows,
  Endpoint,
  Entity,
  failureOf,
  filterParams,
  groupRows,
  isPending,
  isSaving,
  join,
  limit,
  mapRows,
  optimistic,
  orderBy,
  provideCache,
  Query,
  type RawIn,
  ref,
  renaming,
  reportProgress,
  RestEndpoint,
  restEndpoints,
  RestError,
  type RestTypes,
  retries,
  schema,
  serial,
  type SerialOptions,
  snakeCase,
  structuralKey,
  sumOf,
  systemClock,
  typed,
  view,
  where,
  whereEquals,
  withClock,
  withRest,
} from 'ngx-cache-query';
import {
  beginRestore,
  type CacheExtension,
  type CacheHandle,
  changesOf,
  type Commit,
  inspect,
  isSnapshot,
  restoreSnapshot,
  type StoreChanges,
  type StoreSnapshot,
  takeSnapshot,
  withExtension,
  writeRows,
} from 'ngx-cache-query/extensions';
import { withHydration } from 'ngx-cache-query/hydration';
import { from, map, of, Subject } from 'rxjs';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly isAdmin: boolean = false;
  readonly team: string = '';
}
class Link extends Entity {
  readonly id: number = 0;
  readonly type = 'link' as const;
}
class Post extends Entity {
  readonly id: number = 0;
  readonly type = 'post' as const;
  readonly createdAt: number = 0;
  readonly votes: number = 0;
  readonly author: User = User.fromJS({});
  static override readonly schema = { author: User };
}
class Issue extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly status: 'open' | 'done' = 'open';
  readonly priority: number = 0;
  readonly points: number = 0;
  readonly ownerId: number = 0;
}

// #region entity
class Todo extends Entity {
  readonly id: number = 0;
  readonly owner: User = User.fromJS({});
  readonly title: string = '';
  readonly createdAt: Date = new Date(0);
  static override readonly key: string = 'Todo';
  static override readonly schema = { owner: User, createdAt: (iso: string) => new Date(iso) };
}
// #endregion

const getUsers = new RestEndpoint({ path: '/users', schema: [User] });

describe('the docstrings', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  const reported: unknown[] = [];
  const report = (what: unknown) => reported.push(what);

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(withXhr()), provideHttpClientTesting()],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
    reported.length = 0;
  });

  it('of the schemas', () => {
    // #region all
    new schema.All(User);
    new schema.All({ link: Link, post: Post }, 'type');
    new schema.All(new schema.Union({ link: Link, post: Post }, 'type'));
    // #endregion
    new schema.All({ links: Link, posts: Post }, (item: { type: string }) => `${item.type}s`);
    // #region array
    new schema.Array(User); // or [User]
    new schema.Array({ link: Link, post: Post }, 'type');
    // #endregion
    // #region object
    new schema.Object({ results: new schema.All(User), total: 0 });
    // #endregion
    // #region values
    new schema.Values(User); // { "alice": { "id": 1, … }, "bob": { "id": 2, … } }
    // #endregion
    cache.set([Post], [{ id: 5, type: 'post' }]);
    // #region union
    const item = new schema.Union({ link: Link, post: Post }, 'type');
    cache.select(item, { id: 5, type: 'post' }); // Observable<Link | Post | undefined>
    // #endregion
    expect(cache.get(item, { id: 5, type: 'post' })).toBe(cache.get(Post, 5));
  });

  it('of ref and of keys', () => {
    cache.set(Todo, { id: 1, owner: 5 });
    const todo = cache.get(Todo, 1)!;
    // #region ref
    const owner = ref(todo, 'owner'); // '5', even though todo.owner is still the default User
    // #endregion
    expect(owner).toBe('5');
    const same =
      // #region structural-key
      structuralKey({ b: 1, a: [undefined] }) === structuralKey({ a: [undefined], b: 1 }); // true
    // #endregion
    expect(same).toBeTrue();
  });

  it('of queries and endpoints', () => {
    // #region query
    const sortedUsers = new Query(
      new schema.All(User),
      (entries, { asc }: { asc: boolean } = { asc: true }) => {
        const sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name));
        return asc ? sorted : sorted.reverse();
      },
    );
    cache.select(sortedUsers, { asc: false }); // Observable<User[] | undefined>
    // #endregion
    const database = { users: { get: (id: number) => Promise.resolve({ id }) } };
    // #region endpoint
    const getUser = new Endpoint({
      name: 'getUser',
      load: (id: number) => from(database.users.get(id)),
      schema: User,
    });
    cache.fetch(getUser, 5); // Observable<User>
    // #endregion
    expect(getUser.name).toBe('getUser');
    cache.set(
      [User],
      [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
    );
    expect(cache.get(sortedUsers, { asc: false })?.map(({ id }) => id)).toEqual([2, 1]);
  });

  it('of REST', () => {
    // #region invalidate
    const deleteUser = new RestEndpoint({
      path: '/users/:id',
      method: 'DELETE',
      schema: new schema.Invalidate(User),
    });
    cache.fetch(deleteUser, { id: 5 });
    // #endregion
    // #region rest-endpoint
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
    const createUser = new RestEndpoint({
      path: '/users',
      method: 'POST',
      body: typed<{ name: string }>(),
      schema: User,
    });
    cache.fetch(getUser, { id: 5 });
    cache.fetch(createUser, { name: 'Ada' });
    // #endregion
    getUser.url({ id: 5 }); // '/users/5'
    expect(getUser.url({ id: 5 })).toBe('/users/5');
    // #region typed
    const renameUser = getUser.extend({ method: 'PATCH', body: typed<{ name: string }>() });
    // #endregion
    expect(renameUser.url({ id: 5 }, { name: 'Ada' })).toBe('/users/5');
    const getStats = new RestEndpoint({
      path: '/stats',
      process: (response: { visits: number }) => response,
    });
    cache.set(getStats, [], { visits: 1 });
    // #region set-response
    cache.set(getUser, [{ id: 5 }], { id: 5, name: 'Ada' });
    cache.set(getStats, [], (stats) => ({ ...stats, visits: stats.visits + 1 }));
    // #endregion
    expect([cache.get(getUser, { id: 5 })?.name, cache.get(getStats)?.visits]).toEqual(['Ada', 2]);
    const showFieldErrors = report;
    // #region rest-error
    cache.fetch(createUser, { name: '' }).subscribe({
      error: (error) => {
        if (error instanceof RestError && error.status === 422) showFieldErrors(error.body);
      },
    });
    // #endregion
    http
      .expectOne('/users')
      .flush({ name: 'is missing' }, { status: 422, statusText: 'Unprocessable' });
    // #region cache-error
    cache.fetch(getUsers).subscribe({
      error: (error) => {
        if (error instanceof CacheError && error.code === 'NCQ1004') report(error.path);
      },
    });
    // #endregion
    http.expectOne('/users').flush([{ name: 'Ada' }]);
    expect(reported).toEqual([{ name: 'is missing' }, '[0]']);
    expect(deleteUser.sideEffect).toBeTrue();
  });

  it('of setting up', () => {
    const App = class {};
    const serverClock = systemClock;
    const bootstrapApplication = (_app: Type<unknown>, config: object) => config;
    // #region with-rest
    const providers = [
      provideCache(withRest({ urlPrefix: '/api', unwrap: { list: 'results' }, names: snakeCase })),
    ];
    // #endregion
    {
      const tasks = restEndpoints({
        path: '/tasks/:id',
        schema: Issue,
        searchParams: typed<{ projectId?: number }>(),
      });
      // #region snake-case
      const providers = [provideCache(withRest({ urlPrefix: '/api', names: snakeCase }))];
      cache.fetch(tasks.getList, { projectId: 9 }); // GET /api/tasks?project_id=9
      // #endregion
      expect(providers.length).toBe(1);
    }
    {
      const path = '/tasks';
      const searchParams = typed<{ projectId?: number; page?: number }>();
      const Task = Issue;
      // #region filter-params
      const searchToString = filterParams(
        (name, value) => [`filter[${name}]`, value],
        /^(page|sort)/,
      );
      const getTasks = new RestEndpoint({ path, searchParams, searchToString, schema: [Task] });
      getTasks.url({ projectId: 9, page: 2 }); // /tasks?filter%5BprojectId%5D=9&page=2
      // #endregion
      expect(getTasks.url({ projectId: 9, page: 2 })).toBe('/tasks?filter%5BprojectId%5D=9&page=2');
    }
    {
      // #region renaming
      const kebabCase = renaming(
        (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        (name) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      );
      const providers = [provideCache(withRest({ names: kebabCase }))];
      // #endregion
      expect([
        kebabCase.sent({ aB: 1 }),
        kebabCase.received({ 'a-b': 1 }),
        providers.length,
      ]).toEqual([{ 'a-b': 1 }, { aB: 1 }, 1]);
    }
    const set =
      // #region provide-cache
      bootstrapApplication(App, { providers: [provideCache(withClock(serverClock))] });
    // #endregion
    // #region with-hydration
    bootstrapApplication(App, {
      providers: [provideClientHydration(), provideCache(withHydration())],
    });
    // #endregion
    class Session implements CacheExtension {
      onInit(cache: CacheHandle): void {
        // #region take-snapshot
        const stored: unknown = JSON.parse(sessionStorage.getItem('cache') ?? 'null');
        if (isSnapshot(stored)) restoreSnapshot(cache, stored);
        addEventListener('pagehide', () =>
          sessionStorage.setItem('cache', JSON.stringify(takeSnapshot(cache))),
        );
        // #endregion
      }
    }
    // #region inspect
    class Timers implements CacheExtension {
      onInit(cache: CacheHandle): void {
        console.table(inspect(cache).timers());
      }
    }
    // #endregion
    class Copy implements CacheExtension {
      onInit(cache: CacheHandle): void {
        // #region write-rows
        const { rows } = inspect(cache);
        writeRows(cache, rows('User'));
        // #endregion
      }
    }
    const saved: StoreChanges[] = [];
    const database = {
      load: (): Promise<StoreSnapshot | undefined> => Promise.resolve(undefined),
      save: (changes: StoreChanges) => Promise.resolve(saved.push(changes)),
    };
    class Persistence implements CacheExtension {
      // #region begin-restore
      onInit(cache: CacheHandle): void {
        void database.load().then(beginRestore(cache));
      }
      // #endregion
    }
    class ChangeLog implements CacheExtension {
      #cache!: CacheHandle;

      onInit(cache: CacheHandle): void {
        this.#cache = cache;
      }

      // #region changes-of
      onCommit(commit: Commit): void {
        void database.save(changesOf(this.#cache, commit));
      }
      // #endregion
    }
    provideCache(
      withExtension(() => new Session()),
      withExtension(() => new Persistence()),
    );
    const shown = spyOn(console, 'table');
    const timed = [withExtension(() => new Timers()), withExtension(() => new Copy())];
    createEnvironmentInjector([provideCache(...timed)], TestBed.inject(EnvironmentInjector)).get(
      CacheService,
    );
    expect(shown).toHaveBeenCalledOnceWith([]);
    // #region extension
    class CommitLog implements CacheExtension {
      onCommit({ id, changes }: Commit): void {
        console.log(`commit ${id}: ${changes.length} rows`);
      }
    }
    provideCache(withExtension(() => new CommitLog()));
    // #endregion
    expect([providers.length, Object.keys(set)]).toEqual([1, ['providers']]);

    class Note extends Entity {
      static override readonly key: string = 'Note';
      readonly id: number = 0;
    }
    const logged = provideCache(withExtension(() => new ChangeLog()));
    const injector = createEnvironmentInjector([logged], TestBed.inject(EnvironmentInjector));
    injector.get(CacheService).set(Note, { id: 1 });
    expect(saved.map(({ entities }) => Object.keys(entities))).toEqual([['Note']]);
  });

  it('of classes of endpoints', () => {
    // #region enveloped
    class Enveloped<T extends RestTypes> extends RestEndpoint<T> {
      override process(body: { data: RawIn<T> }): RawIn<T> {
        return body.data;
      }
    }
    const getUser = new Enveloped({ path: '/users/:id', schema: User });
    // #endregion
    class GetUsers extends RestEndpoint<{ path: '/users'; schema: (typeof User)[] }> {}
    const seen: unknown[] = [];
    cache.fetch(getUser, { id: 5 }).subscribe(({ name }) => seen.push(name));
    http.expectOne('/users/5').flush({ data: { id: 5, name: 'Ada' } });
    const getAll = new GetUsers({ path: '/users', schema: [User] });
    cache.fetch(getAll).subscribe((users) => seen.push(users.length));
    http.expectOne('/users').flush([{ id: 5 }, { id: 6 }]);
    expect(seen).toEqual(['Ada', 2]);
  });

  it('of what is being saved', () => {
    let listener!: (event: Event) => void;
    const addEventListener = (_: string, listen: typeof listener) => void (listener = listen);
    // #region isSaving
    addEventListener('beforeunload', (event) => {
      if (isSaving()) event.preventDefault(); // The browser asks whether to leave the page.
    });
    // #endregion
    class Row {
      // #region isPending
      protected readonly isPending = isPending; // @if (isPending(todo)) { <app-spinner /> }
      // #endregion
      // #region failureOf
      protected readonly failureOf = failureOf;
      // @if (failureOf(todo); as failure) { <button (click)="failure.retry()">Try again</button> }
      // #endregion
      of = (todo: Todo) => [this.isPending(todo), this.failureOf(todo)];
    }
    expect(new Row().of(Todo.fromJS({ id: 1 }))).toEqual([false, undefined]);
    const event = new Event('beforeunload', { cancelable: true });
    listener(event);
    expect(event.defaultPrevented).toBeFalse();
    // #region serial
    const todos = restEndpoints({ path: '/todos/:id', schema: Todo, optimistic, serial });
    const addToCart = new RestEndpoint({
      path: '/carts/:cart/items',
      body: typed<{ product: number }>(),
      serial: serial({ key: ({ cart }: { cart: number }) => `cart ${cart}` }),
    });
    // #endregion
    expect([todos.update.options.serial, addToCart.options.serial?.limit]).toEqual([
      serial,
      10_000,
    ]);
    // prettier-ignore
    // #region serial-options
    const perCart: SerialOptions = { key: ({ cart }: { cart: number }) => `cart ${cart}`, limit: 5_000 };
    // #endregion
    expect(serial(perCart).limit).toBe(5_000);
  });

  it('of options whose values are imported', () => {
    // prettier-ignore
    // #region retries
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User, retry: retries({ count: 5 }) });
    // #endregion
    // #region optimistic
    const todos = restEndpoints({ path: '/todos/:id', schema: Todo, optimistic });
    const vote = new RestEndpoint({
      path: '/votes/:id',
      method: 'POST',
      schema: Post,
      optimistic: ({ get }, { id }) =>
        optimistic({ id, votes: (get(Post, Number(id))?.votes ?? 0) + 1 }),
    });
    // #endregion
    const show = (...values: unknown[]) => reported.push(values);
    // #region progress
    const uploadPhoto = new RestEndpoint({
      path: '/users/:id/photo',
      method: 'PUT',
      body: typed<FormData>(),
      progress: ({ id }) =>
        reportProgress({ onUpload: ({ loaded, total }) => show(id, loaded, total) }),
    });
    // #endregion
    cache.set(Post, { id: 5, votes: 2 });
    cache.fetch(vote, { id: 5 }).subscribe();
    expect(cache.get(Post, 5)?.votes).toBe(3);
    cache.fetch(uploadPhoto, { id: 1 }, new FormData()).subscribe();
    http
      .expectOne('/users/1/photo')
      .event({ type: HttpEventType.UploadProgress, loaded: 1, total: 2 });
    expect(reported).toEqual([[1, 1, 2]]);
    expect([getUser.name, todos.get.name]).toEqual(['GET /users/:id', 'GET /todos/:id']);
  });

  it('of CacheService', async () => {
    const sortedUsers = new Query(new schema.All(User), (users, { asc }: { asc: boolean }) =>
      asc ? users : [...users].reverse(),
    );
    @Component({
      template: `@for (user of users$ | async; track user.pk()) {
        <li>{{ user.name }}</li>
      }`,
      imports: [AsyncPipe],
    })
    class UsersPage {
      // #region cache-service
      private readonly cache = inject(CacheService);
      readonly users$ = this.cache.select(sortedUsers, { asc: true }); // @for (user of users$ | async; …)
      // #endregion
    }
    const usersNamed = new Query(new schema.All(User), (users, name: string) =>
      users.filter((user) => user.name.startsWith(name)),
    );
    const search$ = of('A');
    {
      const sortedUsers = new Query(new schema.All(User), (users, by: { isAdmin: boolean }) =>
        users.filter(({ isAdmin }) => isAdmin === by.isAdmin),
      );
      // #region select
      const admins$ = cache.select(sortedUsers, { isAdmin: true }); // Observable<User[] | undefined>
      const users$ = cache.select(new schema.All(User)); // every user in the cache
      const user$ = cache.select(User, 2); // one user
      const found$ = cache.select(usersNamed, search$.pipe(map((text) => [text]))); // changing arguments
      // #endregion
      const nothing$ = cache.select(User, null); // disabled: emits undefined
      cache.set([User], [{ id: 1, name: 'Ada', isAdmin: true }, { id: 2 }]);
      const lists = [admins$, users$, found$].map((list$) => watch(list$).last?.length);
      const others = [user$, nothing$].map((user$) => watch(user$).last?.id);
      expect([lists, others]).toEqual([
        [1, 2, 1],
        [2, undefined],
      ]);
    }
    hydrateComponents([UsersPage]);
    const fixture = TestBed.createComponent(UsersPage);
    fixture.autoDetectChanges();
    await fixture.whenStable();
    expect((fixture.nativeElement as HTMLElement).textContent).toContain('Ada');
  });

  it('of resources and mutations', async () => {
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
    const getUsers = new RestEndpoint({
      path: '/users',
      searchParams: typed<{ name: string }>(),
      schema: [User],
    });
    const updateUser = new RestEndpoint({
      path: '/users/:id',
      method: 'PATCH',
      body: typed<{ name: string }>(),
      schema: User,
    });
    const name$ = new Subject<string>();
    @Component({
      selector: 'app-user',
      template: `@if (user.hasValue()) {
          <h1>{{ user.value().name }}</h1>
        } @else if (user.error(); as error) {
          {{ error.status === 404 ? 'No such user' : 'Failed' }}
        } @else if (user.isLoading()) {
          Loading …
        }`,
    })
    class UserPage {
      readonly id = input.required<number>();
      // #region resource
      readonly user = inject(CacheService).resource(getUser, () => [{ id: this.id() }]);
      // #endregion
    }
    @Component({
      selector: 'app-rename',
      template: `<button
          [disabled]="renaming.isPending()"
          (click)="renaming.mutate({ id: 1 }, { name: 'Ada' })"
        >
          Rename
        </button>
        @if (renaming.error()) {
          Not saved.
        }`,
    })
    class Rename {
      // #region mutation
      readonly renaming = inject(CacheService).mutation(updateUser); // renaming.mutate({ id: 1 }, { name: 'Ada' })
      // #endregion
    }
    hydrateComponents([UserPage, Rename]);
    const user = TestBed.createComponent(UserPage);
    const rename = TestBed.createComponent(Rename);
    const text = ({ nativeElement }: { nativeElement: unknown }) =>
      (nativeElement as HTMLElement).textContent.trim();
    user.componentRef.setInput('id', 1);
    user.detectChanges();
    expect(text(user)).toBe('Loading …');
    http.expectOne('/users/1').flush({ id: 1, name: 'Mina' });
    rename.detectChanges();
    (rename.nativeElement as HTMLElement).querySelector('button')!.click();
    http.expectOne('/users/1').flush({ id: 1, name: 'Ada' });
    await user.whenStable();
    expect([text(user), text(rename)]).toEqual(['Ada', 'Rename']);
    user.componentRef.setInput('id', 2);
    user.detectChanges();
    http.expectOne('/users/2').flush('no', { status: 404, statusText: 'Not Found' });
    await user.whenStable();
    expect(text(user)).toBe('No such user');

    const injector = TestBed.inject(Injector);
    {
      // #region error-body
      const rename = updateUser.withErrorBody<{ fields: { name?: string } }>();
      const update = cache.mutation(rename, { injector });
      const nameError = computed(() => update.error()?.body?.fields.name); // Signal<string | undefined>
      // #endregion
      expect(nameError()).toBeUndefined();
      update.mutate({ id: 1 }, { name: '' });
      http
        .expectOne('/users/1')
        .flush({ fields: { name: 'missing' } }, { status: 422, statusText: 'Unprocessable' });
      await user.whenStable();
      expect(nameError()).toBe('missing');
    }

    const results$ = cache.watch(getUsers, name$.pipe(map((name) => [{ name }])), {
      keepPrevious: true,
    });
    const seen: unknown[] = [];
    results$.subscribe(({ status, value, isPrevious }) =>
      seen.push([status, value?.length, isPrevious]),
    );
    name$.next('A');
    http.expectOne('/users?name=A').flush([{ id: 1 }]);
    name$.next('Ad');
    expect(seen).toEqual([
      ['loading', undefined, false],
      ['resolved', 1, false],
      ['loading', 1, true],
    ]);
  });

  it('of views', () => {
    // #region view
    const inTeam = new Query(
      new schema.All(User),
      view(
        where((user, { team }: { team: string }) => user.team === team),
        orderBy('name'),
        limit(50),
      ),
    );
    cache.select(inTeam, { team: 'core' }); // Observable<User[] | undefined>
    // #endregion
    view(where((user: User, { isAdmin }: { isAdmin: boolean }) => user.isAdmin === isAdmin));
    // #region map
    view(mapRows((user: User) => ({ value: user.id, label: user.name })));
    // #endregion
    // #region where-equals
    view(whereEquals<User>({ isAdmin: true }));
    view(whereEquals<User, [{ team: string }]>(({ team }) => ({ team })));
    // #endregion
    // #region order-by
    view(orderBy<Issue>('priority', 'desc', (issue) => issue.title, new Intl.Collator('en')));
    // #endregion
    // #region limit
    const page = view(
      orderBy<User>('name'),
      limit(20, ({ from }: { from: number }) => from),
    );
    // #endregion
    // #region distinct
    const latest = view(
      orderBy<Post>('createdAt', 'desc'),
      distinctRows((post) => post.author.pk()),
    );
    // #endregion
    // #region group-by
    const sizes = view(
      groupRows((issue: Issue) => issue.status),
      countRows(),
    ); // Map { 'open' => 12, 'done' => 30 }
    // #endregion
    const admins = view(
      where((user: User) => user.isAdmin),
      countRows(),
    );
    // #region sum
    const points = view(
      groupRows((issue: Issue) => issue.status),
      sumOf('points'),
    ); // Map { 'open' => 21 }
    // #endregion
    expect([page, latest].map((each) => each([], { from: 0 }))).toEqual([[], []]);
    expect([sizes, points].map((each) => each([]).size)).toEqual([0, 0]);
    expect(admins([])).toBe(0);
    // #region join
    const owned = new Query(
      new schema.All(Issue),
      view(
        join(new schema.All(User), 'ownerId'),
        mapRows(([issue, owner]) => ({ title: issue.title, owner: owner.name })),
      ),
    );
    // #endregion
    cache.set(User, { id: 7, name: 'Ada', team: 'core' });
    cache.set(Issue, { id: 1, title: 'Tea', ownerId: 7 });
    expect(cache.get(owned)).toEqual([{ title: 'Tea', owner: 'Ada' }]);
    expect(cache.get(inTeam, { team: 'core' })?.length).toBe(1);
  });
});
