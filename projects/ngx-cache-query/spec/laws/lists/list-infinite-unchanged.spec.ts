import {
  type HttpInterceptorFn,
  HttpResponse,
  provideHttpClient,
  withInterceptors,
} from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import {
  CacheService,
  Collection,
  cursorIn,
  Entity,
  infiniteState,
  optimistic,
  pageNumber,
  paginated,
  RestEndpoint,
  retries,
  schema,
} from 'ngx-cache-query';
import { tap } from 'rxjs';
import { itHolds } from '../../support/runs';
import { watch } from '../../support/watch';

class Message extends Entity {
  readonly id: number = 0;
  readonly text: string = '';
}
const SIZE = 2;

/** The body of a page of a server, as an API with cursors or with numbers sends it. */
type Api = (ids: readonly number[], params: URLSearchParams) => object;
const row = (id: number) => ({ id, text: `t${id}` });
const cursors: Api = (ids, params) => {
  const after = Number(params.get('cursor') ?? -1);
  const rows = ids.filter((id) => id > after).map(row);
  const next = rows.length > SIZE ? String(rows[SIZE - 1].id) : null;
  return { rows: rows.slice(0, SIZE), next };
};
const numbers: Api = (ids, params) => {
  const from = (Number(params.get('page') ?? 1) - 1) * SIZE;
  return { rows: ids.slice(from, from + SIZE).map(row) };
};
const newestFirst: Api = (ids, params) => {
  const before = Number(params.get('before') ?? Infinity);
  const rows = ids.filter((id) => id < before).map(row);
  const last = rows.slice(-SIZE);
  return { rows: last, next: rows.length > SIZE ? String(last[0].id) : null };
};
const remove = new RestEndpoint({
  path: '/messages/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(Message),
  optimistic,
});
const schemaOf = () => ({ rows: new Collection([Message]) });
const apis = {
  'with cursors': () => ({
    api: cursors,
    pages: paginated(
      new RestEndpoint({ path: '/messages', schema: { ...schemaOf(), next: '' } }),
      'cursor',
      cursorIn('next'),
    ),
  }),
  'with numbers': () => ({
    api: numbers,
    pages: paginated(
      new RestEndpoint({ path: '/messages', schema: schemaOf() }),
      'page',
      pageNumber({ size: SIZE }),
    ),
  }),
  'that grows at its beginning': () => ({
    api: newestFirst,
    pages: paginated(
      new RestEndpoint({ path: '/messages', schema: { ...schemaOf(), next: '' } }),
      'before',
      cursorIn('next'),
      'before',
    ),
  }),
} as const;

/** A server that answers with 304 what it has sent before, and an application that sends `If-None-Match`. */
class Server {
  ids: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
  /** The statuses of the last answers, and their URLs. */
  statuses: number[] = [];
  urls = new Set<string>();
  /** The number of the next request that fails. */
  failsAt = Infinity;
  readonly cache: CacheService;
  readonly http: HttpTestingController;
  readonly #tags = new Map<string, string>();

  constructor(private readonly api: Api) {
    const ifNoneMatch: HttpInterceptorFn = (request, next) => {
      const tag = this.#tags.get(request.urlWithParams);
      const sent = tag ? request.clone({ setHeaders: { 'If-None-Match': tag } }) : request;
      return next(sent).pipe(
        tap((event) => {
          if (event instanceof HttpResponse && request.method === 'GET')
            this.#tags.set(request.urlWithParams, JSON.stringify(event.body));
        }),
      );
    };
    TestBed.configureTestingModule({
      providers: [provideHttpClient(withInterceptors([ifNoneMatch])), provideHttpClientTesting()],
    });
    this.cache = TestBed.inject(CacheService);
    this.http = TestBed.inject(HttpTestingController);
  }

