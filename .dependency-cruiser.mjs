// The import rules of the library, checked by dependency-cruiser (`npm run layers`). A room is a folder with one
// responsibility. ARCHITECTURE.md explains the rooms.
const library = 'projects/ngx-cache-query';

/** The rooms of the core from the bottom to the top, and the rooms with requests. */
const core = ['util', 'schema', 'reactive', 'store'];
const requests = [...core, 'angular', 'requests'];
/** The rooms of which a cache consists. */
const described = [...requests, 'lists', 'optimistic', 'scalars', 'cache', 'retention'];

/** The rooms that each room can import. */
const rooms = {
  util: [],
  schema: ['util'],
  reactive: ['util', 'schema'],
  store: ['util', 'schema', 'reactive'],
  angular: core,
  views: core,
  requests: [...core, 'angular'],
  lists: [...core, 'requests'],
  optimistic: [...core, 'requests'],
  scalars: core,
  streams: [...core, 'angular'],
  cache: [...requests, 'lists', 'streams'],
  rest: [...requests, 'lists', 'cache'],
  retention: [...requests, 'cache'],
  extensions: described,
  snapshot: [...described, 'extensions'],
  history: [...described, 'extensions', 'snapshot'],
};

const rxjs = ['rxjs/'];
const angular = ['rxjs/', '@angular/core/types/(?!testing)', '@angular/common/types/common[.]'];

/**
 * The packages that the rooms and the other entry points can import, as patterns for the resolved files. Rooms that are
 * not listed import none.
 */
const packages = {
  'src/reactive': rxjs,
  ...Object.fromEntries(
    [
      'angular',
      'requests',
      'streams',
      'cache',
      'retention',
      'extensions',
      'snapshot',
      'history',
    ].map((room) => [`src/${room}`, angular]),
  ),
  'src/rest': ['rxjs/', '@angular/'],
  testing: ['rxjs/', '@angular/core/types/core[.]', '@angular/common/types/http[.]'],
  devtools: [...angular, '@angular/cdk/types/', '@angular/platform-browser/types/'],
};

/** The entry points that an entry point can import, by their package names. */
const entryPoints = {
  extensions: [''],
  hydration: [''],
  testing: ['', 'extensions'],
  devtools: ['', 'extensions'],
};

const isSpec = '[.]spec[.]ts$';
const typeCycles = `^${library}/(src|spec/models/(core-histories|joint))/`;
const anyOf = (names) => `(${names.join('|')})`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const places = [...Object.keys(rooms).map((room) => `src/${room}`), ...Object.keys(entryPoints)];

export default {
  forbidden: [
    rule(
      'no-cycles',
      'Cycles of types count: readers must understand such files together.',
      {
        path: `^(${library}|src|server)/`,
        pathNot: [typeCycles, `^${library}/spec/types/circular/`],
      },
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
          `^${library}/src/public-api[.]ts$`,
          ...places.map((place) => `^${library}/${place}/`),
        ],
      },
      {},
    ),
    ...Object.entries(rooms).map(([room, others]) =>
      rule(
        `${room}-imports-only-rooms-below`,
        `src/${room} can import ${others.join(', ') || 'no other room'}.`,
        { path: `^${library}/src/${room}/`, pathNot: isSpec },
        { path: `^${library}/`, pathNot: `^${library}/src/${anyOf([room, ...others])}/` },
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
        `${place.replace('src/', '')}-imports-only-its-packages`,
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
    exclude: { path: '^(node_modules|dist|temp|[.]cache)/.*/node_modules/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
};
