import type { HttpTestingController } from '@angular/common/http/testing';
import { createEnvironmentInjector, EnvironmentInjector, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  type CacheFeature,
  CacheService,
  Collection,
  type Endpoint,
  Entity,
  filterParams,
  optimistic,
  provideCache,
  type RestDefaults,
  RestEndpoint,
  restEndpoints,
  type RestTypes,
  schema,
  toValues,
  typed,
  withRest,
} from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

class Post extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly content: string = '';
  readonly teamId: number = 0;
}
class Note extends Entity {
  readonly id: number = 0;
  readonly type: string = 'note';
  readonly text: string = '';
}

const posts = restEndpoints({
  path: '/posts/:id',
  schema: Post,
  searchParams: typed<{ teamId?: number; part?: number; take?: number }>(),
});

let cache: CacheService;
let http: HttpTestingController;
const setUp = (defaults: RestDefaults = {}) => ({ cache, http } = setUpRest(withRest(defaults)));

const send = (endpoint: unknown, args: unknown[]) =>
  watch(cache.fetch(endpoint as Endpoint<unknown[]>, ...args));

/** Returns what the cache makes of the body of a response. */
function read(endpoint: unknown, body: unknown, ...args: unknown[]): unknown {
  const seen = send(endpoint, args);
  const [request] = http.match(() => true);
  request.flush(body as object);
  expect(seen.errors).toEqual([]);
  return seen.last;
}
const row = { id: 1, title: 'one', content: 'text' };

