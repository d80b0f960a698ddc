// The examples in docs/guides/your-api.md.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  filterParams,
  infinite,
  pageNumber,
  paginated,
  provideCache,
  type RestDefaults,
  restEndpoints,
  snakeCase,
  toValues,
  typed,
  withRest,
} from 'ngx-cache-query';
import { itFollows } from '../support/api-family';
import { watch } from '../support/watch';

// #region task
class Task extends Entity {
  static override readonly key: string = 'Task';
  readonly id: number = 0;
  readonly title: string = '';
  readonly projectId: number = 0;
  readonly isDone: boolean = false;
}

const tasks = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  searchParams: typed<{ projectId?: number; page?: number }>(),
});
// #endregion

const snakeRows = [
  { id: 1, title: 'one', project_id: 9, is_done: false },
  { id: 2, title: 'two', project_id: 9, is_done: false },
  { id: 1, title: 'one', project_id: 9, is_done: true },
] as const;
const camelRows = [
  { id: 1, title: 'one', projectId: 9, isDone: false },
  { id: 2, title: 'two', projectId: 9, isDone: false },
  { id: 1, title: 'one', projectId: 9, isDone: true },
] as const;
const camelBody = { title: 'two', projectId: 9, isDone: false };
const snakeBody = { title: 'two', project_id: 9, is_done: false };
const meta = { total: 1 };

describe('F15 Django REST framework', () => {
  // #region django
  const django: RestDefaults = { names: snakeCase, unwrap: { list: 'results' } };
  const djangoTasks = restEndpoints({ path: '/tasks/:id/', schema: Task });
  // #endregion

  itFollows({
    name: 'Django REST framework',
    habits: django,
    tasks: djangoTasks,
    page: { page: 2, pageSize: 20 },
    rows: snakeRows,
    list: { url: '/tasks/?project_id=9' },
    listOf: (...results) => ({ count: results.length, next: null, previous: null, results }),
    onPage: { url: '/tasks/?page=2&page_size=20&project_id=9' },
    detail: { url: '/tasks/1/' },
    create: { method: 'POST', url: '/tasks/', body: snakeBody },
    change: { method: 'PATCH', url: '/tasks/1/', body: { is_done: true } },
    remove: { method: 'DELETE', url: '/tasks/1/' },
    error: {
      status: 400,
      sent: { project_id: ['Invalid pk "9" - object does not exist.'] },
      received: { projectId: ['Invalid pk "9" - object does not exist.'] },
    },
  });
});

describe('F15 Spring', () => {
  // #region spring
  const spring: RestDefaults = {
    unwrap: { list: 'content' },
    pageArgumentKeys: ['page', 'size'],
  };
  // #endregion
  const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'no' };

  itFollows({
    name: 'Spring',
    habits: spring,
    tasks,
    page: { page: 1, size: 20 },
    rows: camelRows,
    list: { url: '/tasks?projectId=9' },
    listOf: (...content) => ({
      content,
      page: { size: 20, number: 0, totalElements: content.length, totalPages: 1 },
    }),
    onPage: { url: '/tasks?page=1&projectId=9&size=20' },
    detail: { url: '/tasks/1' },
    create: { method: 'POST', url: '/tasks', body: camelBody },
    change: { method: 'PATCH', url: '/tasks/1', body: { isDone: true } },
    remove: { method: 'DELETE', url: '/tasks/1' },
    error: { status: 400, sent: problem, received: problem },
  });
});

describe('F15 Laravel', () => {
  // #region laravel
  const laravel: RestDefaults = {
    headers: { Accept: 'application/json' }, // otherwise, Laravel redirects after validation errors
    names: snakeCase,
    unwrap: 'data',
  };
  // #endregion

  itFollows({
    name: 'Laravel',
    habits: laravel,
    tasks,
    page: { page: 2 },
    rows: snakeRows,
    list: { url: '/tasks?project_id=9' },
    listOf: (...data) => ({
      data,
      links: { first: '/tasks?page=1', last: '/tasks?page=1', prev: null, next: null },
      meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length },
    }),
    onPage: { url: '/tasks?page=2&project_id=9' },
    detail: { url: '/tasks/1' },
    one: (data) => ({ data }),
    create: { method: 'POST', url: '/tasks', body: snakeBody },
    change: { method: 'PATCH', url: '/tasks/1', body: { is_done: true } },
    remove: { method: 'DELETE', url: '/tasks/1' },
    error: {
      status: 422,
      sent: { message: 'no', errors: { project_id: ['The project id field is required.'] } },
      received: { message: 'no', errors: { projectId: ['The project id field is required.'] } },
    },
  });
});

