import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  type CacheError,
  Collection,
  cursorIn,
  infinite,
  infiniteState,
  lastItem,
  linkHeaderIn,
  linkIn,
  type NextPage,
  offset,
  type PageInfo,
  pageNumber,
  paginated,
  RestEndpoint,
  restEndpoints,
  typed,
} from 'ngx-cache-query';
import { forgetWarnings } from 'ngx-cache-query-internals';
import { type Api, idsOf, PagingServer, rows } from '../../support/paging-server';
import { Task } from '../../support/rest-todos';
import { watch } from '../../support/watch';

const getTasks = new RestEndpoint({
  path: '/tasks',
  searchParams: typed<{ readonly limit?: number }>(),
  schema: new Collection([Task]),
});
const getEnvelope = new RestEndpoint({
  path: '/tasks',
  schema: { items: new Collection([Task]) },
});

/** Two pages of two rows. */
const twoPages: Api = (params) => {
  const page = Number(params.get('page') ?? 1);
  return { body: rows(4).slice((page - 1) * 2, page * 2) };
};
const thrownBy = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error as CacheError;
  }
  return undefined;
};

describe('L10 infinite never guesses: what is not declared', () => {
  const undeclared = paginated(getTasks, 'page');
  const { getList } = restEndpoints({
    path: '/tasks/:id',
    schema: Task,
    pages: paginated('part'),
  });

  it('is an error with what to write, and no request', () => {
    const server = new PagingServer(twoPages);
    const injector = TestBed.inject(EnvironmentInjector);
    for (const [run, field] of [
      [() => infinite(undeclared as never, () => [], { injector }), 'page'],
      [() => infiniteState(undeclared as never, undefined, { injector }), 'page'],
      [() => infinite(getList.getPage as never, () => [], { injector }), 'part'],
      [() => infinite(getList.getPreviousPage as never, () => [], { injector }), 'part'],
    ] as const) {
      const error = thrownBy(run);
      expect(error?.code).toBe('NCQ5010');
      expect(error?.message).toContain(`after the parameter ${field}: pageNumber()`);
      expect(error?.source).toBe('GET /tasks');
    }
    TestBed.tick();
    server.answer();
    expect(server.queries).toEqual([]);
  });

  it('is not needed to load single pages', () => {
    const server = new PagingServer(twoPages);
    const whole = watch(server.cache.fetch(undeclared, { page: 2 }));
    server.answer();
    expect([idsOf(whole.last), server.queries]).toEqual(['3 4', ['page=2']]);
  });

  it('may be declared by the option next', () => {
    const server = new PagingServer(twoPages);
    const seen = server.open(getList.getPage, {}, { next: cursorInTitle });
    seen.last!.loadMore();
    server.answer();
    expect(server.queries).toEqual(['', 'part=after t2']);
  });

  it('may be declared in another way by the option next', () => {
    const server = new PagingServer(twoPages);
    const pages = paginated(getTasks, 'page', offset());
    const seen = server.open(pages, {}, { next: pageNumber({ size: 3 }) });
    expect([server.queries, seen.last!.hasMore]).toEqual([[''], false]);
  });

  it('is declared for the list of restEndpoints, and for those that extend it', () => {
    const server = new PagingServer(twoPages);
    const declared = restEndpoints({
      path: '/tasks/:id',
      schema: Task,
      pages: paginated('page', pageNumber({ first: 1 })),
    }).getList;
    const envelope = declared.extend({
      path: '/others',
      schema: { items: new Collection([Task]), total: 0 },
    });
    const seen = server.open(declared.getPage.extend({ staleTime: 5 }));
    server.loadAll(seen);
    expect(server.queries).toEqual(['page=1', 'page=2', 'page=3']);
    server.queries.length = 0;
    server.api = () => ({ body: { items: rows(2), total: 2 } });
    server.open(envelope.getPage);
    expect(server.queries).toEqual(['page=1']);
  });
});

const cursorInTitle: NextPage<Task[]> = ({ data }) => `after ${data.at(-1)!.title}`;

