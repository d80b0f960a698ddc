// The examples in docs/guides/lists.md. The guide shows each region unchanged.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import {
  Component,
  effect,
  Injector,
  inject,
  input,
  linkedSignal,
  signal,
  untracked,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  cursorIn,
  Entity,
  infinite,
  infiniteState,
  linkHeaderIn,
  linkIn,
  orderBy,
  pageNumber,
  paginated,
  Query,
  RestEndpoint,
  restEndpoints,
  schema,
  toValues,
  typed,
  validateRequired,
  view,
  where,
} from 'ngx-cache-query';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

// #region rest-endpoints
class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly userId: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
}

const todoEndpoints = restEndpoints({
  path: '/todos/:id',
  schema: Todo,
  searchParams: typed<{ userId?: number }>(),
  pages: paginated('page', pageNumber({ size: 20 })),
});
// #endregion

// #region extend
const MoreTodos = todoEndpoints
  .extend('finish', {
    path: '/todos/:id/finish',
    method: 'POST',
  })
  .extend(({ getList }) => ({ getDone: getList.extend({ path: '/todos/done' }) }));
// #endregion

// #region collection
const todoList = new Collection([Todo]);
const getTodos = new RestEndpoint({
  path: '/todos',
  searchParams: typed<{ userId?: number }>(),
  schema: todoList,
});
// #endregion

// #region union
class Photo extends Entity {
  static override readonly key: string = 'Photo';
  readonly id: number = 0;
  readonly kind = 'photo' as const;
  readonly album: string = '';
}
class Video extends Entity {
  static override readonly key: string = 'Video';
  readonly id: number = 0;
  readonly kind = 'video' as const;
  readonly album: string = '';
}

const mediaEndpoints = restEndpoints({
  path: '/media/:id',
  schema: new schema.Union({ photo: Photo, video: Video }, 'kind'),
  searchParams: typed<{ album?: string; limit?: number }>(),
  movePath: '/media/:id/album',
  argsKey: ({ album }) => ({ album }), // the limit does not identify the list
});
// #endregion

// #region filter
const longTodos = new Collection([Todo], {
  filter: ({ title }, { min }) => (title?.length ?? 0) >= Number(min),
});
// #endregion

// #region nested
const userTodos = new Collection([Todo], {
  nestKey: (user: { id: number }) => ({ userId: user.id }),
});

class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly todos: readonly Todo[] = [];
  static override readonly schema = { todos: userTodos };
}
// #endregion

// #region query
const openTodos = new Query(
  todoList,
  view(
    where((todo: Todo, _list: { userId: number }) => !todo.done),
    orderBy('title'),
  ),
);
// #endregion

// #region pages
@Component({
  selector: 'app-todos',
  template: `
    @if (todos.status() === 'loading') {
      <p>Loading …</p>
    }
    @for (todo of todos.items(); track todo.id) {
      <p>{{ todo.title }}</p>
    }
    @if (todos.error() ?? todos.refreshError()) {
      <p role="alert">That failed. <button (click)="todos.reload()">Try again</button></p>
    }
    @if (todos.hasMore()) {
      <button (click)="todos.loadMore()" [disabled]="todos.isLoadingMore()">More</button>
    }
  `,
})
class TodosPage {
  readonly userId = input(1);
  protected readonly todos = infinite(todoEndpoints.getList.getPage, () => [
    { userId: this.userId() },
  ]);
}
// #endregion

// #region windows
const getTodoPage = new RestEndpoint({
  path: '/todos',
  searchParams: typed<{ page: number; limit: number }>(),
  schema: { items: new Collection([Todo]), total: 0 },
});

@Component({
  selector: 'app-todo-table',
  template: `
    @if (todos.value(); as data) {
      <table [style.opacity]="todos.isPrevious() ? 0.5 : 1">
        <tbody>
          @for (todo of data.items; track todo.id) {
            <tr>
              <td>{{ todo.title }}</td>
            </tr>
          }
        </tbody>
      </table>
    } @else if (todos.error()) {
      <p role="alert">
        This page could not be loaded. <button (click)="todos.reload()">Retry</button>
      </p>
    }
    <button (click)="page.set(page() - 1)" [disabled]="page() === 1">Previous</button>
    <button (click)="page.set(page() + 1)" [disabled]="page() >= pageCount()">Next</button>
    Page {{ page() }} of {{ pageCount() }}
  `,
})
class TodoTable {
  protected readonly page = signal(1);
  protected readonly todos = inject(CacheService).resource(
    getTodoPage,
    () => [{ page: this.page(), limit: 10 }],
    { keepPrevious: true },
  );
  // A page that failed to load has no value. In this case, `pageCount` keeps its last value.
  protected readonly pageCount = linkedSignal<number | undefined, number>({
    source: () => this.todos.value()?.total,
    computation: (total, last) =>
      total === undefined ? (last?.value ?? 1) : Math.max(1, Math.ceil(total / 10)),
  });
  // If the last todo of the last page is deleted, the table shows the page before it. Some servers answer with 404.
  protected readonly turnBack = effect(() => {
    const error = this.todos.error() ?? this.todos.refreshError();
    if (error?.status === 404 && this.page() > 1) this.page.update((page) => page - 1);
    else if (this.todos.hasValue() && this.page() > this.pageCount())
      this.page.set(this.pageCount());
  });
}
// #endregion

