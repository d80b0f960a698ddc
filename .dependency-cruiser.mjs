// The import rules of the library, checked by dependency-cruiser (`npm run layers`). A room is a folder with one
// responsibility. ARCHITECTURE.md explains the rooms.
const library = 'projects/ngx-cache-query';

/** The rooms of the core from the bottom to the top. Each room can import the rooms before it. */
const core = ['util', 'platform', 'schema', 'store', 'graph', 'query', 'writes', 'requests'];

/** The features, and the other features that each of them can import. Each can import the core. */
const features = {
  live: [],
  signals: [],
  collections: ['optimistic'],
  optimistic: [],
  retention: [],
  streaming: [],
  extensions: [],
  snapshots: ['extensions'],
  hydration: ['extensions', 'live', 'snapshots'],
  scalars: [],
};

/** The rooms that each room can import. */
const reaches = {
  ...Object.fromEntries(
    core.map((room, i) => [
      room,
      core.slice(0, i).filter((below) => below !== 'platform' || room === 'requests'),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(features).map(([room, others]) => [room, [...core, ...others]]),
  ),
  endpoints: [...core, 'live', 'signals', 'optimistic'],
  cache: [...core, ...Object.keys(features), 'endpoints'],
};

/** The rooms of the third edition, and the rooms that each of them can import. */
const nextCore = ['util', 'schema', 'reactive', 'store'];
const nextRequests = [...nextCore, 'angular', 'requests'];
const next = {
  util: [],
  schema: ['util'],
  reactive: ['util', 'schema'],
  store: ['util', 'schema', 'reactive'],
  angular: nextCore,
  views: nextCore,
  requests: [...nextCore, 'angular'],
  lists: nextRequests,
  optimistic: nextRequests,
  scalars: nextCore,
  streams: [...nextCore, 'angular'],
  cache: [...nextRequests, 'lists', 'streams'],
  rest: [...nextRequests, 'lists', 'cache'],
  retention: [...nextRequests, 'cache'],
  snapshot: [...nextRequests, 'lists', 'optimistic', 'cache', 'retention'],
};

const rxjs = ['rxjs/'];
const angular = ['rxjs/', '@angular/core/types/(?!testing)', '@angular/common/types/common[.]'];

/**
 * The packages that the rooms and the other entry points can import, as patterns for the resolved files. Rooms that are
 * not listed import none.
 */
const packages = {
  ...Object.fromEntries(
    ['platform', 'requests', ...Object.keys(features), 'endpoints', 'cache'].map((room) => [
      `src/lib/${room}`,
      angular,
    ]),
  ),
  ...Object.fromEntries(['graph', 'query', 'writes'].map((room) => [`src/lib/${room}`, rxjs])),
  'next/reactive': rxjs,
  ...Object.fromEntries(
    ['angular', 'requests', 'streams', 'cache', 'retention', 'snapshot'].map((room) => [
      `next/${room}`,
      angular,
    ]),
  ),
  'next/rest': ['rxjs/', '@angular/'],
  rest: ['rxjs/', '@angular/', 'path-to-regexp/'],
  streams: rxjs,
  testing: ['rxjs/', '@angular/core/types/core[.]', '@angular/common/types/http[.]'],
};

/** The entry points that an entry point can import, by their package names. */
const entryPoints = {
  rest: [''],
  streams: [''],
  views: [''],
  extensions: [''],
  hydration: [''],
  testing: ['', 'rest', 'extensions'],
};

const isSpec = '[.]spec[.]ts$';
const typeCycles = `^${library}/(next|spec/models/core-histories)/`;
const anyOf = (names) => `(${names.join('|')})`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const rooms = Object.entries(reaches);
const places = [
  ...rooms.map(([room]) => `src/lib/${room}`),
  ...Object.keys(next).map((room) => `next/${room}`),
  ...Object.keys(entryPoints),
];

export default {
  forbidden: [
    rule(
      'no-cycles',
      'Cycles of types count: readers must understand such files together.',
      { path: `^${library}/`, pathNot: [typeCycles, `^${library}/spec/types/circular/`] },
      { circular: true },
    ),
    rule(
      'no-cycles-at-run-time',
      'These files can refer to the types of each other.',
      { path: typeCycles },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'no-file-without-a-room',
      'Add its folder to a room in .dependency-cruiser.mjs.',
      {
        path: `^${library}/`,
        pathNot: [
          isSpec,
          `^${library}/(spec|schematics)/`,
          `^${library}/src/((public|private)-api|lib/schemas)[.]ts$`,
          `^${library}/next/public-api[.]ts$`,
          ...places.map((place) => `^${library}/${place}/`),
        ],
      },
      {},
    ),
    ...rooms.map(([room, others]) =>
      rule(
        `${room}-imports-only-rooms-below`,
        `src/lib/${room} can import ${others.join(', ') || 'no other room'}.`,
        { path: `^${library}/src/lib/${room}/`, pathNot: isSpec },
        { path: `^${library}/`, pathNot: `^${library}/src/lib/${anyOf([room, ...others])}/` },
      ),
    ),
    ...Object.entries(next).map(([room, others]) =>
      rule(
        `next-${room}-imports-only-rooms-below`,
        `next/${room} can import ${others.join(', ') || 'no other room'}.`,
        { path: `^${library}/next/${room}/`, pathNot: isSpec },
        { path: `^${library}/`, pathNot: `^${library}/next/${anyOf([room, ...others])}/` },
      ),
    ),
    ...Object.entries(entryPoints).map(([entry, others]) =>
      rule(
        `${entry}-imports-public-names`,
        `ngx-cache-query/${entry} imports other entry points by their package names.`,
        { path: `^${library}/${entry}/`, pathNot: isSpec },
        {
          path: `^${library}/`,
          pathNot: [
            `^${library}/${entry}/`,
            ...others.map((other) => `^${library}/${other && `${other}/`}src/public-api[.]ts$`),
          ],
        },
      ),
    ),
    ...places.map((place) =>
      rule(
        `${place.replace('src/lib/', '')}-imports-only-its-packages`,
        `${place} can import these packages: ${packages[place]?.join(', ') ?? 'none'}.`,
        { path: `^${library}/${place}/`, pathNot: isSpec },
        {
          dependencyTypesNot: ['local', 'aliased-tsconfig', 'aliased-tsconfig-paths'],
          pathNot: (packages[place] ?? ['nothing']).map((name) => `^node_modules/${name}`),
        },
      ),
    ),
    rule(
      'no-import-of-specs',
      'Only specs import from spec/.',
      { pathNot: [isSpec, `^${library}/spec/`] },
      { path: `^${library}/spec/` },
    ),
    rule(
      'applications-import-public-names',
      'The demo, its server and the benchmarks use the library like an application.',
      { path: '^(src|server|benchmarks|e2e)/' },
      { path: `^(${library}|dist)/`, pathNot: '/src/public-api[.]ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: ['^(node_modules|dist|temp|[.]cache)/.*/node_modules/', `^${library}/renamed/`],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
};