  /** The application forgets the tags of the pages that are not loaded any more. */
  forgetOthers(): void {
    for (const url of this.#tags.keys()) if (!this.urls.has(url)) this.#tags.delete(url);
  }

  answer(): void {
    this.statuses = [];
    this.urls = new Set<string>();
    for (let open = this.http.match(() => true); open.length > 0;) {
      for (const each of open) {
        const { headers, urlWithParams } = each.request;
        const body = this.api(this.ids, new URLSearchParams(urlWithParams.split('?')[1]));
        const isSame = headers.get('If-None-Match') === JSON.stringify(body);
        const isBroken = this.statuses.length + 1 === this.failsAt;
        const status = isBroken ? 500 : isSame ? 304 : 200;
        this.statuses.push(status);
        this.urls.add(urlWithParams);
        each.flush(status === 200 ? body : null, { status, statusText: `${status}` });
        if (isBroken) this.failsAt = Infinity;
      }
      open = this.http.match(() => true);
    }
  }
}

/** Opens an infinite list, and loads some pages. */
function open(kind: keyof typeof apis, count: number, options: object = {}) {
  TestBed.resetTestingModule();
  const { api, pages: endpoint } = apis[kind]();
  const server = new Server(api);
  const pages = endpoint as ReturnType<(typeof apis)['with cursors']>['pages'];
  const injector = TestBed.inject(EnvironmentInjector);
  const seen = watch(infiniteState(pages, {}, { injector, ...options }));
  server.answer();
  const more = () => {
    seen.last!.loadMore();
    server.answer();
  };
  for (let i = 1; i < count; i++) more();
  const { cache } = server;
  return {
    server,
    seen,
    pages,
    more,
    refetch: () => {
      void cache.refetch(pages);
      server.answer();
      if (!seen.last!.refreshError) server.forgetOthers();
    },
    shown: () => seen.last!.items!.map(({ id }) => id),
    texts: () => seen.last!.items!.map(({ text }) => text),
  };
}

for (const kind of Object.keys(apis) as (keyof typeof apis)[]) {
  const isReversed = kind === 'that grows at its beginning';
  /** The rows of the first pages. */
  const firstOf = (ids: readonly number[], pages: number) =>
    isReversed ? ids.slice(-SIZE * pages) : ids.slice(0, SIZE * pages);

  describe(`F16, L5 pages that are not modified, of an infinite list ${kind}`, () => {
    it('stay as they are, with the next page, and are fresh again', () => {
      const { server, seen, more, refetch, shown } = open(kind, 3);
      const { items, value } = seen.last!;
      const emissions = seen.values.length;
      refetch();
      expect(server.statuses).toEqual([304, 304, 304]);
      expect(seen.last!.items).toBe(items);
      expect([seen.last!.value, seen.last!.refreshError]).toEqual([value, undefined]);
      expect([seen.last!.hasMore, seen.last!.isFetching]).toEqual([true, false]);
      expect(seen.values.length).toBeLessThanOrEqual(emissions + 2);
      more();
      expect(shown()).toEqual([...server.ids]);
    });

    // Inserts a row in front of a page, or changes nothing of it.
    const gaps = isReversed ? [6.5, 4.5, 2.5] : [1.5, 3.5, 5.5];
    for (let mix = 0; mix < 8; mix++) {
      const changed = gaps.filter((_, i) => mix & (1 << i));
      it(`show the list of the server if rows were added at ${changed.join(' ') || 'no place'}`, () => {
        const { server, seen, more, refetch, shown } = open(kind, 3);
        server.ids = [...server.ids, ...changed].sort((a, b) => a - b);
        refetch();
        const { refreshError, error, status } = seen.last!;
        expect([refreshError, error, status]).toEqual([undefined, undefined, 'resolved']);
        expect(shown()).toEqual(firstOf(server.ids, 3));
        for (let i = 0; i < 9 && seen.last!.hasMore; i++) more();
        expect(shown()).toEqual([...server.ids]);
      });
    }

    it('are followed by the pages that a refetch has dropped, because of maxPages', () => {
      const { server, seen, more, refetch, shown } = open(kind, 3, { maxPages: 2 });
      refetch();
      expect(server.statuses).toEqual([304, 304]);
      expect([shown(), seen.last!.hasMore]).toEqual([firstOf(server.ids, 2), true]);
      server.ids = server.ids.map((id) => (id === (isReversed ? 3 : 5) ? id + 0.5 : id));
      more();
      expect(server.statuses).toEqual([200]);
      expect(shown()).toEqual(firstOf(server.ids, 3));
    });

    it('show what an unfinished refetch has received', () => {
      const { server, seen, refetch, shown } = open(kind, 2);
      const [before, ids] = [server.ids, [0.5, ...server.ids, 7.5]];
      server.ids = ids;
      server.failsAt = 2;
      refetch();
      expect([seen.last!.refreshError?.status, shown()]).toEqual([500, firstOf(before, 2)]);
      refetch();
      expect(server.statuses[0]).toBe(304);
      expect([seen.last!.refreshError, shown()]).toEqual([undefined, firstOf(ids, 2)]);
    });

    it('keep a row whose deletion is in flight, and has failed', () => {
      const { server, refetch, shown } = open(kind, 2);
      const { cache, http } = server;
      cache.fetch(remove, { id: 4 }).subscribe({ error: () => undefined });
      const request = http.expectOne({ method: 'DELETE' });
      refetch();
      const rows = firstOf(server.ids, 2);
      expect(shown()).toEqual(rows.filter((id) => id !== 4));
      request.flush(null, { status: 403, statusText: 'Forbidden' });
      expect(shown()).toEqual(rows);
    });

    itHolds('show what the server has, whatever was changed and has failed', () => {
      const step = fc.oneof(
        fc.record({
          do: fc.constant('insert' as const),
          at: fc.double({ min: 0, max: 9, noNaN: true }),
        }),
        fc.record({ do: fc.constant('delete' as const), at: fc.nat(7) }),
        fc.record({ do: fc.constant('refetch' as const), at: fc.constant(0) }),
        fc.record({ do: fc.constant('fail' as const), at: fc.integer({ min: 1, max: 3 }) }),
        fc.record({ do: fc.constant('more' as const), at: fc.constant(0) }),
      );
      const property = fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.constantFrom(1, 2, Infinity),
        (steps, maxPages) => {
          const { server, seen, more, refetch, shown } = open(kind, 2, { maxPages });
          const check = () => {
            const count = Math.min(server.ids.length, SIZE * server.statuses.length);
            const rows = isReversed ? server.ids.slice(-count) : server.ids.slice(0, count);
            const text = (ids: readonly number[]) => (count === 0 ? '' : ids.join(' '));
            if (seen.last!.refreshError) throw new Error(`failed: ${seen.last!.refreshError}`);
            if (text(shown()) !== text(rows))
              throw new Error(`shows ${text(shown())}, not ${text(rows)}`);
          };
          for (const { do: what, at } of steps) {
            switch (what) {
              case 'insert':
                server.ids = [...new Set([...server.ids, at])].sort((a, b) => a - b);
                break;
              case 'delete':
                server.ids = server.ids.filter((_, i) => i !== at);
                break;
              case 'more':
                if (seen.last!.hasMore) more();
                break;
              case 'fail': {
                const before = shown().join(' ');
                server.failsAt = at;
                refetch();
                if (server.failsAt !== Infinity) check();
                else if (shown().join(' ') !== before) throw new Error('failed and changed');
                server.failsAt = Infinity;
                break;
              }
              default:
                refetch();
                check();
            }
          }
          refetch();
          check();
        },
      );
      fc.assert(property, { numRuns: 300 });
    });
  });
}

