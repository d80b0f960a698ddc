// The examples in docs/guides. The guides show each region unchanged.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject, Injector, input, linkedSignal, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  Entity,
  Query,
  ref,
  RestEndpoint,
  restEndpoints,
  schema,
  toValues,
  typed,
} from 'ngx-cache-query';
import { map, Subject } from 'rxjs';
import { hydrateComponents } from '../support/hydrated';

// #region start-entity
export class Task extends Entity {
  static override readonly key: string = 'Task';
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
}
// #endregion

// #region start-rest
export const tasks = restEndpoints({ path: '/tasks/:id', schema: Task });
// #endregion

// #region start-endpoints
const taskList = new Collection([Task]);
export const getTasks = new RestEndpoint({ path: '/tasks', schema: taskList });
export const createTask = new RestEndpoint({
  path: '/tasks',
  method: 'POST',
  body: typed<{ title: string }>(),
  schema: taskList.push,
});
export const updateTask = new RestEndpoint({
  path: '/tasks/:id',
  method: 'PATCH',
  body: typed<{ done: boolean }>(),
  schema: Task,
});
// #endregion

// #region start-query
export const openCount = new Query(
  tasks.getList,
  (list) => list.filter((task) => !task.done).length,
);
// #endregion

// #region start-component
@Component({
  selector: 'app-tasks',
  template: `
    <h1>{{ count() ?? 0 }} to do</h1>
    @if (list.hasValue()) {
      @for (task of list.value(); track task.id) {
        <p>
          {{ task.title }}
          <button [disabled]="task.done" (click)="finish(task)">Done</button>
          <button (click)="deletion.mutate({ id: task.id })">Delete</button>
        </p>
      }
    } @else if (list.error()) {
      <p role="alert">
        The tasks could not be loaded. <button (click)="list.reload()">Retry</button>
      </p>
    } @else if (list.isLoading()) {
      <p>Loading …</p>
    }
    <input #title aria-label="New task" />
    <button (click)="creation.mutate({ title: title.value })">Add</button>
    @if (creation.error() ?? update.error() ?? deletion.error()) {
      <p role="alert">That did not work; nothing has changed.</p>
    }
  `,
})
export class Tasks {
  private readonly cache = inject(CacheService);
  protected readonly list = this.cache.resource(tasks.getList); // sends the request
  protected readonly count = this.cache.selectSignal(openCount);
  protected readonly creation = this.cache.mutation(tasks.getList.push);
  protected readonly update = this.cache.mutation(tasks.partialUpdate);
  protected readonly deletion = this.cache.mutation(tasks.delete);

  protected finish(task: Task): void {
    this.update.mutate({ id: task.id }, { done: true });
  }
}
// #endregion

// #region relations-two-way
class Author extends Entity {
  static override readonly key: string = 'Author';
  readonly id: number = 0;
  readonly name: string = '';
  readonly books: Book[] = [];
  static override get schema() {
    return { books: [Book] }; // a getter, because Book is declared later
  }
}

class Book extends Entity {
  readonly isbn: string = '';
  readonly title: string = '';
  readonly author: Author | undefined = undefined;
  readonly published: Date = new Date(0);
  override pk() {
    return this.isbn;
  }
  static override readonly key: string = 'Book';
  static override readonly schema = {
    author: Author,
    published: (iso: string) => new Date(iso), // converts the raw value of the field
  };
}
// #endregion

// #region queries-arguments
const booksOf = new Query(
  new schema.All(Book),
  (books, { name, limit = 10 }: { name: string; limit?: number }) =>
    books.filter((book) => book.author?.name === name).slice(0, limit),
);
// #endregion

// #region queries-join
const overview = new Query(
  { authors: new schema.All(Author), books: new schema.All(Book) },
  ({ authors, books }) => ({ authors: authors?.length ?? 0, books: books?.length ?? 0 }),
);
// #endregion

// #region queries-get
const titlesWithAuthor = new Query(new schema.All(Book), (books) =>
  books.map((book) => `${book.title}, by ${book.author?.name ?? 'unknown'}`),
);
// #endregion