describe('F15 pages of Laravel', () => {
  const pages = paginated('page', pageNumber({ pages: 'meta.lastPage' }));
  const laravelTasks = restEndpoints({ path: '/tasks/:id', schema: Task, pages }).extend(
    ({ getList }) => ({
      getList: getList.extend({
        schema: {
          data: getList.schema,
          meta: { currentPage: 0, lastPage: 0, perPage: 0, total: 0 },
        },
      }),
    }),
  );

  it('keeps their numbers, and finds the next one', async () => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(withRest({ names: snakeCase, unwrap: 'data' })),
      ],
    });
    const http = TestBed.inject(HttpTestingController);
    const tasksOf = TestBed.runInInjectionContext(() => infinite(laravelTasks.getList.getPage));
    const answer = (url: string, at: number) =>
      http.expectOne(url).flush({
        data: [{ ...snakeRows[0], id: at }],
        meta: { current_page: at, last_page: 2, per_page: 1, total: 2 },
      });
    answer('/tasks', 1);
    expect([tasksOf.value()?.meta.lastPage, tasksOf.hasMore()]).toEqual([2, true]);
    void tasksOf.loadMore();
    answer('/tasks?page=2', 2);
    expect([tasksOf.items()?.map(({ id }) => id), tasksOf.hasMore()]).toEqual([[1, 2], false]);
  });
});

describe('F15 OData', () => {
  // #region odata
  const odata: RestDefaults = {
    unwrap: { list: 'value' },
    nonFilterArgumentKeys: /^\$/,
    searchToString: filterParams((name, is) => ['$filter', `${name} eq ${is}`], /^\$/, ' and '),
  };
  const odataTasks = restEndpoints({ path: '/Tasks\\(:id\\)', schema: Task }); // GET /Tasks(5)
  // #endregion
  const refusal = { error: { code: '400', message: 'no', target: 'projectId' } };

  itFollows({
    name: 'OData',
    habits: odata,
    tasks: odataTasks,
    page: { $skip: 20, $top: 20, $orderby: 'title' },
    rows: camelRows,
    list: { url: '/Tasks?$filter=projectId eq 9' },
    listOf: (...value) => ({
      '@odata.context': '/api/$metadata#Tasks',
      '@odata.count': value.length,
      value,
    }),
    onPage: { url: '/Tasks?$filter=projectId eq 9&$orderby=title&$skip=20&$top=20' },
    detail: { url: '/Tasks(1)' },
    one: (row) => ({ '@odata.context': '/api/$metadata#Tasks/$entity', ...row }),
    create: { method: 'POST', url: '/Tasks', body: camelBody },
    change: { method: 'PATCH', url: '/Tasks(1)', body: { isDone: true } },
    remove: { method: 'DELETE', url: '/Tasks(1)' },
    error: { status: 400, sent: refusal, received: refusal },
  });
});

describe('F15 PostgREST', () => {
  // #region postgrest
  const postgrest: RestDefaults = {
    headers: { Prefer: 'return=representation' },
    names: snakeCase,
    unwrap: { one: '0' }, // one row is an array with one item
    searchToString: filterParams((name, is) => [name, `eq.${is}`], /^(select|order|limit|offset)$/),
  };
  const rows = restEndpoints({ path: '/tasks\\?id=eq.:id', schema: Task }); // GET /tasks?id=eq.5
  // #endregion
  const refusal = { code: '23503', details: null, hint: null, message: 'no' };

  itFollows({
    name: 'PostgREST',
    habits: postgrest,
    tasks: rows,
    page: { limit: 20, offset: 20 },
    rows: snakeRows,
    list: { url: '/tasks?project_id=eq.9' },
    listOf: (...all) => all,
    onPage: { url: '/tasks?limit=20&offset=20&project_id=eq.9' },
    detail: { url: '/tasks?id=eq.1' },
    one: (row) => [row],
    create: { method: 'POST', url: '/tasks', body: snakeBody },
    change: { method: 'PATCH', url: '/tasks?id=eq.1', body: { is_done: true } },
    remove: { method: 'DELETE', url: '/tasks?id=eq.1' },
    error: { status: 409, sent: refusal, received: refusal },
  });
});