describe('L10 infinite never guesses: a response that is not as declared', () => {
  beforeEach(() => {
    forgetWarnings();
    spyOn(console, 'error');
  });

  for (const [name, pages, body, message] of [
    ['a cursor in an array', paginated(getTasks, 'c', cursorIn('next')), rows(1), 'an array'],
    ['a link in an array', paginated(getTasks, 'page', linkIn('next')), rows(1), 'an array'],
    [
      'a cursor that is an object',
      paginated(getEnvelope, 'c', cursorIn('meta')),
      { items: rows(1), meta: { next: 'x' } },
      "'meta' has to be a text or a number, but is an object with next",
    ],
    [
      'a link without the parameter',
      paginated(getEnvelope, 'page', linkIn('next')),
      { items: rows(1), next: 'https://api.example/tasks?cursor=5' },
      "'next' has to be a URL with the parameter page",
    ],
    [
      'a link without any parameter',
      paginated(getEnvelope, 'page', linkIn('next')),
      { items: rows(1), next: '/tasks' },
      "'next' has to be a URL with the parameter page",
    ],
    [
      'a header without the parameter',
      paginated(getEnvelope, 'page', linkHeaderIn('link')),
      { items: rows(1), link: '</tasks?cursor=5>; rel=next' },
      "'link' has to be a URL with the parameter page",
    ],
    [
      'a total that is missing',
      paginated(getEnvelope, 'page', pageNumber({ total: 'count' })),
      { items: rows(1), total: 5 },
      "'count' has to be a number, but is undefined",
    ],
    [
      'a total that is an empty text',
      paginated(getEnvelope, 'page', pageNumber({ total: 'total' })),
      { items: rows(1), total: '' },
      "'total' has to be a number",
    ],
    [
      'a number of pages that is no number',
      paginated(getEnvelope, 'page', pageNumber({ pages: 'pages' })),
      { items: rows(1), pages: 'many' },
      "'pages' has to be a number",
    ],
    [
      'a size in a parameter that was not sent',
      paginated(getTasks, 'offset', offset({ size: 'limit' })),
      rows(1),
      "'limit' has to be a number, but is undefined",
    ],
    [
      'a field that the items do not have',
      paginated(getTasks, 'after', lastItem('key')),
      rows(1),
      "'key' has to be a field of the items",
    ],
    [
      'a function that throws',
      paginated(getTasks, 'page', () => {
        throw new Error('no idea');
      }),
      rows(1),
      'no idea',
    ],
    [
      'a function that returns something else',
      paginated(getTasks, 'page', (({ page }: PageInfo<unknown>) => Number(page) + 1) as NextPage),
      rows(1),
      "'page' has to be a text or a number, but is the number NaN",
    ],
  ] as const) {
    it(`${name}: the list has its items and an error, and nothing more is requested`, () => {
      const server = new PagingServer(() => ({ body }));
      const seen = server.open(pages);
      const { hasMore, items, refreshError, status } = seen.last!;
      expect([idsOf(items), hasMore, status]).toEqual(['1', false, 'resolved']);
      expect(refreshError?.code).toBe('NCQ5010');
      expect(refreshError?.message).toContain(message);
      expect(console.error).toHaveBeenCalledTimes(1);
      const count = seen.values.length;
      seen.last!.loadMore();
      server.cache.set(Task, { id: 1, done: false });
      expect([server.queries.length, seen.values.length]).toEqual([1, count]);
    });
  }

  it('is an error of the refetch, which keeps the pages', () => {
    const body = (total: number | null) => (params: URLSearchParams) => ({
      body: { items: params.has('page') ? rows(4).slice(2) : rows(2), total },
    });
    const server = new PagingServer(body(4));
    const pages = paginated(getEnvelope, 'page', pageNumber({ total: 'total' }));
    const seen = server.open(pages);
    server.loadAll(seen);
    server.api = body(null);
    void server.cache.refetch(pages);
    server.answer();
    expect([idsOf(seen.last!.items), seen.last!.hasMore]).toEqual(['1 2 3 4', false]);
    expect(seen.last!.refreshError?.code).toBe('NCQ5010');
    server.api = body(4);
    void server.cache.refetch(pages);
    server.answer();
    expect(seen.last!.refreshError).toBeUndefined();
    expect(server.queries).toEqual(['', 'page=2', '', '', 'page=2']);
  });

  it('is no error any more when a response is as declared', () => {
    const body = (total?: number) => () => ({ body: { items: rows(1), total } });
    const server = new PagingServer(body());
    const pages = paginated(getEnvelope, 'page', pageNumber({ total: 'total' }));
    const seen = server.open(pages);
    expect(seen.last!.refreshError?.code).toBe('NCQ5010');
    server.api = body(1);
    void server.cache.refetch(pages);
    server.answer();
    expect(seen.last!.refreshError).toBeUndefined();
  });

  it('is an error of a resource, whose signals do not throw', () => {
    const server = new PagingServer(() => ({ body: rows(1) }));
    const injector = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const pages = paginated(getTasks, 'cursor', cursorIn('next'));
    const list = infinite(pages, () => [], { injector });
    list.items();
    TestBed.tick();
    server.answer();
    expect([idsOf(list.items()), list.hasMore()]).toEqual(['1', false]);
    expect(list.refreshError()?.code).toBe('NCQ5010');
    expect(list.reload()).toBeTrue();
    server.answer();
    expect(server.queries).toEqual(['', '']);
  });
});

