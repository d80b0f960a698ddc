// The ESLint rule `layers/imports`, and the table that defines which rooms a room can import. A room is a folder with
// one responsibility.
//
//   util  <-  schema  <-  store  <-  graph  <-  query  <-  writes  <-  requests      the core; an arrow points to the room
//                                                                                    that can be imported
//   the core  <-  live, signals, collections, optimistic, retention, streaming,      features: each imports the core,
//                 extensions, snapshots, hydration, scalars                            and other features only as listed below
//   the core, live, signals, optimistic  <-  endpoints                               endpoints, and the code that runs their requests
//   the core, the features, endpoints  <-  cache                                     the facade, and the code that creates a cache
//
// The other entry points (rest, views, streams, extensions, hydration, testing) import the main entry point by its
// package name.
//
// The rule does not apply to specs. No other files can import from spec/.
import { posix, relative, sep } from 'node:path';

const library = 'projects/ngx-cache-query';
const lib = (...names) => names.map((name) => `${library}/src/lib/${name}`);

/** The rooms of the core from the bottom to the top. Each room can import the rooms before it. */
const core = ['util', 'platform', 'schema', 'store', 'graph', 'query', 'writes', 'requests'];

/** The features, and the other features that each of them can import. ARCHITECTURE.md explains why. */
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

const rxjs = /^rxjs$/;
const angular = /^(rxjs|@angular\/(core(\/.+)?|common))$/;
const packagesOf = { platform: angular, graph: rxjs, query: rxjs, writes: rxjs, requests: angular };

/**
 * All rooms. Each has a location, the folders and files that it can import by path, and the packages that it can
 * import.
 */
const rooms = [
  ...core.map((name, i) => {
    const below = core.slice(0, i).filter((each) => each !== 'platform' || name === 'requests');
    return room(name, { reaches: lib(...below, name), packages: packagesOf[name] });
  }),
  ...Object.entries(features).map(([name, others]) =>
    room(name, { reaches: lib(...core, name, ...others), packages: angular }),
  ),
  room('endpoints', {
    reaches: lib(...core, 'live', 'signals', 'optimistic', 'endpoints'),
    packages: angular,
  }),
  room('cache', {
    reaches: lib(...core, ...Object.keys(features), 'endpoints', 'cache'),
    packages: angular,
  }),
  room('schemas.ts', { reaches: lib('schema') }),
  ...['public', 'private'].map((name) => ({
    name: `the ${name} API`,
    at: `${library}/src/${name}-api.ts`,
    reaches: [`${library}/src/lib`, `${library}/src/private-api`],
    packages: /^$/,
  })),
  entryPoint('rest', /^(ngx-cache-query|@angular\/.+|rxjs|path-to-regexp)$/),
  entryPoint('streams', /^(ngx-cache-query|rxjs)$/),
  entryPoint('views', /^ngx-cache-query$/),
  entryPoint('extensions', /^ngx-cache-query$/),
  entryPoint('hydration', /^ngx-cache-query$/),
  entryPoint(
    'testing',
    /^(ngx-cache-query(\/(rest|extensions))?|@angular\/(core|common\/http)|rxjs)$/,
  ),
  ...['src', 'server', 'benchmarks', 'e2e'].map(outside),
];

const exempt = [
  /\.spec\.ts$/,
  new RegExp(`^${library}/spec/`),
  new RegExp(`^${library}/schematics/`),
];

function room(name, { reaches, packages = /^$/ }) {
  return { name, at: `${library}/src/lib/${name}`, reaches, packages };
}

/** Returns the room of an entry point. An entry point can import the main entry point only by its package name. */
function entryPoint(name, packages) {
  const at = `${library}/${name}`;
  return { name: `the entry point ngx-cache-query/${name}`, at, reaches: [at], packages };
}

/**
 * Returns the room of code that uses the library like an application: by package name, without paths into the library.
 */
function outside(folder) {
  const packages =
    /^(?!ngx-cache-query(\/|$))|^ngx-cache-query(\/(rest|streams|views|extensions|hydration|testing))?$/;
  return { name: `${folder}/`, at: folder, forbidden: [library, 'dist'], packages };
}

const isWithin = (path, place) => path === place || path.startsWith(`${place}/`);

/**
 * Returns the reason why `file` cannot import `specifier`; undefined if it can. Both paths are relative to the
 * workspace and contain slashes.
 */
function verdict(file, specifier) {
  if (exempt.some((pattern) => pattern.test(file))) return undefined;
  const from = rooms.find(({ at }) => isWithin(file, at));
  if (!from) return undefined;
  if (!specifier.startsWith('.')) {
    return from.packages.test(specifier)
      ? undefined
      : `${from.name} may not import the package '${specifier}'.`;
  }
  const target = posix.join(posix.dirname(file), specifier);
  const allowed = from.reaches
    ? [target, `${target}.ts`].some((path) => from.reaches.some((place) => isWithin(path, place)))
    : !from.forbidden.some((place) => isWithin(target, place));
  return allowed ? undefined : `${from.name} may not import ${target}.`;
}

/** Whether `file` is a source file of the library that belongs to no room. */
function isHomeless(file) {
  return (
    isWithin(file, library) &&
    file.endsWith('.ts') &&
    !exempt.some((pattern) => pattern.test(file)) &&
    !rooms.some(({ at }) => isWithin(file, at))
  );
}

const imports = {
  meta: { type: 'problem', schema: [], docs: { description: "Enforces the library's layers." } },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const check = (node) => {
      const source = node?.value ?? node?.literal?.value;
      const problem = typeof source === 'string' ? verdict(file, source) : undefined;
      if (problem) {
        context.report({ node, message: `${problem} See scripts/eslint-layers.mjs.` });
      }
    };
    return {
      Program(node) {
        if (isHomeless(file)) {
          context.report({
            node,
            message: `${file} belongs to no room: add its folder to a room in scripts/eslint-layers.mjs.`,
          });
        }
      },
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument),
    };
  },
};

export default { meta: { name: 'layers' }, rules: { imports } };
