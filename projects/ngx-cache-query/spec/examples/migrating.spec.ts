// The page of the migration guides, with this library. The pages with other libraries are in benchmarks/load/variants.
import { type HttpInterceptorFn, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import {
  computed,
  createEnvironmentInjector,
  EnvironmentInjector,
  inject,
  Injectable,
  signal,
  type Signal,
} from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, restEndpoints, schema } from 'ngx-cache-query';
import { finalize, map } from 'rxjs';

// #region entities
class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly email: string = '';
}

class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  readonly createdAt: string = '';
  readonly user: User = User.fromJS({});
  static override readonly schema = { user: User };
}

const todoEndpoints = restEndpoints({ path: '/api/todos/:id', schema: Todo });
// #endregion

// #region derived
/** Derived from the list of the server. */
const openCount = new Query(
  todoEndpoints.getList,
  (todos) => todos.filter(({ done }) => !done).length,
);
/** Derived from all todos in the cache, from any response. */
const knownUsers = new Query(
  new schema.All(Todo),
  (todos) => new Set(todos.map(({ user }) => user)),
);
// #endregion

// #region facade
/** Continues after a failure. With `toValues()`, the Observable would end. */
const todosOf = (cache: CacheService) =>
  cache.watch(todoEndpoints.getList).pipe(map(({ value }) => value ?? []));
// #endregion

abstract class TodoStore {
  abstract readonly todos: Signal<readonly Todo[] | undefined>;
  abstract readonly hasFailed: Signal<boolean>;
  abstract readonly selected: Signal<Todo | undefined>;
  abstract readonly renameHasFailed: Signal<boolean>;
  abstract select(id: number): void;
  abstract rename(id: number, title: string): void;
}

// #region store
@Injectable()
class CacheStore extends TodoStore {
  private readonly cache = inject(CacheService);
  private readonly id = signal<number | null>(null);
  private readonly list = this.cache.resource(todoEndpoints.getList);
  private readonly renaming = this.cache.mutation(todoEndpoints.partialUpdate);
  readonly todos = this.list.value;
  readonly hasFailed = computed(() => this.list.error() !== undefined);
  readonly selected = this.cache.selectSignal(Todo, () => [this.id()]);
  readonly renameHasFailed = computed(() => this.renaming.error() !== undefined);

  select(id: number): void {
    this.id.set(id);
  }

  rename(id: number, title: string): void {
    this.renaming.mutate({ id }, { title });
  }
}
// #endregion

/** Has the signature of TanStack Query, which is installed only for the benchmarks. */
abstract class QueryClient {
  abstract invalidateQueries(filters: { queryKey: readonly unknown[] }): Promise<void>;
}

// #region both
/** After each request that may have changed todos, TanStack Query refetches its copies of them. */
const refetchTodos: HttpInterceptorFn = (request, next) => {
  const changesTodos = request.method !== 'GET' && request.url.startsWith('/api/todos');
  if (!changesTodos) return next(request);
  const client = inject(QueryClient);
  return next(request).pipe(finalize(() => void client.invalidateQueries({ queryKey: ['todos'] })));
};
const httpProviders = provideHttpClient(withInterceptors([refetchTodos]));
// #endregion

describe('the page of the migration guides', () => {
  let http: HttpTestingController;
  let store: CacheStore;
  const ada = { id: 7, name: 'Ada', email: 'ada@example.com' };
  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), CacheStore],
    });
    http = TestBed.inject(HttpTestingController);
    store = TestBed.inject(CacheStore);
    TestBed.tick();
  });

  it('shows a renamed todo in the list and in the detail', () => {
    http.expectOne('/api/todos').flush([{ id: 1, title: 'Tea', done: false, user: ada }]);
    store.select(1);
    expect(store.selected()).toBe(store.todos()![0]);
    store.rename(1, 'Coffee');
    const request = http.expectOne({ method: 'PATCH', url: '/api/todos/1' });
    expect(request.request.body).toEqual({ title: 'Coffee' });
    request.flush({ id: 1, title: 'Coffee', done: false, user: ada });
    expect(store.todos()!.map(({ title }) => title)).toEqual(['Coffee']);
    expect(store.selected()!.title).toBe('Coffee');
  });

  it('says what has failed', async () => {
    http.expectOne('/api/todos').flush(null, { status: 503, statusText: 'Unavailable' });
    expect([store.hasFailed(), store.renameHasFailed()]).toEqual([true, false]);
    store.rename(1, 'Coffee');
    http.expectOne('/api/todos/1').flush(null, { status: 403, statusText: 'Forbidden' });
    await new Promise((done) => setTimeout(done));
    expect(store.renameHasFailed()).toBeTrue();
  });

  it('keeps a facade alive after a failed request', async () => {
    const cache = TestBed.inject(CacheService);
    const todos = TestBed.runInInjectionContext(() =>
      toSignal(todosOf(cache), { requireSync: true }),
    );
    http.expectOne('/api/todos').flush(null, { status: 503, statusText: 'Unavailable' });
    expect(todos()).toEqual([]);
    const loaded = cache.refetch(todoEndpoints.getList);
    http.expectOne('/api/todos').flush([{ id: 1, title: 'Tea', done: false, user: ada }]);
    await loaded;
    expect(todos().map(({ title }) => title)).toEqual(['Tea']);
  });

  it('derives from the list of the server, or from everything in the cache', () => {
    const cache = TestBed.inject(CacheService);
    http.expectOne('/api/todos').flush([{ id: 1, title: 'Tea', done: false, user: ada }]);
    cache.fetch(todoEndpoints.get, { id: 2 }).subscribe();
    http.expectOne('/api/todos/2').flush({ id: 2, title: 'Cake', user: { ...ada, id: 8 } });
    expect(cache.get(openCount)).toBe(1);
    expect(cache.get(knownUsers)!.size).toBe(2);
  });
});

describe('both libraries in one application', () => {
  it('tells TanStack Query of each change, also after the component is destroyed', async () => {
    const invalidateQueries = jasmine.createSpy('invalidateQueries').and.resolveTo();
    TestBed.configureTestingModule({
      providers: [
        httpProviders,
        provideHttpClientTesting(),
        { provide: QueryClient, useValue: { invalidateQueries } },
      ],
    });
    const http = TestBed.inject(HttpTestingController);
    const cache = TestBed.inject(CacheService);
    const component = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const onSuccess = jasmine.createSpy('onSuccess');
    const renaming = cache.mutation(todoEndpoints.partialUpdate, {
      injector: component,
      onSuccess,
    });
    cache.fetch(todoEndpoints.get, { id: 1 }).subscribe();
    http.expectOne('/api/todos/1').flush({ id: 1, title: 'Tea' });
    expect(invalidateQueries).not.toHaveBeenCalled();

    renaming.mutate({ id: 1 }, { title: 'Coffee' });
    component.destroy();
    expect(invalidateQueries).not.toHaveBeenCalled();
    http.expectOne('/api/todos/1').flush({ id: 1, title: 'Coffee' });
    expect(invalidateQueries).toHaveBeenCalledOnceWith({ queryKey: ['todos'] });

    // Without an answer, the server may have deleted it.
    cache.fetch(todoEndpoints.delete, { id: 1 }).subscribe({ error: () => undefined });
    http.expectOne('/api/todos/1').error(new ProgressEvent('error'));
    expect(invalidateQueries).toHaveBeenCalledTimes(2);
    await new Promise((done) => setTimeout(done));
    expect(onSuccess).not.toHaveBeenCalled();
  });
});