describe('L10 infinite never guesses: the first page', () => {
  const pages = paginated(getTasks, 'page', pageNumber({ first: 0, size: 2 }));

  it('has the declared key, with and without arguments, as a resource and as an Observable', () => {
    for (const open of [
      () => void infinite(pages).items(),
      () => void infinite(pages, () => []).items(),
      () => void watch(infiniteState(pages)),
    ]) {
      TestBed.resetTestingModule();
      const server = new PagingServer(() => ({ body: rows(1) }));
      TestBed.runInInjectionContext(() => open());
      TestBed.tick();
      server.answer();
      expect(server.queries).toEqual(['page=0']);
    }
  });

  it('is the one in the parameters', () => {
    const server = new PagingServer(() => ({ body: rows(2) }));
    server.open(pages, { page: 7 }).last!.loadMore();
    server.answer();
    expect(server.queries).toEqual(['page=7', 'page=8']);
  });

  it('is known if a resolver has loaded it without a key', () => {
    const server = new PagingServer(() => ({ body: rows(2) }));
    watch(server.cache.ensure(getTasks));
    server.answer();
    server.open(pages).last!.loadMore();
    server.answer();
    expect(server.queries).toEqual(['', 'page=1']);
  });

  it('is loaded once, also if getPage has loaded another page before', () => {
    const server = new PagingServer(twoPages);
    watch(server.cache.fetch(paginated(getTasks, 'page'), { page: 2 }));
    server.answer();
    const seen = server.open(paginated(getTasks, 'page', pageNumber({ size: 2 })));
    expect([idsOf(seen.last!.items), server.queries]).toEqual(['1 2', ['page=2', '']]);
  });
});

