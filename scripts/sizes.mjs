// The bundles of `npm run size`, the code that each bundle can contain, and the table in docs/bundle-size.md.

const main = 'ngx-cache-query';
const core = ['CacheService', 'Entity', 'Query', 'schema.All'];
const rest = { [main]: core, [`${main}/rest`]: ['RestEndpoint'] };

/** Strings that occur in only one part of the library and survive minification, such as property names and literals. */
export const markers = {
  requests: 'errorExpiryLength',
  'optimistic updates': 'getOptimisticResponse',
  polling: 'pollInterval',
  refetching: 'refetchStale',
  retries: 'retryAfter',
  Collection: 'nestKey',
  retention: 'maxRows',
  'frame batching': 'requestAnimationFrame',
  extensions: 'onInit',
  snapshots: 'takenAt',
  hydration: 'serverTimeout',
  rest: 'urlPrefix',
  restEndpoints: 'partialUpdate',
  infinite: 'loadMore',
  'path-to-regexp': 'Unterminated quote',
  view: 'toArray',
  'join of view': 'changeOther',
  streams: 'EventSource',
  Scalar: '@entity',
  EntityMixin: 'is entity',
};

/** Strings that only dev mode contains. They are in the package, but must not be in a bundle. */
export const developmentTexts = [
  'Check that the schema describes',
  'instances do not contain the field',
  'may only derive a result',
  'would not be part of',
  'has no primary key',
  'because of a circular import',
  'Did you mean',
  'The response is empty',
  'belongs in urlPrefix',
  'belongs in searchParams',
  'Angular does not track this read',
  'The item is left unchanged',
  'levels deep, or contains itself',
  'has no static key of its own',
  'but the cache is empty in the browser',
  'not included in snapshots',
];

const endpoints = ['requests', 'optimistic updates', 'polling', 'refetching', 'retries'];
const withRest = [...endpoints, 'rest', 'path-to-regexp'];

/**
 * The bundles. Each has the imports, the parts of `markers` that it must contain (all other parts are forbidden), the
 * bundle with which the table compares it, and its goal in bytes. If a goal was reached before (`isReached`), the check
 * fails when the bundle exceeds it.
 */
export const bundles = [
  {
    name: 'core',
    about: '`core`: entities, `schema.All`, `Query`, `select`, `set`',
    imports: { [main]: core },
    parts: [],
    goal: 21_000,
    isReached: true,
  },
  {
    name: 'Endpoint',
    about:
      '`Endpoint`: `fetch`, `watch`, `state`, `ensure`, `refetch`, optimistic updates, polling, retries',
    imports: { [main]: [...core, 'Endpoint'] },
    parts: endpoints,
    over: 'core',
  },
  {
    name: 'RestEndpoint',
    about: '`RestEndpoint` over `HttpClient`, with path-to-regexp',
    imports: rest,
    parts: withRest,
    over: 'Endpoint',
    goal: 27_000,
  },
  {
    name: 'restEndpoints',
    about: '`restEndpoints()`: all endpoints of an entity, with lists',
    imports: { [main]: core, [`${main}/rest`]: ['RestEndpoint', 'restEndpoints'] },
    parts: [...withRest, 'Collection', 'restEndpoints'],
    over: 'RestEndpoint',
  },
  {
    name: 'infinite',
    about: '`infinite()`: lists that grow page by page',
    imports: { [main]: core, [`${main}/rest`]: ['RestEndpoint', 'restEndpoints', 'infinite'] },
    parts: [...withRest, 'Collection', 'restEndpoints', 'infinite'],
    over: 'restEndpoints',
  },
  {
    name: 'Collection',
    about: '`Collection`: lists with an identity',
    imports: { [main]: [...core, 'Collection'] },
    parts: ['Collection'],
    over: 'core',
  },
  {
    name: 'view',
    about: '`view()`, with `where`, `whereEquals`, `orderBy`, `limit`, `countRows`',
    imports: {
      [main]: core,
      [`${main}/views`]: ['countRows', 'limit', 'orderBy', 'view', 'where', 'whereEquals'],
    },
    parts: ['view'],
    over: 'core',
  },
  {
    name: 'withRetention',
    about: '`withRetention()`',
    imports: { [main]: [...core, 'withRetention'] },
    parts: ['retention'],
    over: 'core',
  },
  {
    name: 'withExtension',
    about: '`withExtension()`',
    imports: { [main]: core, [`${main}/extensions`]: ['withExtension'] },
    parts: ['extensions'],
    over: 'core',
  },
  {
    name: 'withHydration',
    about: '`withHydration()`',
    imports: { ...rest, [`${main}/hydration`]: ['withHydration'] },
    parts: [...withRest, 'extensions', 'snapshots', 'hydration'],
    over: 'RestEndpoint',
  },
  {
    name: 'streams',
    about: '`fromEventSource()`, `fromWebSocket()`, `withFrameBatching()`',
    imports: {
      [main]: [...core, 'withFrameBatching'],
      [`${main}/streams`]: ['fromEventSource', 'fromWebSocket'],
    },
    parts: ['streams', 'frame batching'],
    over: 'core',
  },
  {
    name: 'everything',
    about: 'Everything that is exported',
    imports: Object.fromEntries(
      ['', '/rest', '/streams', '/views', '/extensions', '/hydration'].map((entry) => [
        `${main}${entry}`,
        '*',
      ]),
    ),
    parts: Object.keys(markers),
    goal: 43_000,
  },
];

/** Returns the table of docs/bundle-size.md. All sizes are in bytes, after Brotli compression. */
export function sizeTable(sizes) {
  const rows = bundles.map(({ name, about, over }) => {
    const { brotli } = sizes[name];
    const price = over === undefined ? '' : `+ ${show(brotli - sizes[over].brotli)}`;
    return `| ${about} | ${over === undefined ? '' : `\`${over}\``} | ${price} | ${show(brotli)} |`;
  });
  const head = [
    '| what is imported | in addition to | added bytes | total bytes |',
    '| --- | --- | ---: | ---: |',
  ];
  return `${[...head, ...rows].join('\n')}\n`;
}

function show(bytes) {
  return bytes.toLocaleString('en');
}