describe('F16, L5 a page that is not modified', () => {
  it('is not lost when a retry confirms what the attempt before has received', async () => {
    TestBed.resetTestingModule();
    const server = new Server(numbers);
    const { cache } = server;
    const messages = new RestEndpoint({
      path: '/messages',
      schema: schemaOf(),
      retry: retries({ delay: 0 }),
    });
    const pages = paginated(messages, 'page', pageNumber({ size: SIZE }));
    const injector = TestBed.inject(EnvironmentInjector);
    const seen = watch(infiniteState(pages, {}, { injector }));
    server.answer();
    seen.last!.loadMore();
    server.answer();
    server.ids = [0, ...server.ids];
    server.failsAt = 2;
    void cache.refetch(pages);
    server.answer();
    await new Promise((done) => setTimeout(done, 5));
    server.answer();
    expect(server.statuses).toEqual([304, 200]);
    expect(seen.last!.items!.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
  });

  it('is an error if nothing is stored of it', () => {
    const { server, seen, more, shown, pages } = open('with numbers', 3, { maxPages: 2 });
    void server.cache.refetch(pages);
    server.answer();
    more();
    expect(server.statuses).toEqual([304]);
    expect([seen.last!.refreshError?.status, shown()]).toEqual([304, [1, 2, 3, 4]]);
  });

  it('is an error after a reset', () => {
    const { server, seen, pages } = open('with numbers', 1);
    void server.cache.reset(pages);
    server.answer();
    expect(server.statuses).toEqual([304]);
    expect([seen.last!.status, seen.last!.error?.status]).toEqual(['error', 304]);
  });
});