// #region django
// { "count": 45, "next": "https://api.example.com/tasks/?page=2", "results": [{ "id": 1 }] }
const taskEndpoints = restEndpoints({
  path: '/tasks/:id',
  schema: Todo,
  pages: paginated('page', linkIn('next')),
}).extend(({ getList }) => ({
  getList: getList.extend({ schema: { results: getList.schema, count: 0 } }),
}));
// #endregion

// #region cursor
// { "events": [{ "id": 1 }], "meta": { "nextCursor": "x" } }
const getEvents = new RestEndpoint({
  path: '/events',
  schema: { events: new Collection([Todo]) },
});
const getEventPage = paginated(getEvents, 'cursor', cursorIn('meta.nextCursor'));
// #endregion

// #region header
const getIssues = new RestEndpoint({
  path: '/issues',
  schema: { issues: new Collection([Todo]) },
  process: (issues: object[], { headers }) => ({ issues, link: headers.get('Link') }),
});
const getIssuePage = paginated(getIssues, 'page', linkHeaderIn('link'));
// #endregion

// #region next
const getSlices = new RestEndpoint({
  path: '/slices',
  schema: { content: new Collection([Todo]), last: false },
});
// The pages are numbered from 0, and the response says whether its page is the last one.
const getSlicePage = paginated(getSlices, 'page', ({ data, page = 0 }) =>
  data.last ? undefined : Number(page) + 1,
);
// #endregion

// #region whole
class ArticleSummary extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  static override readonly key: string = 'Article';
}

class Article extends ArticleSummary {
  readonly content: string = '';
  static override readonly key: string = 'Article';
  static override validate(row: Readonly<Record<string, unknown>>) {
    return validateRequired(row, this);
  }
}

const getArticles = new RestEndpoint({ path: '/articles', schema: [ArticleSummary] });
const getArticle = new RestEndpoint({ path: '/articles/:id', schema: Article });
// #endregion

// #region lazy
class Department extends Entity {
  static override readonly key: string = 'Department';
  readonly id: number = 0;
  readonly staff: readonly number[] = [];
  static override readonly schema = { staff: new schema.Lazy(() => [Employee]) };
}

class Employee extends Entity {
  static override readonly key: string = 'Employee';
  readonly id: number = 0;
  readonly name: string = '';
  readonly department: Department | undefined = undefined;
  static override readonly schema = { department: Department };
}

const { staff } = Department.schema; // cache.select(staff, department.staff) emits its employees
// #endregion

hydrateComponents([TodosPage, TodoTable]);

