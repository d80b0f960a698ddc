import { TestBed } from '@angular/core/testing';
import {
  Collection,
  cursorIn,
  Entity,
  lastItem,
  linkHeaderIn,
  linkIn,
  offset,
  pageNumber,
  paginated,
  RestEndpoint,
  type RestResponse,
  typed,
} from 'ngx-cache-query';
import { type Api, idsOf, PagingServer, rows } from '../../support/paging-server';

class Row extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
}
const searchParams = typed<{ readonly limit?: number }>();
const path = '/rows';
/** An endpoint whose response has the list in a field. */
const listIn = (field: string, process?: (body: never, response: RestResponse) => object) =>
  new RestEndpoint({ path, searchParams, schema: { [field]: new Collection([Row]) }, process });
const array = new RestEndpoint({ path, searchParams, schema: new Collection([Row]) });

const URL_ = 'https://api.example/rows/';
/** Returns the rows of a numbered page, or nothing. */
const slice = (all: number, begin: number, size: number) => rows(all).slice(begin, begin + size);

/** `PageNumberPagination` of Django REST: the link is `null` on the last page, and there is nothing after it. */
const djangoPages =
  (all: number): Api =>
  (params) => {
    const page = Number(params.get('page') ?? 1);
    const results = slice(all, (page - 1) * 2, 2);
    if (results.length === 0 && page > 1) return undefined;
    const next = page * 2 < all ? `${URL_}?page=${page + 1}` : null;
    return { body: { count: all, next, previous: null, results } };
  };

/** `LimitOffsetPagination` of Django REST. */
const djangoOffsets =
  (all: number): Api =>
  (params) => {
    const limit = Number(params.get('limit') ?? 2);
    const begin = Number(params.get('offset') ?? 0);
    const end = begin + limit;
    const next = end < all ? `${URL_}?limit=${limit}&offset=${end}` : null;
    return { body: { count: all, next, previous: null, results: slice(all, begin, limit) } };
  };

/** `paginate(2)` of Laravel. */
const laravel =
  (all: number): Api =>
  (params) => {
    const page = Number(params.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(all / 2));
    const next = page < last ? `${URL_}?page=${page + 1}` : null;
    const meta = { current_page: page, last_page: last, per_page: 2, total: all };
    return { body: { data: slice(all, (page - 1) * 2, 2), links: { next }, meta } };
  };

/** `Page` of Spring Data: the first page has the number 0. */
const spring =
  (all: number): Api =>
  (params) => {
    const number = Number(params.get('page') ?? 0);
    const totalPages = Math.ceil(all / 2);
    const last = number + 1 >= totalPages;
    const content = slice(all, number * 2, 2);
    return { body: { content, number, size: 2, totalElements: all, totalPages, last } };
  };

/** A list of Stripe: `starting_after` is the id of the last item. */
const stripe =
  (all: number): Api =>
  (params) => {
    const begin = Number(params.get('starting_after') ?? 0);
    return { body: { object: 'list', data: slice(all, begin, 2), has_more: begin + 2 < all } };
  };

/** A list of GitHub: the body is an array, and the links are in a header. */
const github =
  (all: number): Api =>
  (params) => {
    const page = Number(params.get('page') ?? 1);
    const last = Math.ceil(all / 2);
    const link = (to: number, rel: string) =>
      `<https://api.github.com/repositories/1/issues?state=all&page=${to}>; rel="${rel}"`;
    const forward = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [];
    const back = page > 1 ? [link(page - 1, 'prev'), link(1, 'first')] : [];
    const links = [...back, ...forward].join(', ');
    return {
      body: slice(all, (page - 1) * 2, 2),
      headers: links === '' ? undefined : { Link: links },
    };
  };

/** A list of the Graph API: there is a cursor also on the last page, but no link. */
const graph =
  (all: number): Api =>
  (params) => {
    const begin = Number((params.get('after') ?? 'c0').slice(1));
    const data = slice(all, begin, 2);
    if (data.length === 0) return { body: { data } };
    const after = `c${begin + data.length}`;
    const next = begin + 2 < all ? { next: `${URL_}?limit=2&after=${after}` } : {};
    return { body: { data, paging: { cursors: { before: `c${begin}`, after }, ...next } } };
  };

/** A list of JSON:API: a link is a text, or an object with a text. */
const jsonApi =
  (all: number, isObject: boolean): Api =>
  (params) => {
    const page = Number(params.get('page[number]') ?? 1);
    const href = `/rows?page%5Bnumber%5D=${page + 1}&page%5Bsize%5D=2`;
    const next = page * 2 < all ? (isObject ? { href } : href) : null;
    return { body: { links: { next }, data: slice(all, (page - 1) * 2, 2) } };
  };

