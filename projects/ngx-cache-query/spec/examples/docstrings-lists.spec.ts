// The examples in docstrings about lists and mutations. Each region equals the example in one docstring.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject, Injectable, Injector, input } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  cursorIn,
  Entity,
  infinite,
  infiniteState,
  lastItem,
  linkHeaderIn,
  linkIn,
  type NextPage,
  offset,
  pageNumber,
  pageOf,
  paginated,
  provideCache,
  type RestArgs,
  RestEndpoint,
  restEndpoints,
  schema,
  toValues,
  trackEntity,
  typed,
  validateRequired,
  withFailures,
} from 'ngx-cache-query';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly isAdmin: boolean = false;
}
class Todo extends Entity {
  readonly id: number = 0;
  readonly userId: number = 0;
  readonly title: string = '';
  readonly completed: boolean = false;
}
const getUsers = new RestEndpoint({ path: '/users', schema: [User] });

@Component({
  selector: 'app-todos',
  template: `
    @for (todo of todos(); track trackEntity(todo)) {
      <p>{{ todo.title }}</p>
    }
  `,
})
class TodosPage {
  protected readonly todos = inject(CacheService).selectSignal(new schema.All(Todo));
  // #region track-entity
  protected readonly trackEntity = trackEntity; // @for (todo of todos(); track trackEntity(todo))
  // #endregion
}

@Injectable({ providedIn: 'root' })
class Router {
  readonly went: string[] = [];
  async navigateByUrl(url: string): Promise<void> {
    this.went.push(url);
  }
}

hydrateComponents([TodosPage]);