describe('the guide to lists', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  const answer = (url: string, body: object | null) =>
    http.expectOne((request) => request.urlWithParams === url).flush(body);
  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
  });
  const ids = (list: readonly { readonly id: number }[] | undefined) => list?.map(({ id }) => id);

  it('uses the endpoints of one class', () => {
    // #region use
    cache.watch(todoEndpoints.getList, { userId: 1 }).subscribe(); // emits a snapshot of Todo[] after each change
    cache.fetch(todoEndpoints.getList.push, { userId: 1, title: 'Tea' }).subscribe(); // the todo appears in that list
    cache.fetch(todoEndpoints.partialUpdate, { id: 5 }, { done: true }).subscribe();
    cache.fetch(todoEndpoints.delete, { id: 5 }).subscribe(); // the todo leaves every list
    // #endregion
    answer('/todos?userId=1', [{ id: 5, userId: 1 }]);
    const seen = watch(cache.select(todoEndpoints.getList, { userId: 1 }));
    answer('/todos', { id: 6, userId: 1, title: 'Tea' });
    expect(ids(seen.last)).toEqual([5, 6]);
    const [patch, remove] = http.match('/todos/5');
    patch.flush({ id: 5, done: true });
    expect(seen.last![0].done).toBeTrue();
    remove.flush(null);
    expect(ids(seen.last)).toEqual([6]);
  });

  it('extends it', () => {
    cache.fetch(MoreTodos.finish, { id: 5 }).subscribe();
    answer('/todos/5/finish', { id: 5, done: true });
    expect(cache.get(Todo, 5)?.done).toBeTrue();
    cache.fetch(MoreTodos.getDone).subscribe();
    answer('/todos/done', []);
  });

  it('has endpoints of several classes', () => {
    cache.fetch(mediaEndpoints.getList, { album: 'sea', limit: 2 }).subscribe();
    answer('/media?album=sea&limit=2', [
      { id: 1, kind: 'photo', album: 'sea' },
      { id: 2, kind: 'video', album: 'sea' },
    ]);
    const seen = watch(cache.select(mediaEndpoints.getList.schema, { album: 'sea' }));
    cache.fetch(mediaEndpoints.getList.move, { id: 1 }, { album: 'hills' }).subscribe();
    answer('/media/1/album', { id: 1, kind: 'photo', album: 'hills' });
    expect(ids(seen.last)).toEqual([2]);
    cache.fetch(mediaEndpoints.delete, { id: 2 }).subscribe();
    answer('/media/2', null);
    expect(ids(seen.last)).toEqual([]);
  });

  it('changes a list with search parameters', () => {
    cache.fetch(getTodos, { userId: 1 }).subscribe();
    answer('/todos?userId=1', [{ id: 5, userId: 1 }]);
    const seen = watch(cache.select(todoList, { userId: 1 }));
    // #region remove
    cache.fetch(getTodos.push, { userId: 1 }, { title: 'Tea' }).subscribe(); // POST /todos?userId=1
    cache.fetch(getTodos.remove, { userId: 1 }, { id: 5 }).subscribe(); // PATCH /todos?userId=1
    // #endregion
    const [created, removed] = http.match(({ urlWithParams: url }) => url === '/todos?userId=1');
    created.flush({ id: 6, title: 'Tea' });
    removed.flush(null);
    expect(ids(seen.last)).toEqual([6]);
  });

  it('has lists, even in entities, filtered and queried', () => {
    cache.fetch(getTodos, { userId: 1 }).subscribe();
    answer('/todos?userId=1', [
      { id: 1, userId: 1, title: 'b' },
      { id: 2, userId: 1, title: 'a' },
    ]);
    expect(cache.get(openTodos, { userId: 1 })?.map(({ title }) => title)).toEqual(['a', 'b']);
    cache.set(User, { id: 1, todos: [{ id: 1 }] });
    cache.set(todoList.push, { id: 3, userId: 1, title: 'c' });
    expect(ids(cache.get(User, 1)?.todos)).toEqual([1, 3]);
    // #region set-list
    cache.set(todoList, { userId: 1 }, [{ id: 1, userId: 1, title: 'Tea' }]);
    // #endregion
    expect(ids(cache.get(todoList, { userId: 1 }))).toEqual([1]);
    expect(longTodos.push).toBeDefined();
  });

  it('has pages', () => {
    const fixture = TestBed.createComponent(TodosPage);
    fixture.detectChanges();
    const page = fixture.nativeElement as HTMLElement;
    expect(page.textContent.trim()).toBe('Loading …');
    http.expectOne('/todos?userId=1').flush('no', { status: 500, statusText: 'Broken' });
    fixture.detectChanges();
    expect(page.textContent.trim()).toBe('That failed. Try again');
    page.querySelector('button')!.click();
    const rows = Array.from({ length: 20 }, (_, i) => ({ id: i + 1, userId: 1, title: 'a' }));
    answer('/todos?userId=1', rows);
    fixture.detectChanges();
    page.querySelector('button')!.click();
    answer('/todos?page=2&userId=1', [{ id: 21, userId: 1, title: 'last' }]);
    fixture.detectChanges();
    expect([...page.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      ...rows.map(({ title }) => title),
      'last',
    ]);
    expect(page.querySelector('button')).toBeNull();
  });

  it('has pages of several APIs', () => {
    const injector = TestBed.inject(Injector);
    const load = (
      pages: typeof getEventPage,
      url: string,
      responses: readonly (readonly [query: string, body: object, link?: string])[],
    ) => {
      const seen = watch(infiniteState(pages, {}, { injector }));
      for (const [query, body, link] of responses) {
        const request = http.expectOne((each) => each.urlWithParams === `${url}${query}`);
        request.flush(body, link === undefined ? {} : { headers: { Link: link } });
        seen.last!.loadMore();
      }
      return [ids(seen.last!.items), seen.last!.hasMore];
    };
    const twoItems = [[1, 2], false];
    const django = load(taskEndpoints.getList.getPage as never, '/tasks', [
      ['', { count: 2, next: 'https://api.example.com/tasks/?page=2', results: [{ id: 1 }] }],
      ['?page=2', { count: 2, next: null, results: [{ id: 2 }] }],
    ]);
    expect(django).toEqual(twoItems);
    const cursor = load(getEventPage, '/events', [
      ['', { events: [{ id: 1 }], meta: { nextCursor: 'x' } }],
      ['?cursor=x', { events: [{ id: 2 }], meta: {} }],
    ]);
    expect(cursor).toEqual(twoItems);
    const github = load(getIssuePage as never, '/issues', [
      ['', [{ id: 1 }], '<https://api.github.com/issues?page=2>; rel="next"'],
      ['?page=2', [{ id: 2 }], '<https://api.github.com/issues?page=1>; rel="prev"'],
    ]);
    expect(github).toEqual(twoItems);
    const slices = load(getSlicePage as never, '/slices', [
      ['', { content: [{ id: 1 }], last: false }],
      ['?page=1', { content: [{ id: 2 }], last: true }],
    ]);
    expect(slices).toEqual(twoItems);
  });

  it('has numbered pages', () => {
    const fixture = TestBed.createComponent(TodoTable);
    const page = fixture.nativeElement as HTMLElement;
    const text = () => page.textContent.replace(/\s+/g, ' ').trim();
    const click = (nth: number) => {
      page.querySelectorAll('button')[nth].click();
      fixture.detectChanges();
    };
    const respond = (nth: number, items: object[], total: number) => {
      answer(`/todos?limit=10&page=${nth}`, { items, total });
      fixture.detectChanges();
    };
    fixture.detectChanges();
    respond(1, [{ id: 1, title: 'one' }], 11);
    expect(text()).toBe('onePreviousNext Page 1 of 2');
    click(1);
    expect(text()).toContain('one');
    expect(page.querySelector('table')!.style.opacity).toBe('0.5');
    respond(2, [{ id: 11, title: 'eleven' }], 11);
    expect(text()).toBe('elevenPreviousNext Page 2 of 2');
    cache.fetch(todoEndpoints.delete, { id: 11 }).subscribe();
    answer('/todos/11', null);
    fixture.detectChanges();
    expect(text()).toBe('PreviousNext Page 2 of 2');
    respond(2, [], 10);
    fixture.detectChanges();
    respond(1, [{ id: 1, title: 'one' }], 10);
    expect(text()).toBe('onePreviousNext Page 1 of 1');
  });

  it('loads the next page in advance', () => {
    const page = signal(1);
    const pageCount = signal(1);
    TestBed.runInInjectionContext(() => {
      // #region prefetch
      effect(() => {
        const next = page() + 1;
        if (next > pageCount()) return;
        // Depends only on the two numbers. `ensure` sends nothing if the page is fresh.
        untracked(() =>
          cache
            .ensure(getTodoPage, { page: next, limit: 10 })
            .subscribe({ error: () => undefined }),
        );
      });
      // #endregion
    });
    TestBed.tick();
    pageCount.set(2);
    TestBed.tick();
    answer('/todos?limit=10&page=2', { items: [{ id: 11, title: 'eleven' }], total: 11 });
    cache.set(Todo, { id: 11, title: 'elf' });
    TestBed.tick();
    page.set(2);
    TestBed.tick();
    const shown = watch(cache.watch(getTodoPage, { page: 2, limit: 10 }).pipe(toValues()));
    expect(shown.last?.items.map(({ title }) => title)).toEqual(['elf']);
    http.verify();
  });

  it('keeps its page buttons when a page fails', () => {
    const fixture = TestBed.createComponent(TodoTable);
    const page = fixture.nativeElement as HTMLElement;
    const text = () => page.textContent.replace(/\s+/g, ' ').trim();
    const click = (label: string) => {
      const buttons = [...page.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === label)!.click();
      fixture.detectChanges();
    };
    const request = (nth: number) =>
      http.expectOne(({ urlWithParams }) => urlWithParams === `/todos?limit=10&page=${nth}`);
    fixture.detectChanges();
    request(1).flush({ items: [{ id: 1, title: 'one' }], total: 25 });
    fixture.detectChanges();
    click('Next');
    request(2).flush('down', { status: 500, statusText: 'Down' });
    fixture.detectChanges();
    expect(text()).toBe('This page could not be loaded. RetryPreviousNext Page 2 of 3');
    click('Retry');
    request(2).flush({ items: [{ id: 11, title: 'eleven' }], total: 25 });
    fixture.detectChanges();
    expect(text()).toBe('elevenPreviousNext Page 2 of 3');
  });

  it('has complete entities, and lazy relations', () => {
    cache.fetch(getArticles).subscribe();
    answer('/articles', [{ id: 1, title: 'One' }]);
    const seen = watch(cache.watch(getArticle, { id: 1 }).pipe(toValues()));
    answer('/articles/1', { id: 1, title: 'One', content: 'Text' });
    expect(seen.last?.content).toBe('Text');
    cache.set(Employee, { id: 5, name: 'Ada', department: { id: 1, staff: [5] } });
    expect(cache.get(staff, [5])?.[0].name).toBe('Ada');
    expect(inject).toBeDefined();
  });
});