describe('F15 unwrap', () => {
  it('takes the data out of one and of many, in reads and in mutations', () => {
    setUp({ unwrap: 'data' });
    expect(read(posts.get, { data: row }, { id: 1 })).toEqual(jasmine.objectContaining(row));
    expect(read(posts.getList, { data: [row], meta: {} })).toEqual([cache.get(Post, 1)]);
    const pushed = read(posts.getList.push, { data: { ...row, id: 2 } }, { title: 'two' });
    expect(pushed).toBe(cache.get(Post, 2));
    read(posts.partialUpdate, { data: { id: 1, title: 'new' } }, { id: 1 }, { title: 'new' });
    expect(cache.get(Post, 1)!.title).toBe('new');
    read(posts.delete, { data: null }, { id: 1 });
    expect(cache.get(Post, 1)).toBeUndefined();
  });

  it('accepts a path, and a function of the body and the response', () => {
    setUp({ unwrap: 'result.items' });
    expect(read(posts.getList, { result: { items: [row], count: 1 } })).toEqual([
      cache.get(Post, 1),
    ]);
    const unwrap = (body: { rows: unknown[] }, { status }: { status: number }) =>
      status === 200 ? body.rows : [];
    expect(read(posts.getList.extend({ unwrap }), { rows: [row] })).toEqual([cache.get(Post, 1)]);
  });

  it('leaves a body without the field as it is, and an answer that is no JSON object', () => {
    setUp({ unwrap: 'data' });
    expect(read(posts.get, row, { id: 1 })).toEqual(jasmine.objectContaining(row));
    expect(read(posts.getList, [row])).toEqual([cache.get(Post, 1)]);
    const text = new RestEndpoint({ path: '/text', responseType: 'text' });
    expect(read(text, 'data')).toBe('data');
    const never = jasmine.createSpy('unwrap');
    expect(read(posts.delete.extend({ unwrap: never }), null, { id: 1 })).toBeUndefined();
    expect(never).not.toHaveBeenCalled();
  });

  it('treats an empty envelope as an empty success', () => {
    setUp({ unwrap: 'data' });
    cache.set(Post, row);
    read(posts.partialUpdate, { data: null }, { id: 1 }, { title: 'sent' });
    expect(cache.get(Post, 1)!.title).toBe('sent');
  });

  it('of lists does not touch a field of one entity', () => {
    setUp({ unwrap: { list: 'content' } });
    expect(read(posts.get, row, { id: 1 })).toEqual(jasmine.objectContaining(row));
    expect(read(posts.getList, { content: [row] })).toEqual([cache.get(Post, 1)]);
    read(posts.getList.push, { ...row, id: 2, content: 'two' }, { title: 'two' });
    expect(cache.get(Post, 2)!.content).toBe('two');
    const board = new RestEndpoint({ path: '/board', schema: { post: Post } });
    const body = { post: row, content: ['x'] };
    expect(read(board, body)).toEqual({ ...body, post: cache.get(Post, 1) });
    expect(read(new RestEndpoint({ path: '/raw' }), { content: 5 })).toEqual({ content: 5 });
    const item = new schema.Union({ note: Note }, 'type');
    const getItem = new RestEndpoint({ path: '/items/:id', schema: item });
    const note = { id: 5, type: 'note', text: 'x', content: [] };
    expect(read(getItem, note, { id: 5 })).toBe(cache.get(Note, 5));
  });

  it('of lists accepts a function, which does not receive what the schema describes', () => {
    setUp({ unwrap: { list: ({ rows }: { rows?: object[] }) => rows ?? [] } });
    expect(read(posts.getList, {})).toEqual([]);
    expect(read(posts.getList, { rows: [row] })).toEqual([cache.get(Post, 1)]);
    const whole = posts.getList.extend({ schema: { rows: posts.getList.schema, count: 0 } });
    expect(read(whole, { rows: [], count: 0 })).toEqual({ rows: [], count: 0 });
    expect(read(posts.get, { ...row, rows: [] }, { id: 1 })).toBe(cache.get(Post, 1));
  });

  it('of one takes the first item of an array, and leaves lists', () => {
    setUp({ unwrap: { one: '0' } });
    expect(read(posts.get, [row], { id: 1 })).toEqual(jasmine.objectContaining(row));
    expect(read(posts.getList, [row, { ...row, id: 2 }])).toEqual([
      cache.get(Post, 1),
      cache.get(Post, 2),
    ]);
  });

  it('leaves the envelope that the schema describes, and unwraps what creates an item', () => {
    setUp({ unwrap: 'data' });
    const list = new Collection([Post]);
    const withTotal = posts.getList.extend({ schema: { data: list, meta: { total: 0 } } });
    const seen = watch(cache.watch(withTotal).pipe(toValues()));
    http.expectOne('/posts').flush({ data: [row], meta: { total: 1 } });
    expect([seen.last?.data.length, seen.last?.meta.total]).toEqual([1, 1]);
    read(withTotal.push, { data: { ...row, id: 2 } }, { title: 'two' });
    expect(seen.last?.data.map(({ id }) => id)).toEqual([1, 2]);
    const node = withTotal.extend({
      schema: new schema.Object({ data: list, meta: { total: 0 } }),
    });
    expect(read(node, { data: [], meta: { total: 0 } })).toEqual({ data: [], meta: { total: 0 } });
  });

  it('comes before process, also that of a subclass', () => {
    setUp({ unwrap: 'data' });
    const process = ({ post }: { post: object }) => post;
    const own = posts.get.extend({ process });
    expect(read(own, { data: { post: row } }, { id: 1 })).toBe(cache.get(Post, 1));
    class Stamped<T extends RestTypes> extends RestEndpoint<T> {
      override process(body: object): never {
        return { ...body, content: 'stamped' } as never;
      }
    }
    const stamped = new Stamped({ path: '/posts/:id', schema: Post });
    expect((read(stamped, { data: row }, { id: 1 }) as Post).content).toBe('stamped');
  });
});