describe('F15 Strapi', () => {
  // #region strapi
  const strapi: RestDefaults = {
    unwrap: 'data',
    wrap: 'data',
    pageArgumentKeys: ['pagination[page]', 'pagination[pageSize]'],
    searchToString: filterParams((name, is) => [`filters[${name}][$eq]`, is], /^(pagination|sort)/),
  };
  // #endregion
  // #region strapi-entity
  class Article extends Entity {
    static override readonly key: string = 'Article';
    readonly documentId: string = '';
    readonly title: string = '';
    readonly projectId: number = 0;
    readonly isDone: boolean = false;
    override pk() {
      return this.documentId;
    }
  }
  const articles = restEndpoints({ path: '/articles/:documentId', schema: Article });
  // #endregion
  const documents = camelRows.map((row) => ({ ...row, documentId: `d${row.id}` }));
  const refusal = {
    data: null,
    error: { status: 400, name: 'ValidationError', message: 'no', details: { errors: [] } },
  };

  itFollows({
    name: 'Strapi',
    habits: strapi,
    tasks: articles,
    update: 'update',
    key: { documentId: 'd1' },
    page: { 'pagination[page]': 2, 'pagination[pageSize]': 20 },
    rows: documents as never,
    list: { url: '/articles?filters[projectId][$eq]=9' },
    listOf: (...data) => ({ data, meta: { pagination: { page: 1, pageSize: 25, total: 1 } } }),
    onPage: {
      url: '/articles?filters[projectId][$eq]=9&pagination[pageSize]=20&pagination[page]=2',
    },
    detail: { url: '/articles/d1' },
    one: (data) => ({ data, meta: {} }),
    create: { method: 'POST', url: '/articles', body: { data: camelBody } },
    change: { method: 'PUT', url: '/articles/d1', body: { data: { isDone: true } } },
    remove: { method: 'DELETE', url: '/articles/d1' },
    error: { status: 400, sent: refusal, received: refusal },
  });
});

describe('F15 Directus', () => {
  // #region directus
  const others = /^(fields|sort|search|meta|page|limit|offset)$/;
  const directus: RestDefaults = {
    names: snakeCase,
    unwrap: 'data',
    searchToString: filterParams((name, is) => [`filter[${name}][_eq]`, is], others),
  };
  // #endregion
  const items = restEndpoints({ path: '/items/tasks/:id', schema: Task });
  const refusal = { errors: [{ message: 'no', extensions: { code: 'INVALID_PAYLOAD' } }] };

  itFollows({
    name: 'Directus',
    habits: directus,
    tasks: items,
    page: { limit: 20, page: 2 },
    rows: snakeRows,
    list: { url: '/items/tasks?filter[project_id][_eq]=9' },
    listOf: (...data) => ({ data }),
    onPage: { url: '/items/tasks?filter[project_id][_eq]=9&limit=20&page=2' },
    detail: { url: '/items/tasks/1' },
    one: (data) => ({ data }),
    create: { method: 'POST', url: '/items/tasks', body: snakeBody },
    change: { method: 'PATCH', url: '/items/tasks/1', body: { is_done: true } },
    remove: { method: 'DELETE', url: '/items/tasks/1' },
    error: { status: 400, sent: refusal, received: refusal },
  });
});

describe('F15 json-server', () => {
  // #region json-server
  const jsonServer: RestDefaults = { unwrap: { list: 'data' } }; // only pages have an envelope
  // #endregion
  const common = {
    habits: jsonServer,
    tasks,
    rows: camelRows,
    list: { url: '/tasks?projectId=9' },
    detail: { url: '/tasks/1' },
    create: { method: 'POST', url: '/tasks', body: camelBody },
    change: { method: 'PATCH', url: '/tasks/1', body: { isDone: true } },
    remove: { method: 'DELETE', url: '/tasks/1' },
    error: { status: 500, sent: {}, received: {} },
  } as const;

  describe('with pages in an envelope', () => {
    itFollows({
      ...common,
      name: 'json-server 1',
      page: { _page: 2, _per_page: 20 },
      onPage: { url: '/tasks?_page=2&_per_page=20&projectId=9' },
      listOf: (...data) => ({
        first: 1,
        prev: null,
        next: null,
        last: 1,
        pages: 1,
        items: 1,
        data,
      }),
    });
  });

  describe('with _start and _end', () => {
    itFollows({
      ...common,
      name: 'json-server 0.17',
      page: { _start: 20, _end: 40 },
      onPage: { url: '/tasks?_end=40&_start=20&projectId=9' },
      listOf: (...all) => all,
    });
  });
});