/** A list of OData: the link is missing on the last page. */
const odata =
  (all: number): Api =>
  (params) => {
    const begin = Number(params.get('$skiptoken') ?? 0);
    const next = `${URL_}?$top=100&$skiptoken=${begin + 2}`;
    const link = begin + 2 < all ? { '@odata.nextLink': next } : {};
    return { body: { '@odata.count': all, value: slice(all, begin, 2), ...link } };
  };

/** A list with a cursor in `meta`. */
const cursors =
  (all: number): Api =>
  (params) => {
    const begin = Number((params.get('cursor') ?? 'c0').slice(1));
    const nextCursor = begin + 2 < all ? `c${begin + 2}` : null;
    return { body: { items: slice(all, begin, 2), meta: { nextCursor } } };
  };

/** A list of Crossref: the first cursor is a star, and there is a cursor on each page. */
const crossref =
  (all: number): Api =>
  (params) => {
    const cursor = params.get('cursor')!;
    const begin = cursor === '*' ? 0 : Number(cursor.slice(1));
    const message = { 'total-results': all, 'next-cursor': `c${begin + 2}` };
    return { body: { items: slice(all, begin, 2), message } };
  };

/** An array, without anything that tells how many there are. */
const plain =
  (all: number): Api =>
  (params) => {
    const size = Number(params.get('limit') ?? 2);
    const begin = params.has('skip')
      ? Number(params.get('skip'))
      : (Number(params.get('page') ?? 1) - 1) * size;
    return { body: slice(all, begin, size) };
  };

/** Returns queries such as `page=2`. */
const of = (name: string, ...keys: (number | string)[]) => ['', ...keys.map((k) => `${name}=${k}`)];

const withLink = listIn('issues', (issues: object[], { headers }) => ({
  issues,
  link: headers.get('Link'),
}));