describe('L10 infinite never guesses: a list ends', () => {
  it('with a page whose cursor is its own', () => {
    const server = new PagingServer((params) => ({
      body: { items: rows(params.has('cursor') ? 2 : 1), next: 'end' },
    }));
    const seen = server.open(paginated(getEnvelope, 'cursor', cursorIn('next')));
    server.loadAll(seen);
    expect(server.queries).toEqual(['', 'cursor=end']);
  });

  it('with a page that the server repeats, if nothing else tells it', () => {
    const server = new PagingServer((params) => {
      const page = Math.min(2, Number(params.get('page') ?? 1));
      return { body: rows(4).slice((page - 1) * 2, page * 2) };
    });
    const seen = server.open(paginated(getTasks, 'page', pageNumber({ size: 2 })));
    server.loadAll(seen);
    expect([idsOf(seen.last!.items), server.queries]).toEqual([
      '1 2 3 4',
      ['', 'page=2', 'page=3'],
    ]);
  });

  it('not with a page that is full only because it contains an item twice', () => {
    const [one, two, three] = rows(3);
    const bodies = [[one, one], [two, two], [three]];
    for (const isLoaded of [true, false]) {
      const server = new PagingServer((params) => ({
        body: bodies[Number(params.get('page') ?? 1) - 1],
      }));
      if (isLoaded) server.cache.fetch(getTasks).subscribe();
      server.answer();
      const seen = server.open(paginated(getTasks, 'page', pageNumber({ size: 2 })));
      server.loadAll(seen);
      expect([idsOf(seen.last!.items), server.queries]).toEqual([
        '1 2 3',
        ['', 'page=2', 'page=3'],
      ]);
      TestBed.resetTestingModule();
    }
  });

  it('with a page whose list is missing or null, also when it is loaded again', () => {
    const nested = { page: { items: new Collection([Task]) } };
    const getNested = new RestEndpoint({ path: '/tasks', schema: nested });
    for (const [pages, first, empty] of [
      [paginated(getEnvelope, 'page', pageNumber()), { items: rows(2) }, {}],
      [paginated(getEnvelope, 'page', pageNumber()), { items: rows(2) }, { items: null }],
      [paginated(getNested, 'page', pageNumber()), { page: { items: rows(2) } }, {}],
    ] as const) {
      const server = new PagingServer((params) => ({ body: params.has('page') ? empty : first }));
      const seen = server.open(pages);
      server.loadAll(seen);
      void server.cache.refetch(pages as never);
      server.answer();
      expect([idsOf(seen.last!.items), seen.last!.hasMore, server.queries]).toEqual([
        '1 2',
        false,
        ['', 'page=2', '', 'page=2'],
      ]);
      TestBed.resetTestingModule();
    }
  });

  it('where a function returns nothing, an empty text or null', () => {
    for (const nothing of [undefined, '', null]) {
      const server = new PagingServer(() => ({ body: rows(1) }));
      const seen = server.open(paginated(getTasks, 'page', (() => nothing) as NextPage));
      expect([seen.last!.hasMore, seen.last!.refreshError]).toEqual([false, undefined]);
      TestBed.resetTestingModule();
    }
  });

  it('after an empty page with a cursor only if there is no other cursor', () => {
    const server = new PagingServer((params) => {
      const cursor = params.get('cursor');
      const [items, next] =
        cursor === null ? [rows(1), 'a'] : cursor === 'a' ? [[], 'b'] : [rows(2), null];
      return { body: { items, next } };
    });
    const seen = server.open(paginated(getEnvelope, 'cursor', cursorIn('next')));
    server.loadAll(seen);
    expect([idsOf(seen.last!.items), server.queries]).toEqual([
      '1 2',
      ['', 'cursor=a', 'cursor=b'],
    ]);
  });

  it('not with an empty first page if the response says that there are more', () => {
    const server = new PagingServer((params) => {
      const page = Number(params.get('page') ?? 1);
      return { body: { items: rows(page).slice(1), more: page < 3 } };
    });
    const seen = server.open(paginated(getEnvelope, 'page', pageNumber({ more: 'more' })));
    server.loadAll(seen);
    expect([idsOf(seen.last!.items), server.queries]).toEqual(['2 3', ['', 'page=2', 'page=3']]);
  });

  it('by a field whose name contains dots before it ends by a nested one', () => {
    const body = { items: rows(1), 'a.b': 'x', a: { b: 'y' } };
    const server = new PagingServer(() => ({ body }));
    const seen = server.open(paginated(getEnvelope, 'cursor', cursorIn('a.b')));
    seen.last!.loadMore();
    server.answer();
    expect(server.queries).toEqual(['', 'cursor=x']);
  });

  it('by the last of the links in a header', () => {
    const links = [
      '<https://api.example/tasks?page=9>; rel="last next-archive", </tasks?page=2&b=1>; title="x"; rel="next"',
      '</tasks?page=1>; rel="prev first", </tasks?page=2>; rel=next; title="a, b"',
      '</tasks?page=2>;rel="nofollow next"',
    ];
    for (const link of links) {
      const server = new PagingServer(() => ({ body: { items: rows(1), link } }));
      const seen = server.open(paginated(getEnvelope, 'page', linkHeaderIn('link')));
      seen.last!.loadMore();
      server.answer();
      expect(server.queries).toEqual(['', 'page=2']);
      TestBed.resetTestingModule();
    }
    const server = new PagingServer(() => ({
      body: { items: rows(1), link: '</tasks?page=1>; rel="prev"' },
    }));
    expect(
      server.open(paginated(getEnvelope, 'page', linkHeaderIn('link'))).last!.hasMore,
    ).toBeFalse();
  });
});