describe('F15 JSON:API', () => {
  // #region json-api
  interface Resource {
    readonly id: string;
    readonly attributes: object;
    readonly relationships?: Readonly<Record<string, { readonly data?: { readonly id: string } }>>;
  }
  const flat = ({ id, attributes, relationships = {} }: Resource) => {
    const keys = Object.entries(relationships).map(([name, { data }]) => [name, data?.id] as const);
    return { id, ...attributes, ...Object.fromEntries(keys) };
  };
  // #endregion

  // #region json-api-habits
  const mediaType = 'application/vnd.api+json';
  const jsonApi: RestDefaults = {
    headers: { Accept: mediaType, 'Content-Type': mediaType },
    unwrap: ({ data }: { data: Resource | Resource[] }) =>
      Array.isArray(data) ? data.map(flat) : flat(data),
    wrap: (attributes: object, { endpoint, params: { id } }) => ({
      data: { type: endpoint.split('/')[1], id, attributes }, // the endpoint is PATCH /tasks/:id
    }),
    searchToString: filterParams(
      (name, is) => [`filter[${name}]`, is],
      /^(page|sort|include|fields)/,
    ),
  };
  // #endregion
  const resource = ({ id, ...attributes }: { id: number }) => ({
    type: 'tasks',
    id: `${id}`,
    attributes,
    relationships: { owner: { data: { type: 'people', id: '7' } } },
  });
  const refusal = {
    errors: [{ status: '422', source: { pointer: '/data/attributes/title' }, detail: 'no' }],
  };

  itFollows({
    name: 'JSON:API',
    habits: jsonApi,
    tasks,
    page: { 'page[number]': 2, 'page[size]': 20 },
    rows: camelRows,
    list: { url: '/tasks?filter[projectId]=9' },
    listOf: (...all) => ({ data: all.map((row) => resource(row as never)), meta }),
    onPage: { url: '/tasks?filter[projectId]=9&page[number]=2&page[size]=20' },
    detail: { url: '/tasks/1' },
    one: (row) => ({ data: resource(row as never) }),
    create: {
      method: 'POST',
      url: '/tasks',
      body: { data: { type: 'tasks', id: undefined, attributes: camelBody } },
    },
    change: {
      method: 'PATCH',
      url: '/tasks/1',
      body: { data: { type: 'tasks', id: 1, attributes: { isDone: true } } },
    },
    remove: { method: 'DELETE', url: '/tasks/1' },
    error: { status: 422, sent: refusal, received: refusal },
  });
});

describe('F15 HAL', () => {
  // #region hal
  const hal: RestDefaults = { pageArgumentKeys: ['page', 'size'] };
  interface Page {
    readonly _embedded?: { readonly tasks: object[] };
  }
  const halTasks = restEndpoints({
    path: '/tasks/:id',
    schema: Task,
    // An empty list has no _embedded.
    unwrap: { list: ({ _embedded }: Page) => _embedded?.tasks ?? [] },
  });
  // #endregion
  const refusal = { message: 'no' };

  itFollows({
    name: 'HAL',
    habits: hal,
    tasks: halTasks,
    page: { page: 1, size: 20 },
    rows: camelRows,
    list: { url: '/tasks?projectId=9' },
    listOf: (...all) => ({
      _embedded: { tasks: all },
      _links: { self: { href: '/tasks' } },
      page: { size: 20, totalElements: 1, totalPages: 1, number: 0 },
    }),
    onPage: { url: '/tasks?page=1&projectId=9&size=20' },
    detail: { url: '/tasks/1' },
    one: (row) => ({ ...row, _links: { self: { href: '/tasks/1' } } }),
    create: { method: 'POST', url: '/tasks', body: camelBody },
    change: { method: 'PATCH', url: '/tasks/1', body: { isDone: true } },
    remove: { method: 'DELETE', url: '/tasks/1' },
    error: { status: 400, sent: refusal, received: refusal },
  });
});