describe('F15 wrap', () => {
  const bodyOf = (endpoint: unknown, ...args: unknown[]) => {
    send(endpoint, args);
    return http.match(() => true)[0].request.body as unknown;
  };

  it('puts objects and arrays into a field, and nothing else', () => {
    setUp({ wrap: 'data' });
    const create = new RestEndpoint({ path: '/posts', body: typed<unknown>() });
    expect(bodyOf(create, { title: 'a' })).toEqual({ data: { title: 'a' } });
    expect(bodyOf(create, [1])).toEqual({ data: [1] });
    const form = new FormData();
    expect(bodyOf(create, form)).toBe(form);
    expect(bodyOf(create, 'text')).toBe('text');
    const file = new Blob(['x']);
    expect(bodyOf(create, file)).toBe(file);
    const post = Post.fromJS(row);
    expect(bodyOf(create, post)).toEqual({ data: post });
    expect(bodyOf(posts.delete, { id: 1 })).toBeNull();
  });

  it('accepts a function of the body and the call', () => {
    setUp();
    const wrap = (data: object, { method, endpoint, params }: object & Record<string, unknown>) => [
      data,
      method,
      endpoint,
      params,
    ];
    const update = posts.partialUpdate.extend({ wrap: wrap as never });
    expect(bodyOf(update, { id: 1 }, { title: 'a' })).toEqual([
      { title: 'a' },
      'PATCH',
      'PATCH /posts/:id',
      { id: 1 },
    ]);
  });
});

describe('F15 headers', () => {
  const headersOf = (endpoint: unknown, ...args: unknown[]) => {
    send(endpoint, args);
    const { headers } = http.match(() => true)[0].request;
    return Object.fromEntries(headers.keys().map((name) => [name, headers.get(name)]));
  };

  it('are merged by name, and those of the endpoint take precedence', () => {
    setUp({ headers: { 'X-App': 'desk', 'X-Level': 'cache' } });
    const own = { 'X-Level': 'endpoint', 'X-Own': 'yes' };
    expect(headersOf(posts.get.extend({ headers: own }), { id: 1 })).toEqual(
      jasmine.objectContaining({ 'X-App': 'desk', 'X-Level': 'endpoint', 'X-Own': 'yes' }),
    );
  });

  it('can be functions of the call, in the injection context of the cache', () => {
    setUp({ headers: ({ method }) => ({ 'X-Method': method }) });
    cache.set(Post, row);
    const versioned = restEndpoints({
      path: '/posts/:id',
      schema: Post,
      headers: ({ params, body }) => ({
        'X-Title': inject(CacheService).get(Post, params as { id: number })?.title,
        'X-Body': JSON.stringify(body),
      }),
    });
    expect(headersOf(versioned.partialUpdate, { id: 1 }, { title: 'new' })).toEqual(
      jasmine.objectContaining({
        'X-Method': 'PATCH',
        'X-Title': 'one',
        'X-Body': '{"title":"new"}',
      }),
    );
    const created = headersOf(versioned.getList.push, { title: 'new' });
    expect(created).toEqual(jasmine.objectContaining({ 'X-Method': 'POST' }));
    expect(Object.keys(created)).not.toContain('X-Title');
  });

  it('that are undefined are not sent, not even those of all endpoints', () => {
    setUp({ headers: { 'X-App': 'desk' } });
    const without = posts.get.extend({ headers: () => ({ 'X-App': undefined }) });
    expect(Object.keys(headersOf(without, { id: 1 }))).not.toContain('X-App');
  });

  it('of a subclass are merged in the same way', () => {
    setUp({ headers: { 'X-App': 'desk' } });
    class Tracked<T extends RestTypes> extends RestEndpoint<T> {
      override getHeaders() {
        return { 'X-Track': '1' };
      }
    }
    const tracked = new Tracked({ path: '/posts/:id', schema: Post });
    expect(headersOf(tracked, { id: 1 })).toEqual(
      jasmine.objectContaining({ 'X-App': 'desk', 'X-Track': '1' }),
    );
  });
});