/** An API, the declaration of its pages, and the queries until the end of five and of four rows. */
const apis: readonly {
  readonly name: string;
  readonly api: (all: number) => Api;
  readonly pages: unknown;
  readonly params?: object;
  readonly five: readonly string[];
  readonly four: readonly string[];
}[] = [
  {
    name: 'Django REST: page numbers with a link',
    api: djangoPages,
    pages: paginated(listIn('results'), 'page', linkIn('next')),
    five: of('page', 2, 3),
    four: of('page', 2),
  },
  {
    name: 'Django REST: page numbers with a count',
    api: djangoPages,
    pages: paginated(listIn('results'), 'page', pageNumber({ total: 'count' })),
    five: of('page', 2, 3),
    four: of('page', 2),
  },
  {
    name: 'Django REST: offsets with a count',
    api: djangoOffsets,
    pages: paginated(listIn('results'), 'offset', offset({ total: 'count' })),
    five: of('offset', 2, 4),
    four: of('offset', 2),
  },
  {
    name: 'Django REST: offsets with a limit',
    api: djangoOffsets,
    pages: paginated(listIn('results'), 'offset', offset({ total: 'count' })),
    params: { limit: 3 },
    five: ['limit=3', 'limit=3&offset=3'],
    four: ['limit=3', 'limit=3&offset=3'],
  },
  {
    name: 'Django REST: offsets with a link',
    api: djangoOffsets,
    pages: paginated(listIn('results'), 'offset', linkIn('next')),
    params: { limit: 2 },
    five: ['limit=2', 'limit=2&offset=2', 'limit=2&offset=4'],
    four: ['limit=2', 'limit=2&offset=2'],
  },
  {
    name: 'Laravel: the number of pages',
    api: laravel,
    pages: paginated(listIn('data'), 'page', pageNumber({ pages: 'meta.last_page' })),
    five: of('page', 2, 3),
    four: of('page', 2),
  },
  {
    name: 'Laravel: links',
    api: laravel,
    pages: paginated(listIn('data'), 'page', linkIn('links.next')),
    five: of('page', 2, 3),
    four: of('page', 2),
  },
  {
    name: 'Spring: the number of pages, from 0',
    api: spring,
    pages: paginated(listIn('content'), 'page', pageNumber({ first: 0, pages: 'totalPages' })),
    five: ['page=0', 'page=1', 'page=2'],
    four: ['page=0', 'page=1'],
  },
  {
    name: 'Stripe: the id of the last item',
    api: stripe,
    pages: paginated(listIn('data'), 'starting_after', lastItem('id', { more: 'has_more' })),
    five: of('starting_after', 2, 4),
    four: of('starting_after', 2),
  },
  {
    name: 'GitHub: links in a header',
    api: github,
    pages: paginated(withLink, 'page', linkHeaderIn('link')),
    five: of('page', 2, 3),
    four: of('page', 2),
  },
  {
    name: 'Graph API: cursors with a link',
    api: graph,
    pages: paginated(
      listIn('data'),
      'after',
      cursorIn('paging.cursors.after', { more: 'paging.next' }),
    ),
    five: of('after', 'c2', 'c4'),
    four: of('after', 'c2'),
  },
  {
    name: 'Graph API: links',
    api: graph,
    pages: paginated(listIn('data'), 'after', linkIn('paging.next')),
    five: of('after', 'c2', 'c4'),
    four: of('after', 'c2'),
  },
  {
    name: 'JSON:API: links',
    api: (all) => jsonApi(all, false),
    pages: paginated(listIn('data'), 'page[number]', linkIn('links.next')),
    five: of('page[number]', 2, 3),
    four: of('page[number]', 2),
  },
  {
    name: 'JSON:API: link objects',
    api: (all) => jsonApi(all, true),
    pages: paginated(listIn('data'), 'page[number]', linkIn('links.next')),
    five: of('page[number]', 2, 3),
    four: of('page[number]', 2),
  },
  {
    name: 'OData: links',
    api: odata,
    pages: paginated(listIn('value'), '$skiptoken', linkIn('@odata.nextLink')),
    five: of('$skiptoken', 2, 4),
    four: of('$skiptoken', 2),
  },
  {
    name: 'a cursor in a nested field',
    api: cursors,
    pages: paginated(listIn('items'), 'cursor', cursorIn('meta.nextCursor')),
    five: of('cursor', 'c2', 'c4'),
    four: of('cursor', 'c2'),
  },
  {
    name: 'Crossref: a first cursor, and a total',
    api: crossref,
    pages: paginated(
      listIn('items'),
      'cursor',
      cursorIn('message.next-cursor', { first: '*', total: 'message.total-results' }),
    ),
    five: ['cursor=*', 'cursor=c2', 'cursor=c4'],
    four: ['cursor=*', 'cursor=c2'],
  },
  {
    name: 'arrays with a known size',
    api: plain,
    pages: paginated(array, 'page', pageNumber({ size: 2 })),
    five: of('page', 2, 3),
    four: of('page', 2, 3),
  },
  {
    name: 'arrays with a requested size',
    api: plain,
    pages: paginated(array, 'skip', offset({ size: 'limit' })),
    params: { limit: 3 },
    five: ['limit=3', 'limit=3&skip=3'],
    four: ['limit=3', 'limit=3&skip=3'],
  },
  {
    name: 'arrays of which nothing is known',
    api: plain,
    pages: paginated(array, 'page', pageNumber()),
    five: of('page', 2, 3, 4),
    four: of('page', 2, 3),
  },
];

describe('L10 infinite never guesses: it sends the requests that the API expects, and none more', () => {
  for (const { name, api, pages, params, five, four } of apis) {
    for (const [all, queries] of [
      [5, five],
      [4, four],
      [1, five.slice(0, name.endsWith('nothing is known') ? 2 : 1)],
    ] as const) {
      it(`${name}, with ${all} rows`, () => {
        const server = new PagingServer(api(all));
        const seen = server.open(pages, params);
        server.loadAll(seen);
        expect(server.queries).toEqual([...queries]);
        const { items, hasMore, refreshError } = seen.last!;
        expect([idsOf(items), hasMore, refreshError]).toEqual([idsOf(rows(all)), false, undefined]);
        // A refetch requests the same pages.
        server.queries.length = 0;
        void server.cache.refetch(pages as never);
        server.answer();
        expect(server.queries).toEqual([...queries]);
        expect([idsOf(seen.last!.items), seen.last!.hasMore]).toEqual([idsOf(rows(all)), false]);
        expect(server.refused).toBe(0);
      });
    }
  }

  it('an API without rows', () => {
    for (const { api, pages, params, five, name } of apis) {
      const server = new PagingServer(api(0));
      const seen = server.open(pages, params);
      expect([name, idsOf(seen.last!.items), seen.last!.hasMore]).toEqual([name, '', false]);
      expect(server.queries).toEqual([five[0]]);
      TestBed.resetTestingModule();
    }
  });
});
