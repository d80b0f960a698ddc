import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  type Endpoint,
  provideCache,
  type RestDefaults,
  type RestError,
  toValues,
  withRest,
} from 'ngx-cache-query';
import { watch } from './watch';

/** A request, as the server sees it. */
export interface Expected {
  readonly method?: string;
  /** The decoded URL after the prefix. */
  readonly url: string;
  readonly body?: unknown;
}

/** What the documentation of an API says of its requests and responses, for the tasks of project 9. */
export interface ApiFamily {
  readonly name: string;
  readonly habits: RestDefaults;
  /** The endpoints of `restEndpoints`. */
  readonly tasks: object;
  /** The endpoint that changes a task. Default: `partialUpdate`. */
  readonly update?: 'update' | 'partialUpdate';
  /** The path parameters of task 1. Default: its id. */
  readonly key?: object;
  /** The parameters of a page of the list. */
  readonly page: object;
  /** Task 1, task 2, and task 1 after the change, as the server sends them. */
  readonly rows: readonly [first: object, second: object, changed: object];
  readonly list: Expected;
  readonly listOf: (...rows: readonly object[]) => unknown;
  readonly onPage: Expected;
  readonly detail: Expected;
  /** A response with one task. Default: the task itself. */
  readonly one?: (row: object) => unknown;
  readonly create: Expected;
  readonly change: Expected;
  readonly remove: Expected;
  readonly error: { readonly status: number; readonly sent: unknown; readonly received: unknown };
}

interface Task {
  readonly title: string;
  readonly projectId: number;
  readonly isDone: boolean;
}
type Endpoints = Record<'get' | 'getList' | 'update' | 'partialUpdate' | 'delete', AnyRead> & {
  readonly getList: { readonly push: AnyRead };
};
type AnyRead = Endpoint<unknown[]>;

/** Lists, pages, reads, creates, changes and deletes tasks, and fails, with an API of the family. */
export function itFollows(family: ApiFamily): void {
  const { habits, key = { id: 1 }, page, listOf, one: oneOf = (row: object) => row } = family;
  const tasks = family.tasks as Endpoints;
  const [first, second, changed] = family.rows;
  let cache: CacheService;
  let http: HttpTestingController;

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(withRest({ urlPrefix: '/api/', ...habits })),
      ],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
  });
  afterEach(() => http.verify());

  const expectSent = ({ method = 'GET', url, body }: Expected) => {
    const sent = http.expectOne(() => true);
    const { request } = sent;
    expect(decodeURIComponent(request.urlWithParams)).toBe(`/api${url}`);
    expect([request.method, request.body ?? undefined]).toEqual([method, body]);
    return sent;
  };
  const watchList = (params: object) => {
    const seen = watch(cache.watch(tasks.getList, params).pipe(toValues()));
    return () => (seen.last as Task[] | undefined)?.map(({ title }) => title);
  };
  const task = { title: 'two', projectId: 9, isDone: false };

  it('lists, creates and deletes', () => {
    const shown = watchList({ projectId: 9 });
    expectSent(family.list).flush(listOf(first) as object);
    expect(shown()).toEqual(['one']);
    const created = watch(cache.fetch(tasks.getList.push, task));
    expectSent(family.create).flush(oneOf(second) as object, { status: 201, statusText: 'ok' });
    expect([shown(), created.errors]).toEqual([['one', 'two'], []]);
    expect(created.last).toEqual(jasmine.objectContaining(task));
    watch(cache.fetch(tasks.delete, key));
    expectSent(family.remove).flush(null, { status: 204, statusText: 'ok' });
    expect(shown()).toEqual(['two']);
  });

  it('refetches a page after a mutation', () => {
    const shown = watchList({ projectId: 9, ...page });
    expectSent(family.onPage).flush(listOf(first) as object);
    watch(cache.fetch(tasks.getList.push, task));
    expectSent(family.create).flush(oneOf(second) as object);
    expect(shown()).toEqual(['one']);
    expectSent(family.onPage).flush(listOf(second) as object);
    expect(shown()).toEqual(['two']);
  });

  it('reads and changes one', () => {
    const seen = watch(cache.watch(tasks.get, key).pipe(toValues()));
    expectSent(family.detail).flush(oneOf(first) as object);
    const { title, projectId, isDone } = seen.last as Task;
    expect([title, projectId, isDone]).toEqual(['one', 9, false]);
    const update = tasks[family.update ?? 'partialUpdate'];
    watch(cache.fetch(update, key, { isDone: true }));
    expectSent(family.change).flush(oneOf(changed) as object);
    expect((seen.last as Task).isDone).toBeTrue();
  });

  it('receives the body of an error', () => {
    const { status, sent, received } = family.error;
    const { errors } = watch(cache.fetch(tasks.getList.push, task));
    expectSent(family.create).flush(sent as object, { status, statusText: 'no' });
    const error = errors[0] as RestError;
    expect([error.status, error.body]).toEqual([status, received]);
  });
}
