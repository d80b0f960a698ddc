import type { EnvironmentInjector } from '@angular/core';
import type { Observable } from 'rxjs';
import {
  type CacheService,
  type CacheSnapshot,
  type Endpoint,
  infiniteState,
  type Queryable,
  type QueryableNode,
  type SchemaLike,
} from 'ngx-cache-query';
import type { Server, ServerRow } from './server';
import {
  all,
  byTitle,
  cards,
  cardsByBoard,
  countOn,
  getCards,
  getColumns,
  getHigh,
  getLinks,
  getPage,
  getScored,
  getShelves,
  getWindow,
  Link,
  list,
  onA,
  ranked,
  scored,
  Shelf,
  SIZE,
  titles,
  Todo,
  TodoCard,
  todos,
} from './todos';

/** An endpoint with erased arguments. */
type AnyEndpoint = Endpoint<unknown[], SchemaLike>;

/** A queryable with erased arguments. */
type Erased = QueryableNode<unknown, unknown[]>;

/** Something that a client can observe. */
export interface Read {
  readonly name: string;
  readonly observe: (cache: CacheService, injector: EnvironmentInjector) => Observable<unknown>;
  /** Returns the value in an emission. */
  readonly valueIn: (emission: never) => unknown;
  /** Returns what the cache shows now. */
  readonly get: (cache: CacheService) => unknown;
  /** The request of the read. Reads of the cache have none. */
  readonly request?: { readonly endpoint: AnyEndpoint; readonly args: readonly unknown[] };
  /** What the server says: `undefined` if there is no such row. */
  readonly onServer?: (server: Server) => unknown;
  /** Whether it may show nothing although the cache has the value: `reset` hides the pages until all have arrived. */
  readonly mayHide?: boolean;
  /** Whether two lenses or two classes may share the rows, so that `get(Todo, id)` returns other instances. */
  readonly isScored?: boolean;
}

const plainRow = (row: ServerRow) => ({ ...row, score: 0 });

function selected(name: string, queryable: Queryable, ...args: readonly unknown[]): Read {
  return {
    name: `select ${name} ${JSON.stringify(args)}`,
    observe: (cache) => cache.select(queryable as Erased, ...args),
    valueIn: (value) => value,
    get: (cache) => cache.get(queryable as Erased, ...args),
    isScored: queryable === (scored as unknown) || queryable === (ranked as unknown),
  };
}

function watched(
  of: Endpoint<never, SchemaLike>,
  args: readonly unknown[],
  onServer: (server: Server) => unknown,
  more: Partial<Read> = {},
): Read {
  const endpoint = of as AnyEndpoint;
  return {
    name: `watch ${endpoint.name} ${JSON.stringify(args)}`,
    observe: (cache) => cache.watch(endpoint, ...args),
    valueIn: ({ value }: CacheSnapshot<unknown>) => value,
    get: (cache) => cache.get(endpoint as Erased, ...args),
    request: { endpoint, args },
    onServer,
    ...more,
  };
}

const PAGES = { board: 'b' } as const;
const windows = [
  { board: 'a', page: 1, limit: SIZE, sort: 'rank' },
  { board: 'a', page: 2, limit: SIZE, sort: 'rank' },
  { board: 'b', page: 1, limit: SIZE },
  { page: 1, limit: 3 },
  { page: 2, limit: 3 },
] as const;

/** The arguments of all lists of the Collection. */
export const listArgs: readonly (readonly [args?: object])[] = [
  [],
  [{ board: 'a' }],
  [{ board: '' }],
  [PAGES],
  ...windows.map((args) => [args] as const),
];

/** Everything that a client can observe. */
export const reads: readonly Read[] = [
  watched(todos.getList, [], (server) => server.rows.map(plainRow)),
  watched(todos.getList, [{ board: 'a' }], (server) => server.on('a').map(plainRow)),
  watched(todos.getList, [{ board: '' }], (server) => server.on('').map(plainRow)),
  ...windows.map((args) =>
    watched(getWindow, [args], (server) => {
      const { items, total } = server.window(args);
      return { items: items.map(plainRow), total };
    }),
  ),
  ...[1, 2, 3, 6].map((id) =>
    watched(todos.get, [{ id }], (server) => {
      const row = server.rows.find((each) => each.id === id);
      return row && plainRow(row);
    }),
  ),
  {
    name: 'pages of board b',
    observe: (_, injector) => infiniteState(getPage, PAGES, { injector }),
    valueIn: ({ items }: { items: unknown }) => items,
    get: (cache) => cache.get(list, PAGES),
    request: { endpoint: getPage as unknown as AnyEndpoint, args: [PAGES] },
    onServer: (server) => server.on('b').map(plainRow),
    mayHide: true,
  },
  ...(['x', 'y'] as const).flatMap((team) => [
    watched(getScored, [{ team }], (server) => server.rows.map((row) => server.scored(row, team)), {
      isScored: true,
    }),
    watched(
      getColumns,
      [{ team }],
      (server) => server.rows.map((row) => server.scored(row, team)),
      { isScored: true },
    ),
    selected('all for', ranked, { team }),
    selected('scored', scored, { id: 2, team }),
  ]),
  selected('all', all),
  selected('titles', titles),
  ...[1, 2, 3, 6, 7].map((id) => selected('Todo', Todo, id)),
  ...listArgs.map((args) => selected('list', list, ...args)),
  selected('count', countOn, { board: 'a' }),
  ...[1, 2, 6, 7].map((id) => selected('card', TodoCard, id)),
  selected('cards', cards),
  selected('cards by board', cardsByBoard),
  selected('todos on a', onA),
  selected('list by title', byTitle),
  selected('list by title', byTitle, { board: 'a' }),
  watched(getCards, [], () => undefined),
  watched(getLinks, [], () => undefined),
  ...[0, 1].map((id) => selected('link', Link, id)),
  watched(getShelves, [], () => undefined),
  selected('shelf', Shelf, 'a'),
  watched(getHigh, [{ min: 1 }], (server) =>
    server.rows.filter(({ rank }) => rank >= 1).map(plainRow),
  ),
];

/** The reads that send requests. */
export const requests = reads.flatMap(({ request }) => (request ? [request] : []));