describe('L10 infinite never guesses: after an entity of a loaded page was deleted', () => {
  let all: ReturnType<typeof rows>;
  const pageAt = (first: number) => all.slice(first, first + 2);
  const byNumber: Api = (params) => ({ body: pageAt((Number(params.get('page') ?? 1) - 1) * 2) });
  const byOffset: Api = (params) => ({ body: pageAt(Number(params.get('offset') ?? 0)) });
  const byLink: Api = (params) => {
    const page = Number(params.get('page') ?? 1);
    const next = page * 2 < all.length ? `/tasks?page=${page + 1}` : null;
    return { body: { items: pageAt((page - 1) * 2), next } };
  };
  const byCursor: Api = (params) => {
    const after = Number(params.get('after') ?? 0);
    const items = all.filter(({ id }) => id > after).slice(0, 2);
    return { body: { items, next: all.at(-1)!.id > (items.at(-1)?.id ?? 0) && items.at(-1)!.id } };
  };

  beforeEach(() => (all = rows(7)));

  for (const [name, pages, api, again] of [
    ['numbers', paginated(getTasks, 'page', pageNumber({ size: 2 })), byNumber, ['', 'page=2']],
    ['offsets', paginated(getTasks, 'offset', offset({ size: 2 })), byOffset, ['', 'offset=2']],
    ['links', paginated(getEnvelope, 'page', linkIn('next')), byLink, ['', 'page=2']],
  ] as const) {
    it(`loads pages with ${name} again, because what follows has moved`, () => {
      const server = new PagingServer(api);
      const seen = server.open(pages);
      seen.last!.loadMore();
      server.answer();
      server.queries.length = 0;
      all.splice(1, 1);
      server.cache.delete(Task, 2);
      server.answer();
      expect([idsOf(seen.last!.items), seen.last!.hasMore, server.queries]).toEqual([
        '1 3 4',
        true,
        [],
      ]);
      seen.last!.loadMore();
      server.answer();
      expect([idsOf(seen.last!.items), server.queries]).toEqual(['1 3 4 5', [...again]]);
      server.loadAll(seen);
      expect(idsOf(seen.last!.items)).toBe('1 3 4 5 6 7');
    });
  }

  it('goes on behind a cursor', () => {
    const server = new PagingServer(byCursor);
    const next: NextPage<{ next: number | false }> = ({ data }) => data.next || undefined;
    const seen = server.open(paginated(getEnvelope, 'after', next as NextPage));
    all.splice(1, 1);
    server.cache.delete(Task, 2);
    seen.last!.loadMore();
    server.answer();
    expect([idsOf(seen.last!.items), server.queries]).toEqual(['1 3 4', ['', 'after=2']]);
  });

  for (const field of ['after', '$skiptoken', 'page[cursor]', 'page[after]', 'starting_after']) {
    it(`goes on behind a cursor ${field} in a link`, () => {
      const server = new PagingServer((params) => {
        const items = all.filter(({ id }) => id > Number(params.get(field) ?? 0)).slice(0, 2);
        const [, last] = items;
        const next = last && `/tasks?${encodeURIComponent(field)}=${last.id}`;
        return { body: { items, next } };
      });
      const seen = server.open(paginated(getEnvelope, field, linkIn('next')));
      all.splice(1, 1);
      server.cache.delete(Task, 2);
      seen.last!.loadMore();
      server.answer();
      expect([idsOf(seen.last!.items), server.queries]).toEqual(['1 3 4', ['', `${field}=2`]]);
    });
  }
});