describe('F15 the guide', () => {
  const start = (habits: RestDefaults) => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(withRest({ urlPrefix: '/api', ...habits })),
      ],
    });
    return {
      cache: TestBed.inject(CacheService),
      http: TestBed.inject(HttpTestingController),
    };
  };

  it('sets up the habits of an API in one place', () => {
    // #region with-rest
    const providers = [
      provideHttpClient(),
      provideCache(withRest({ urlPrefix: '/api', unwrap: 'data', names: snakeCase })),
    ];
    // #endregion
    TestBed.configureTestingModule({ providers: [...providers, provideHttpClientTesting()] });
    const cache = TestBed.inject(CacheService);
    // #region use
    cache.watch(tasks.getList, { projectId: 9 }).subscribe(); // GET /api/tasks?project_id=9
    cache.fetch(tasks.getList.push, { title: 'Pay', projectId: 9 }).subscribe(); // joins that list
    // #endregion
    const http = TestBed.inject(HttpTestingController);
    const seen = watch(cache.select(tasks.getList, { projectId: 9 }));
    http.expectOne('/api/tasks?project_id=9').flush({ data: [] });
    const create = http.expectOne({ method: 'POST', url: '/api/tasks' });
    expect(create.request.body).toEqual({ title: 'Pay', project_id: 9 });
    create.flush({ data: { id: 5, title: 'Pay', project_id: 9, is_done: false } });
    expect(seen.last?.map(({ id, projectId }) => [id, projectId])).toEqual([[5, 9]]);
  });

  it('reads an empty list of HAL', () => {
    const unwrap = {
      list: ({ _embedded }: { _embedded?: { tasks: object[] } }) => _embedded?.tasks ?? [],
    };
    const { cache, http } = start({ unwrap });
    const seen = watch(cache.watch(tasks.getList).pipe(toValues()));
    http.expectOne('/api/tasks').flush({ _links: {}, page: { totalElements: 0 } });
    expect(seen.last).toEqual([]);
  });

  it('keeps the envelope of a list whose schema describes it', () => {
    // #region total
    const counted = tasks.extend('getList', {
      schema: { data: tasks.getList.schema, meta: { total: 0 } },
    });
    // cache.watch(counted.getList): { data: Task[], meta: { total: number } }
    // #endregion
    const { cache, http } = start({ unwrap: 'data', names: snakeCase });
    const seen = watch(cache.watch(counted.getList, { projectId: 9 }).pipe(toValues()));
    http.expectOne('/api/tasks?project_id=9').flush({ data: [snakeRows[0]], meta });
    expect([seen.last?.data.length, seen.last?.meta.total]).toEqual([1, 1]);
    const push = counted.getList.push.extend({ refetches: [counted.getList] });
    watch(cache.fetch(push, { title: 'two', projectId: 9 }));
    http.expectOne({ method: 'POST', url: '/api/tasks' }).flush({ data: snakeRows[1] });
    expect(seen.last?.data.map(({ title }) => title)).toEqual(['one', 'two']);
    expect(seen.last?.meta.total).toBe(1);
    const refetch = http.expectOne('/api/tasks?project_id=9');
    refetch.flush({ data: snakeRows, meta: { total: 2 } });
    expect(seen.last?.meta.total).toBe(2);
  });

  it('sends If-Match with the version that the cache has', () => {
    // #region if-match
    class Order extends Entity {
      static override readonly key: string = 'Order';
      readonly id: number = 0;
      readonly status: string = '';
      readonly version: number = 0;
    }
    const orders = restEndpoints({
      path: '/orders/:id',
      schema: Order,
      headers: ({ method, params, body }) => {
        if (method !== 'PATCH') return {};
        // A form passes the version with which its draft began.
        const sent = (body as Partial<Order>).version;
        return { 'If-Match': `"${sent ?? inject(CacheService).get(Order, params)?.version}"` };
      },
    });
    // #endregion
    const { cache, http } = start({ headers: { 'X-App': 'desk' } });
    watch(cache.fetch(orders.get, { id: 1 }));
    const read = http.expectOne('/api/orders/1');
    expect(['X-App', 'If-Match'].map((name) => read.request.headers.get(name))).toEqual([
      'desk',
      null,
    ]);
    read.flush({ id: 1, status: 'new', version: 3 });
    watch(cache.fetch(orders.partialUpdate, { id: 1 }, { status: 'paid' }));
    const { headers } = http.expectOne('/api/orders/1').request;
    expect(['X-App', 'If-Match'].map((name) => headers.get(name))).toEqual(['desk', '"3"']);
    watch(cache.fetch(orders.partialUpdate, { id: 1 }, { status: 'sent', version: 2 }));
    const ofForm = http.expectOne('/api/orders/1').request;
    expect(ofForm.headers.get('If-Match')).toBe('"2"');
  });
});