describe('F15 options of withRest', () => {
  it('apply also to time and cookies, and an endpoint takes precedence', () => {
    setUp({ timeout: 5_000, withCredentials: true, unwrap: 'data' });
    watch(cache.fetch(posts.get, { id: 1 }));
    const { request } = http.expectOne('/posts/1');
    expect([request.timeout, request.withCredentials]).toEqual([5_000, true]);
    const own = posts.get.extend({ timeout: 10, withCredentials: false, unwrap: 'post' });
    expect(read(own, { post: row, data: null }, { id: 1 })).toBe(cache.get(Post, 1));
    watch(cache.fetch(own, { id: 2 }));
    const other = http.expectOne('/posts/2').request;
    expect([other.timeout, other.withCredentials]).toEqual([10, false]);
  });

  it('convert search parameters', () => {
    setUp({ searchToString: (params) => `q=${Object.keys(params).join()}` });
    watch(cache.fetch(posts.getList, { teamId: 5 }));
    expect(http.match('/posts?q=teamId').length).toBe(1);
  });

  it('are passed on from restEndpoints to what changes a list', () => {
    setUp({ unwrap: 'wrong' });
    const own = restEndpoints({ path: '/posts/:id', schema: Post, unwrap: 'data', wrap: 'data' });
    watch(cache.fetch(own.getList.push, { title: 'a' }));
    const request = http.expectOne('/posts');
    expect(request.request.body).toEqual({ data: { title: 'a' } });
    request.flush({ data: row });
    expect(cache.get(Post, 1)?.title).toBe('one');
  });
});

describe('F15 filterParams', () => {
  const written = filterParams((name, value) => [`f.${name}`, `=${value}`], /^(page|sort)$/);

  it('writes filters, and leaves the other parameters', () => {
    expect(written({ page: 2, sort: ['a', 'b'], teamId: 5 })).toBe(
      'f.teamId==5&page=2&sort=a&sort=b',
    );
  });

  it('omits what is not there, and repeats or joins filters with the same name', () => {
    expect(written({ a: undefined, b: null, page: undefined, c: [1, 2] })).toBe('f.c==1&f.c==2');
    const joined = filterParams((name, value) => ['where', `${name}:${value}`], /^page$/, ',');
    expect(decodeURIComponent(joined({ a: 1, page: 3, b: new Date(0), c: [1, 2] }))).toBe(
      'page=3&where=a:1,b:1970-01-01T00:00:00.000Z,c:1,c:2',
    );
    expect(joined({})).toBe('');
  });

  it('rejects what has no text, like all search parameters', () => {
    const error = thrownBy(() => written({ since: new Date(NaN) }));
    expect([error.code, error.path]).toEqual(['NCQ5005', 'since']);
  });
});

describe('F15 urlPrefix', () => {
  const urls: [prefix: string, path: string, url: string][] = [
    ['/api', '/posts', '/api/posts'],
    ['/api/', '/posts', '/api/posts'],
    ['/api//', '/posts', '/api/posts'],
    ['/api/', 'posts', '/api/posts'],
    ['/api', 'posts', '/api/posts'],
    ['https://example.com/', '/posts', 'https://example.com/posts'],
    ['/', '/posts', '/posts'],
    ['', 'posts', 'posts'],
    ['/posts', '{/:id}', '/posts'],
    ['/posts', '\\?all=yes', '/posts?all=yes'],
  ];
  for (const [urlPrefix, path, url] of urls) {
    it(`${urlPrefix || 'empty'} before ${path} is ${url}`, () => {
      setUp({ urlPrefix });
      const endpoint = new RestEndpoint({ path }) as unknown as RestEndpoint<{ path: '/posts' }>;
      watch(cache.fetch(endpoint));
      expect(http.match(() => true).map(({ request }) => request.url)).toEqual([url]);
      expect((endpoint.extend({ urlPrefix }) as typeof endpoint).url()).toBe(url);
    });
  }
});

