// The bundles of `npm run size`, the code that each bundle can contain, and the table in docs/bundle-size.md.

const main = 'ngx-cache-query';
const core = ['CacheService', 'Entity', 'Query', 'schema.All'];
const rest = [...core, 'RestEndpoint'];
const lists = [...rest, 'restEndpoints'];

/** Strings that occur in only one part of the library and survive minification, such as property names and literals. */
export const markers = {
  requests: 'errorStaleTime',
  polling: 'pollInterval',
  'optimistic updates': '(optimistic)',
  retries: '===408',
  Collection: 'nestKey',
  retention: 'maxRows',
  'frame batching': 'requestAnimationFrame',
  extensions: 'onInit',
  snapshots: 'takenAt',
  hydration: 'serverTimeout',
  rest: 'urlPrefix',
  progress: 'reportUploadProgress',
  restEndpoints: 'partialUpdate',
  infinite: 'loadMore',
  view: 'isBlind',
  'join of view': 'changeOther',
  streams: 'EventSource',
  Scalar: '@entity',
  EntityMixin: 'hasInstance',
};

/** Strings that only dev mode contains. They are in the package, but must not be in a bundle. */
export const developmentTexts = [
  'Check that the schema describes',
  'instances do not contain the field',
  'was called inside process',
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
  'but the cache is empty in the browser',
  'not included in snapshots',
  'that tests responses',
  'a text or a number',
  'an object of values',
];

const endpoints = ['requests', 'polling'];
const withRest = [...endpoints, 'rest'];
const withLists = [...withRest, 'Collection', 'restEndpoints'];

/** What only devtools use. */
const forDevtools = [
  'inspect',
  'TimeTravel',
  'RecordedHistory',
  'replayHistory',
  'isResponse',
  'resetResponse',
  'markStale',
  'isSensitive',
  'failedRequest',
];

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
    about: '`Endpoint`: `fetch`, `watch`, `resource`, `ensure`, `refetch`, mutations, polling',
    imports: { [main]: [...core, 'Endpoint'] },
    parts: endpoints,
    over: 'core',
  },
  {
    name: 'RestEndpoint',
    about: '`RestEndpoint` over `HttpClient`',
    imports: { [main]: rest },
    parts: withRest,
    over: 'Endpoint',
    goal: 27_000,
  },
  {
    name: 'retries',
    about: '`retries()`: failed reads are sent again',
    imports: { [main]: [...rest, 'retries'] },
    parts: [...withRest, 'retries'],
    over: 'RestEndpoint',
  },
  {
    name: 'reportProgress',
    about: '`reportProgress()` of uploads and downloads',
    imports: { [main]: [...rest, 'reportProgress'] },
    parts: [...withRest, 'progress'],
    over: 'RestEndpoint',
  },
  {
    name: 'optimistic',
    about: '`optimistic`: mutations are shown before they are answered',
    imports: { [main]: [...rest, 'optimistic'] },
    parts: [...withRest, 'optimistic updates'],
    over: 'RestEndpoint',
  },
  {
    name: 'restEndpoints',
    about: '`restEndpoints()`: all endpoints of an entity, with lists',
    imports: { [main]: lists },
    parts: withLists,
    over: 'RestEndpoint',
  },
  {
    name: 'infinite',
    about: '`infinite()` and `paginated()`: lists that grow page by page',
    imports: { [main]: [...lists, 'infinite', 'paginated'] },
    parts: [...withLists, 'infinite'],
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
      [main]: [...core, 'countRows', 'limit', 'orderBy', 'view', 'where', 'whereEquals'],
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
    name: 'withDevtools',
    about: '`withDevtools()`, in a production build',
    imports: { [main]: core, [`${main}/devtools`]: ['withDevtools'] },
    parts: [],
    over: 'core',
  },
  {
    name: 'withHydration',
    about: '`withHydration()`',
    imports: { [main]: rest, [`${main}/hydration`]: ['withHydration'] },
    parts: [...withRest, 'extensions', 'snapshots', 'hydration'],
    over: 'RestEndpoint',
  },
  {
    name: 'streams',
    about: '`fromEventSource()`, `fromWebSocket()`, `withFrameBatching()`',
    imports: { [main]: [...core, 'fromEventSource', 'fromWebSocket', 'withFrameBatching'] },
    parts: ['streams', 'frame batching'],
    over: 'core',
  },
  {
    name: 'everything',
    about: 'Everything that is exported, except what devtools ask',
    except: forDevtools.flatMap((name) => [name, `ɵ${name}`]),
    imports: Object.fromEntries(
      ['', '/extensions', '/hydration'].map((entry) => [`${main}${entry}`, '*']),
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