// #region polymorphic-union
class Photo extends Entity {
  static override readonly key: string = 'Photo';
  readonly id: number = 0;
  readonly kind = 'photo' as const;
  readonly url: string = '';
}
class Video extends Entity {
  static override readonly key: string = 'Video';
  readonly id: number = 0;
  readonly kind = 'video' as const;
  readonly seconds: number = 0;
}
const media = { photo: Photo, video: Video };
const gallery = new schema.All(media, 'kind');
const getGallery = new RestEndpoint({ path: '/gallery', schema: gallery });
const item = new schema.Union(media, 'kind');
// #endregion

// #region polymorphic-of-union
const allMedia = new schema.All(item);
const deleteMedia = new RestEndpoint({
  path: '/gallery/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(item),
});
// #endregion

// #region fetching-input
const getTask = new RestEndpoint({ path: '/tasks/:id', schema: Task });

@Component({
  selector: 'app-task',
  template: `
    @if (task.hasValue()) {
      <h1>{{ task.value().title }}</h1>
      @if (task.refreshError()) {
        <p role="alert">This may be out of date. <button (click)="task.reload()">Retry</button></p>
      }
    } @else if (task.error(); as error) {
      @if (error.status === 404) {
        <p>There is no such task.</p>
      } @else {
        <p role="alert">
          The task could not be loaded. <button (click)="task.reload()">Retry</button>
        </p>
      }
    } @else if (task.isLoading()) {
      <p>Loading …</p>
    }
  `,
})
class TaskPage {
  private readonly cache = inject(CacheService);
  readonly id = input.required<string>(); // from the route, by withComponentInputBinding()
  protected readonly task = this.cache.resource(getTask, () => [{ id: this.id() }]);
}
// #endregion

// #region keep-previous
const searchTasks = new RestEndpoint({
  path: '/tasks',
  searchParams: typed<{ title: string }>(),
  schema: [Task],
});

@Component({ selector: 'app-search', template: `{{ shown()?.length }} tasks` })
class Search {
  readonly title = input('');
  readonly #found = inject(CacheService).selectSignal(searchTasks, () => [{ title: this.title() }]);
  protected readonly shown = linkedSignal<Task[] | undefined, Task[] | undefined>({
    source: this.#found,
    computation: (found, last) => found ?? last?.value,
  });
}
// #endregion

// #region mutation
@Component({
  selector: 'app-task-title',
  template: `
    <input #title aria-label="Title" [value]="task().title" />
    <button
      [disabled]="renaming.isPending()"
      (click)="renaming.mutate({ id: task().id }, { title: title.value })"
    >
      Save
    </button>
    @if (renaming.error(); as error) {
      <p role="alert">{{ error.status === 403 ? 'You may not change this.' : 'Not saved.' }}</p>
    }
  `,
})
class TaskTitle {
  readonly task = input.required<Task>();
  protected readonly renaming = inject(CacheService).mutation(renameTask);
}
// #endregion

// #region fetching-delete
const deleteTask = new RestEndpoint({
  path: '/tasks/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(Task), // the entity in the response, or else in the path
});
// #endregion

// #region fetching-nothing
const finishTask = new RestEndpoint({
  path: '/tasks/:id/finish',
  method: 'POST',
  schema: Task,
  process: (_body, _response, { id }) => ({ id, done: true }), // the server responds with 204
});
// #endregion

// #region fetching-page
const getPage = new RestEndpoint({
  path: '/tasks',
  searchParams: typed<{ page: number }>(),
  schema: { items: [Task], total: 0 },
  process: (items: unknown[], { headers }) => ({
    items,
    total: Number(headers.get('x-total-count')),
  }),
});
// #endregion

// #region fetching-defaults
const getTodoLists = new RestEndpoint({
  path: '/lists',
  searchParams: typed<{ done?: boolean; _embed: string }>(),
  defaultSearchParams: { _embed: 'tasks' },
  schema: [Task],
});
// #endregion

// #region rename-task
const renameTask = new RestEndpoint({
  path: '/tasks/:id',
  method: 'PATCH',
  body: typed<{ title: string }>(),
  schema: Task,
});
// #endregion

hydrateComponents([Tasks, TaskPage, Search, TaskTitle]);