describe('the examples of docstrings about lists and mutations', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  const answer = (url: string, body: object | null) =>
    http.expectOne((request) => request.urlWithParams === url).flush(body);
  const setUp = (...more: ReturnType<typeof provideCache>[]) => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), ...more],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
  };

  it('of restEndpoints', () => {
    setUp();
    // #region rest-endpoints
    const todoEndpoints = restEndpoints({
      path: '/todos/:id',
      schema: Todo,
      searchParams: typed<{ userId?: number }>(),
    });
    cache.watch(todoEndpoints.getList, { userId: 1 }); // Observable of snapshots of Todo[]
    cache.fetch(todoEndpoints.getList.push, { userId: 1, title: 'Buy milk' }); // the todo appears in that list
    cache.fetch(todoEndpoints.partialUpdate, { id: 5 }, { completed: true });
    cache.fetch(todoEndpoints.delete, { id: 5 }); // the todo leaves every list
    // #endregion
    watch(cache.fetch(todoEndpoints.delete, { id: 5 }));
    answer('/todos/5', null);
  });

  it('of Collection', () => {
    setUp();
    // #region collection
    const userTodos = new Collection([Todo], {
      argsKey: ({ userId }: { userId?: number } = {}) => ({ userId }),
    });
    const getTodos = new RestEndpoint({
      path: '/todos',
      searchParams: typed<{ userId?: number }>(),
      schema: userTodos,
    });
    cache.select(userTodos, { userId: 1 }); // Observable<Todo[] | undefined>
    // #endregion
    watch(cache.fetch(getTodos, { userId: 1 }));
    answer('/todos?userId=1', [{ id: 5 }]);
    expect(cache.get(userTodos, { userId: 1 })?.length).toBe(1);
  });

  it('of Lazy', () => {
    setUp();
    class Employee extends Entity {
      readonly id: number = 0;
    }
    // #region lazy
    class Department extends Entity {
      readonly id: number = 0;
      readonly staff: readonly number[] = [];
      static override readonly schema = { staff: new schema.Lazy(() => [Employee]) };
    }
    const inDepartment = (department: Department) =>
      cache.select(Department.schema.staff, department.staff); // Observable<Employee[] | undefined>
    // #endregion
    cache.set(Department, { id: 1, staff: [{ id: 5 }] as never });
    expect(watch(inDepartment(cache.get(Department, 1)!)).last?.[0].id).toBe(5);
  });

  it('of validateRequired', () => {
    setUp();
    class ArticleSummary extends Entity {
      readonly id: number = 0;
      readonly title: string = '';
      static override readonly key: string = 'Article';
    }
    class Article extends ArticleSummary {
      readonly content: string = '';
      static override readonly key: string = 'Article';
      // #region validate-required
      static override validate(row: Readonly<Record<string, unknown>>) {
        return validateRequired(row, this);
      }
      // #endregion
    }
    expect(() => cache.set(Article, { id: 1 })).toThrowError(/it lacks title, content/);
  });

  it('of trackEntity', () => {
    setUp();
    cache.set(Todo, { id: 1, title: 'Tea' });
    const fixture = TestBed.createComponent(TodosPage);
    fixture.detectChanges();
    expect((fixture.nativeElement as HTMLElement).textContent).toContain('Tea');
  });

  it('of infinite', () => {
    setUp();
    const getActivity = new RestEndpoint({
      path: '/activity',
      searchParams: typed<{ project?: number }>(),
      schema: { events: new Collection([Todo]) },
    });
    // #region paginated
    const getActivityPage = paginated(getActivity, 'cursor', cursorIn('meta.nextCursor'));
    cache.fetch(getActivityPage, { cursor: 'x' }); // the whole list
    // #endregion
    const pages = watch(cache.fetch(getActivityPage, { cursor: 'a' }));
    answer('/activity?cursor=a', { events: [{ id: 9 }], meta: { nextCursor: 'b' } });
    expect(pages.last?.events.map(({ id }) => id)).toEqual([9]);
    const injector = TestBed.inject(Injector);
    const shown: number[] = [];
    const show = (items: readonly Todo[]) => shown.push(items.length);
    // #region infinite-state
    const activity$ = infiniteState(getActivityPage, { project: 5 }, { injector });
    activity$.subscribe(({ items, hasMore, loadMore }) => {
      show(items ?? []);
      if (hasMore) loadMore(); // when the user scrolls to the end
    });
    // #endregion
    @Component({
      selector: 'app-activity',
      template: `@for (entry of activity.items(); track entry.id) {
          <li>{{ entry.title }}</li>
        }
        @if (activity.hasMore()) {
          <button (click)="activity.loadMore()" [disabled]="activity.isLoadingMore()">More</button>
        }`,
    })
    class ActivityPage {
      readonly project = input.required<number>();
      // #region infinite
      readonly activity = infinite(getActivityPage, () => [{ project: this.project() }]);
      // #endregion
    }
    hydrateComponents([ActivityPage]);
    const fixture = TestBed.createComponent(ActivityPage);
    fixture.componentRef.setInput('project', 5);
    fixture.detectChanges();
    answer('/activity?project=5', { events: [{ id: 1 }], meta: { nextCursor: 'x' } });
    answer('/activity?cursor=x&project=5', { events: [{ id: 2 }], meta: { nextCursor: null } });
    expect(shown.at(-1)).toBe(2);
    fixture.detectChanges();
    expect((fixture.nativeElement as HTMLElement).querySelectorAll('li').length).toBe(2);
  });

  it('of the next page', () => {
    setUp();
    // #region page-number
    const laravel = paginated('page', pageNumber({ pages: 'meta.last_page' }));
    const spring = paginated('page', pageNumber({ first: 0, pages: 'totalPages' }));
    const arrays = paginated('page', pageNumber({ size: 20 })); // a response is an array of at most 20 items
    // #endregion
    // #region offset
    const counted = paginated('offset', offset({ total: 'count' })); // { count: 45, results: […] }
    const limited = paginated('skip', offset({ size: 'limit' })); // the parameter limit has the size of a page
    // #endregion
    // #region cursor-in
    const slack = paginated('cursor', cursorIn('response_metadata.next_cursor'));
    const facebook = paginated('after', cursorIn('paging.cursors.after', { more: 'paging.next' }));
    // #endregion
    // #region last-item
    const stripe = paginated('starting_after', lastItem('id', { more: 'has_more' }));
    // #endregion
    // #region link-in
    const django = paginated('page', linkIn('next')); // { next: 'https://…/todos/?page=2', results: […] }
    const jsonApi = paginated('page[number]', linkIn('links.next'));
    const odata = paginated('$skiptoken', linkIn('@odata.nextLink'));
    // #endregion
    // #region link-header-in
    const github = paginated('page', linkHeaderIn('link')); // process: (items, { headers }) => ({ items, link: headers.get('Link') })
    // #endregion
    const all = [laravel, spring, arrays, counted, limited, slack, facebook, stripe, django];
    for (const pages of [...all, jsonApi, odata, github]) {
      const { getList } = restEndpoints({
        path: '/todos/:id',
        schema: Todo,
        searchParams: typed<{ limit?: number }>(),
        pages,
      });
      const list = getList.extend({ schema: { data: getList.schema } });
      const injector = TestBed.inject(Injector);
      const seen = watch(infiniteState(list.getPage, { limit: 5 }, { injector }));
      const [request] = http.match(() => true);
      request.flush({ data: [], count: 0, totalPages: 0, meta: { last_page: 1 } });
      const { hasMore, refreshError } = seen.last!;
      expect([hasMore, refreshError]).toEqual([false, undefined]);
      TestBed.resetTestingModule();
      setUp();
    }
    const getEvents = new RestEndpoint({
      path: '/events',
      schema: { events: new Collection([Todo]), last: 0 },
    });
    // #region next-page
    const after: NextPage<{ events: Todo[]; last: number }> = ({ data }) => data.last || undefined;
    const getEventPage = paginated(getEvents, 'after', after);
    // #endregion
    const injector = TestBed.inject(Injector);
    const events = watch(infiniteState(getEventPage, {}, { injector }));
    answer('/events', { events: [{ id: 1 }], last: 7 });
    events.last!.loadMore();
    answer('/events?after=7', { events: [{ id: 8 }], last: 0 });
    expect([events.last!.items!.length, events.last!.hasMore]).toEqual([2, false]);
  });

  it('of pageOf', () => {
    setUp();
    const path = '/todos';
    const todos = new Collection([Todo]);
    const searchParams = typed<{ page: number }>();
    // #region page-of
    const getPage = new RestEndpoint({ path, searchParams, schema: pageOf(todos, 'page') });
    // #endregion
    const seen = watch(cache.fetch(getPage, { page: 2 }));
    answer('/todos?page=2', [{ id: 3 }]);
    watch(cache.fetch(getPage, { page: 1 }));
    answer('/todos?page=1', [{ id: 1 }]);
    expect(seen.last?.map(({ id }) => id)).toEqual([3]);
    expect(cache.get(todos)?.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('of RestArgs', () => {
    const args: RestArgs<{ path: '/todos/:id'; body: { title: string } }> = [
      { id: 5 },
      { title: 'Tea' },
    ];
    setUp();
    const rename = new RestEndpoint({ path: '/todos/:id', body: typed<{ title: string }>() });
    watch(cache.fetch(rename, ...args));
    expect(http.expectOne('/todos/5').request.body).toEqual({ title: 'Tea' });
  });

  it('of withFailures', () => {
    const provided = provideCache(
      withFailures(() => {
        const router = inject(Router);
        return ({ error }) => {
          if (error.status === 401) {
            void router.navigateByUrl('/sign-in');
          }
        };
      }),
    );
    setUp(provided);
    watch(cache.fetch(getUsers));
    http.expectOne('/users').flush(null, { status: 401, statusText: 'Unauthorized' });
    expect(TestBed.inject(Router).went).toEqual(['/sign-in']);
  });

  it('of refetch, delete, reset and clear', async () => {
    setUp();
    watch(cache.watch(getUsers).pipe(toValues()));
    answer('/users', [{ id: 2 }]);
    // #region refetch
    cache.refetch(getUsers); // active subscribers refetch, and keep their data until the response arrives
    cache.refetch(User, 2); // refetches every response that contains this user
    cache.refetch(({ key }) => key.startsWith('GET /users')); // the responses that pass a test
    // #endregion
    const last = http.match('/users').filter(({ cancelled }) => !cancelled);
    for (const each of last) each.flush([{ id: 2 }, { id: 3 }, { id: 4, isAdmin: true }]);
    cache.delete(User, (user) => !user.isAdmin);
    expect(cache.get(getUsers)!.map(({ id }) => id)).toEqual([4]);
    // #region reset
    await cache.reset(); // loads everything again, for example for another tenant or language
    await cache.reset(getUsers); // drops the responses of one endpoint
    // #endregion
    expect(cache.get(User, 4)).toBeUndefined();
    await cache.clear();
    expect(http.match('/users').every(({ cancelled }) => cancelled)).toBeTrue();
  });
});