describe('F15 pageArgumentKeys and nonFilterArgumentKeys', () => {
  const habits: RestDefaults = {
    pageArgumentKeys: ['part', 'take'],
    nonFilterArgumentKeys: ['expand'],
  };
  const isRefetched = (endpoints: typeof posts, of = cache) => {
    const seen = watch(of.watch(endpoints.getList, { teamId: 5, part: 2, take: 10 }));
    http.expectOne('/posts?part=2&take=10&teamId=5').flush([{ ...row, teamId: 5 }]);
    watch(of.fetch(endpoints.getList.push, { title: 'two', teamId: 5 }));
    http.expectOne({ method: 'POST', url: '/posts' }).flush({ id: 2, title: 'two', teamId: 5 });
    seen.subscription.unsubscribe();
    return http.match('/posts?part=2&take=10&teamId=5').length === 1;
  };

  it('of the cache apply to each list', () => {
    setUp(habits);
    expect(isRefetched(posts)).toBeTrue();
    TestBed.resetTestingModule();
    setUp();
    expect(isRefetched(posts)).toBeFalse();
  });

  it('of restEndpoints and of a Collection take precedence', () => {
    setUp(habits);
    const options = { path: '/posts/:id', schema: Post } as const;
    const own = restEndpoints({ ...options, pageArgumentKeys: ['skip'] });
    expect(isRefetched(own as never)).toBeFalse();
    TestBed.resetTestingModule();
    setUp();
    expect(isRefetched(restEndpoints({ ...options, ...habits }) as never)).toBeTrue();
  });

  it('apply to one cache, and to those of its routes', () => {
    setUp(habits);
    const parent = TestBed.inject(EnvironmentInjector);
    const of = (...features: CacheFeature[]) =>
      createEnvironmentInjector([provideCache(...features)], parent).get(CacheService);
    expect(isRefetched(posts, of())).toBeTrue();
    expect(isRefetched(posts, of(withRest({})))).toBeFalse();
  });

  it('say which arguments do not filter', () => {
    setUp(habits);
    const lists = restEndpoints({
      path: '/posts/:id',
      schema: Post,
      searchParams: typed<{ teamId?: number; expand?: string }>(),
    });
    const seen = watch(cache.watch(lists.getList, { teamId: 5, expand: 'team' }).pipe(toValues()));
    http.expectOne('/posts?expand=team&teamId=5').flush([]);
    read(lists.getList.push, { ...row, teamId: 5 }, { title: 'one', teamId: 5 });
    expect(seen.last?.length).toBe(1);
  });

  for (const page of ['$skip', '_start', 'page[number]', 'page[offset]', 'page[cursor]']) {
    it(`know ${page} without being told`, () => {
      setUp();
      const list = new Collection([Post]);
      const getPosts = new RestEndpoint({
        path: '/posts',
        searchParams: typed<Record<string, number>>(),
        schema: list,
      });
      watch(cache.watch(getPosts, { [page]: 20 }));
      http.match(() => true)[0].flush([row]);
      watch(cache.fetch(posts.getList.push, { title: 'two' }));
      http.expectOne({ method: 'POST', url: '/posts' }).flush({ ...row, id: 2 });
      expect(http.match(({ method }) => method === 'GET').length).toBe(1);
    });
  }
});

describe('F15 paths with a suffix or a key in another place', () => {
  const paths = {
    '/posts/:id.json': ['/posts/1.json', '/posts.json'],
    '/Posts\\(:id\\)': ['/Posts(1)', '/Posts'],
    "/Posts\\(':id'\\)": ["/Posts('1')", '/Posts'],
    '/posts\\?id=eq.:id': ['/posts?id=eq.1', '/posts'],
  } as const;
  for (const [path, [one, many]] of Object.entries(paths)) {
    it(`${path} reads ${one} and lists ${many}`, () => {
      setUp({ urlPrefix: '/api' });
      const endpoints = restEndpoints({
        path,
        schema: Post,
        searchParams: typed<{ teamId?: number }>(),
        optimistic,
      }) as unknown as typeof posts;
      cache.set(Post, { ...row, teamId: 5 });
      const seen = watch(cache.watch(endpoints.get, { id: 1 }));
      expect(seen.last?.value).toBe(cache.get(Post, 1)); // while the request is in flight
      http.expectOne(`/api${one}`).flush(row);
      const list = watch(cache.watch(endpoints.getList, { teamId: 5 }).pipe(toValues()));
      http.expectOne(`/api${many}?teamId=5`).flush([row]);
      watch(cache.fetch(endpoints.delete, { id: 1 }));
      http.expectOne(`/api${one}`).flush(null);
      expect(list.last).toEqual([]);
      expect(endpoints.get.url({ id: 1 })).toBe(one);
    });
  }
});