describe('the guides', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  const log: unknown[] = [];
  const show = (...values: unknown[]): void => void log.push(...values);

  beforeEach(() => {
    log.length = 0;
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
  });

  it('shows the open tasks, and finishes one', async () => {
    const fixture = TestBed.createComponent(Tasks);
    fixture.detectChanges(); // the page sends its request
    http.expectOne('/tasks').flush([
      { id: 1, title: 'Water the tomatoes', done: false },
      { id: 2, title: 'Call the landlord', done: true },
    ]);
    await fixture.whenStable(); // waits for open requests and for the page to show their responses
    const page = fixture.nativeElement as HTMLElement;
    expect(page.querySelector('h1')!.textContent).toBe('1 to do');

    page.querySelector('button')!.click();
    http.expectOne('/tasks/1').flush({ id: 1, title: 'Water the tomatoes', done: true });
    await fixture.whenStable();
    expect(page.querySelector('h1')!.textContent).toBe('0 to do');
  });

  it('shows a message when the server refuses a change', async () => {
    const fixture = TestBed.createComponent(Tasks);
    fixture.autoDetectChanges();
    http.expectOne('/tasks').flush([{ id: 1, title: 'Water the tomatoes', done: false }]);
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    page.querySelector('button')!.click();
    http.expectOne('/tasks/1').flush('no', { status: 403, statusText: 'Forbidden' });
    await fixture.whenStable();
    expect(page.textContent).toContain('nothing has changed');
    expect(page.querySelector('h1')!.textContent).toBe('1 to do');
  });

  it('offers to retry', async () => {
    const fixture = TestBed.createComponent(Tasks);
    fixture.detectChanges();
    const page = fixture.nativeElement as HTMLElement;
    expect(page.textContent).toContain('Loading …');
    http.expectOne('/tasks').flush('down', { status: 503, statusText: 'Unavailable' });
    await fixture.whenStable();
    page.querySelector('button')!.click();
    http.expectOne('/tasks').flush([{ id: 1, title: 'Water the tomatoes', done: false }]);
    await fixture.whenStable();
    expect(page.querySelector('[role=alert]')).toBeNull();
  });

  it('counts what is open', () => {
    const task = (fields: Partial<Task>) => Task.fromJS(fields);
    expect(openCount.process([task({ id: 1 }), task({ id: 2, done: true })])).toBe(1);

    cache.set(tasks.getList, [], [{ id: 1 }, { id: 2, done: true }]);
    expect(cache.get(openCount)).toBe(1);
  });

  it('shows a created task in the list, and a deleted one no longer', async () => {
    const fixture = TestBed.createComponent(Tasks);
    fixture.autoDetectChanges();
    http.expectOne('/tasks').flush([{ id: 1, title: 'Water the tomatoes', done: false }]);
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    const press = (label: string) =>
      [...page.querySelectorAll('button')].find((each) => each.textContent === label)!.click();

    page.querySelector('input')!.value = 'Buy milk';
    press('Add');
    const creation = http.expectOne({ method: 'POST', url: '/tasks' });
    expect(creation.request.body).toEqual({ title: 'Buy milk' });
    creation.flush({ id: 7, title: 'Buy milk', done: false });
    await fixture.whenStable();
    expect(page.querySelector('h1')!.textContent).toBe('2 to do');
    expect(page.textContent).toContain('Buy milk');

    press('Delete'); // the first task
    http.expectOne({ method: 'DELETE', url: '/tasks/1' }).flush(null);
    await fixture.whenStable();
    expect(page.querySelector('h1')!.textContent).toBe('1 to do');
    expect(page.textContent).not.toContain('Water the tomatoes');
  });

  it('resolves relations', () => {
    // #region relations-read
    cache.set([Book], [{ isbn: '978-0', title: 'Emma', author: 5, published: '1815-12-23' }]);
    const book = cache.get(Book, '978-0')!;
    show(book.published.getFullYear(), book.author?.name, ref(book, 'author')); // 1815, undefined, '5'

    cache.set(Author, { id: 5, name: 'Jane Austen', books: ['978-0'] });
    const later = cache.get(Book, '978-0')!;
    show(later.author?.name); // 'Jane Austen'
    show(later.author?.books[0] === later); // true: an entity is the same object in every result
    // #endregion
    expect(log).toEqual([1815, undefined, '5', 'Jane Austen', true]);

    // #region relations-write
    cache.set(Book, { isbn: '978-1', title: 'Persuasion', author: { id: 5, name: 'J. Austen' } });
    cache.set(Book, '978-1', (each) => ({ title: `${each.title} (1817)` }));
    cache.delete(Author, 5); // the books stay, and their author is undefined again
    // #endregion
    expect(cache.get(Book, '978-1')?.title).toBe('Persuasion (1817)');
    expect(cache.get(Book, '978-1')?.author).toBeUndefined();
  });

  it('queries', () => {
    cache.set([Book], [{ isbn: '1', title: 'Emma', author: { id: 5, name: 'Jane Austen' } }]);
    // #region queries-use
    const austen$ = cache.select(booksOf, { name: 'Jane Austen' }); // Observable<Book[] | undefined>
    const first = cache.get(booksOf, { name: 'Jane Austen', limit: 1 });
    // #endregion
    // #region queries-use-join
    const all = cache.get(overview); // { authors: 1, books: 1 }
    // #endregion
    austen$.subscribe((books) => show(books?.length));
    expect([first?.length, all, cache.get(titlesWithAuthor)]).toEqual([
      1,
      { authors: 1, books: 1 },
      ['Emma, by Jane Austen'],
    ]);
    expect(log).toEqual([1]);
  });

  it('lists several types', () => {
    // #region polymorphic-use
    cache.fetch(getGallery).subscribe((items) => {
      for (const each of items) show(each.kind === 'photo' ? each.url : each.seconds);
    });
    // #endregion
    http.expectOne('/gallery').flush([
      { id: 1, kind: 'photo', url: 'a.png' },
      { id: 1, kind: 'video', seconds: 30 },
    ]);
    // #region polymorphic-one
    const one = cache.get(item, { id: 1, kind: 'video' }); // Photo | Video | undefined
    // #endregion
    expect([log, one?.kind, cache.get(gallery)?.length]).toEqual([['a.png', 30], 'video', 2]);
    expect(cache.get(allMedia)?.length).toBe(2);
    cache.fetch(deleteMedia, { id: 1 }).subscribe();
    http.expectOne('/gallery/1').flush({ id: 1, kind: 'video' });
    expect(cache.get(allMedia)?.map(({ kind }) => kind)).toEqual(['photo']);
  });

  it('fetches', () => {
    // #region fetching-verbs
    cache.fetch(getTasks); // one request per subscription, or shares a read in flight; completes
    cache.ensure(getTasks); // fresh cached data, or one request; completes
    cache.watch(getTasks); // one request if missing or stale; emits the value and the status on each change
    cache.watch(getTasks).pipe(toValues()); // the same, but emits only the value
    // #endregion
    http.expectNone('/tasks');
    cache.fetch(getPage, { page: 2 }).subscribe(({ items, total }) => show(items.length, total));
    http.expectOne('/tasks?page=2').flush([{ id: 1 }], { headers: { 'x-total-count': '31' } });
    expect(log).toEqual([1, 31]);
  });

  it('has default search parameters', () => {
    // #region fetching-defaults-use
    cache.fetch(getTodoLists).subscribe(); // GET /lists?_embed=tasks
    cache.fetch(getTodoLists, { done: true, _embed: 'owner' }).subscribe(); // ?_embed=owner&done=true
    cache.fetch(getTodoLists, { _embed: null }).subscribe(); // GET /lists
    // #endregion
    const urls = http.match(() => true).map(({ request }) => request.urlWithParams);
    expect(urls).toEqual(['/lists?_embed=tasks', '/lists?_embed=owner&done=true', '/lists']);
  });

  it('shows the errors of a form', async () => {
    const form = { errors: signal<Record<string, string>>({}) };
    const injector = TestBed.inject(Injector);
    // #region fetching-form
    const createOrRefuse = createTask.withErrorBody<{ fields: Record<string, string> }>();
    const creation = cache.mutation(createOrRefuse, {
      injector,
      onError: ({ body, status }) => {
        if (status === 422) form.errors.set(body?.fields ?? {});
      },
    });
    creation.mutate({ title: '' });
    // #endregion
    const body = { fields: { title: 'is required' } };
    http.expectOne('/tasks').flush(body, { status: 422, statusText: 'Unprocessable' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(form.errors()).toEqual({ title: 'is required' });
  });

  it('updates with an input, even after an error', async () => {
    const fixture = TestBed.createComponent(TaskPage);
    const text = () => (fixture.nativeElement as HTMLElement).textContent?.trim();
    const answer = async (id: string, body: string | object, status = 200) => {
      fixture.componentRef.setInput('id', id);
      fixture.detectChanges();
      expect(text()).toBe('Loading …');
      http.expectOne(`/tasks/${id}`).flush(body, { status, statusText: 'said' });
      await fixture.whenStable();
    };
    await answer('3', { id: 3, title: 'Buy milk' });
    expect(text()).toBe('Buy milk');
    await answer('4', 'none', 404);
    expect(text()).toContain('There is no such task.');
    await answer('5', { id: 5, title: 'Bake bread' });
    expect(text()).toBe('Bake bread');
    await answer('6', 'down', 500);
    expect(text()).toBe('The task could not be loaded. Retry');
    await answer('7', { id: 7, title: 'Feed the cat' });
    TestBed.inject(CacheService).fetch(deleteTask, { id: 7 }).subscribe();
    http.expectOne('/tasks/7').flush(null);
    await fixture.whenStable();
    expect(text()).toBe('There is no such task.'); // no request is sent
    http.verify();
  });

  it('keeps the previous result of a read', () => {
    const fixture = TestBed.createComponent(Search);
    const text = () => (fixture.nativeElement as HTMLElement).textContent;
    cache.fetch(searchTasks, { title: 'T' }).subscribe();
    http.expectOne('/tasks?title=T').flush([{ id: 1, title: 'Tea' }]);
    fixture.componentRef.setInput('title', 'T');
    fixture.detectChanges();
    expect(text()).toBe('1 tasks');
    fixture.componentRef.setInput('title', 'Te');
    fixture.detectChanges();
    expect(text()).toBe('1 tasks');
  });

  it('watches with changing arguments', () => {
    const title$ = new Subject<string>();
    // #region watch-changing
    const found$ = cache.watch(searchTasks, title$.pipe(map((title) => [{ title }])), {
      keepPrevious: true,
    });
    // #endregion
    found$.subscribe(({ status, value, isPrevious }) => show([status, value?.length, isPrevious]));
    title$.next('T');
    http.expectOne('/tasks?title=T').flush('down', { status: 500, statusText: 'Down' });
    title$.next('Te');
    http.expectOne('/tasks?title=Te').flush([{ id: 1, title: 'Tea' }]);
    title$.next('Tea');
    expect(log).toEqual([
      ['loading', undefined, false],
      ['error', undefined, false],
      ['loading', undefined, false],
      ['resolved', 1, false],
      ['loading', 1, true],
    ]);
  });

  it('shows the errors of a mutation', async () => {
    const fixture = TestBed.createComponent(TaskTitle);
    const page = fixture.nativeElement as HTMLElement;
    fixture.componentRef.setInput('task', Task.fromJS({ id: 3, title: 'Tea' }));
    fixture.detectChanges();
    page.querySelector('button')!.click();
    fixture.detectChanges();
    expect(page.querySelector('button')!.disabled).toBeTrue();
    http.expectOne('/tasks/3').flush('no', { status: 403, statusText: 'Forbidden' });
    await fixture.whenStable();
    expect(page.querySelector('[role=alert]')!.textContent).toBe('You may not change this.');
    expect(page.querySelector('button')!.disabled).toBeFalse();
  });

  it('deletes, and writes fields that the response lacks', () => {
    cache.set([Task], [{ id: 7 }, { id: 8 }]);
    // #region fetching-mutations
    cache.fetch(finishTask, { id: 7 }).subscribe(); // task 7 is done in every view
    cache.fetch(deleteTask, { id: 8 }).subscribe(); // task 8 leaves every view
    // #endregion
    http.expectOne('/tasks/7/finish').flush(null, { status: 204, statusText: 'No Content' });
    http.expectOne('/tasks/8').flush({ success: true });
    expect([cache.get(Task, 7)?.done, cache.get(Task, 8)]).toEqual([true, undefined]);
  });
});
