// The ESLint rule `layers/imports`: who may import whom, in one table.
//
//   util  <-  schema  <-  store  <-  read  <-  cache  <-  rest          (an arrow points to what may be imported)
//
// The entry points beside the main one (rest, views, streams, extensions) import it by its package name.
//
// Specs are exempt: they look at everything. Nothing else may import from spec/.
import { posix, relative, sep } from 'node:path';

const library = 'projects/ngx-cache-query';
const lib = (...names) => names.map((name) => `${library}/src/lib/${name}`);

/** Each room: where it is, the folders and files that it may reach by a path, the packages that it may import. */
const rooms = [
  room('util', { reaches: lib('util') }),
  room('schema', { reaches: lib('schema', 'util') }),
  room('store', { reaches: lib('store', 'schema', 'util') }),
  room('read', { reaches: lib('read', 'store', 'schema', 'util'), packages: /^rxjs$/ }),
  room('cache', {
    reaches: lib('cache', 'read', 'store', 'schema', 'util'),
    packages: /^(rxjs|@angular\/(core(\/.+)?|common))$/,
  }),
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
  ...['src', 'server', 'benchmarks', 'e2e'].map(outside),
];

const exempt = [
  /\.spec\.ts$/,
  new RegExp(`^${library}/spec/`),
  new RegExp(`^${library}/schematics/`),
];

function room(name, { reaches, packages = /^$/ }) {
  return { name: `${name}/`, at: `${library}/src/lib/${name}`, reaches, packages };
}

/** An entry point knows the primary one by its package name only. */
function entryPoint(name, packages) {
  const at = `${library}/${name}`;
  return { name: `the entry point ngx-cache-query/${name}`, at, reaches: [at], packages };
}

/** Code that uses the library as an application does: by package name, with no path into it. */
function outside(folder) {
  const packages =
    /^(?!ngx-cache-query(\/|$))|^ngx-cache-query(\/(rest|streams|views|extensions))?$/;
  return { name: `${folder}/`, at: folder, forbidden: [library, 'dist'], packages };
}

const isWithin = (path, place) => path === place || path.startsWith(`${place}/`);

/** Why `file` may not import `specifier`; undefined when it may. Both paths are relative to the workspace, with slashes. */
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

/** Whether `file` lies among the layers without being in any of them. */
function isHomeless(file) {
  return (
    isWithin(file, library) &&
    file.endsWith('.ts') &&
    !exempt.some((pattern) => pattern.test(file)) &&
    !rooms.some(({ at }) => isWithin(file, at))
  );
}

const imports = {
  meta: { type: 'problem', schema: [], docs: { description: 'Keeps the layers of the library.' } },
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
            message: `${file} is in no layer: give its folder a room in scripts/eslint-layers.mjs.`,
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
