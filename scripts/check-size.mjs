// `npm run size`: what each import of the packed library costs an application, and what drops out when it is not used.
//
// The tarball's files are bundled with esbuild as an optimized `ng build` does it: through Angular's own transformer
// (linker of partial declarations, pure marks on top-level calls and static members), minified, without development code.
// Angular and rxjs stay outside: every application has them. tslib and path-to-regexp are counted.
//
//   npm run size               compares with goldens/sizes.json, as `npm test` does
//   npm run size -- --write    writes what was measured, with limits 10 % above
import { JavaScriptTransformer } from '@angular/build/private';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pack, root } from './packed.mjs';

const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');

/** Texts that only one part of the library has and that survive minification: names of properties, and literals. */
const markers = {
  rest: 'urlPrefix',
  view: 'toArray',
  'join of view': 'changeOther',
  'path-to-regexp': 'Unterminated quote',
};

/** Texts of development: in the package, in no bundle. */
const developmentTexts = [
  'Check that the schema describes',
  'The class wins',
  'may only derive a result',
  'would not be part of',
  'has no primary key',
  'because of a circular import',
  'Did you mean',
  'The response is empty',
  'belongs to urlPrefix',
  'belongs to searchParams',
  'Angular does not track it',
];

/** What is bundled, and which parts of `markers` it may hold. */
const entries = {
  core: {
    code: `
      import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
      export { CacheService, Entity, Query };
      export const All = schema.All;`,
    holds: [],
  },
  'core and rest': {
    code: `
      import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
      import { RestEndpoint } from 'ngx-cache-query/rest';
      export { CacheService, Entity, Query, RestEndpoint };
      export const All = schema.All;`,
    holds: ['rest', 'path-to-regexp'],
  },
  'core and view': {
    code: `
      import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
      import { countRows, limit, orderBy, view, where, whereEquals } from 'ngx-cache-query/views';
      export { CacheService, countRows, Entity, limit, orderBy, Query, view, where, whereEquals };
      export const All = schema.All;`,
    holds: ['view'],
  },
  everything: {
    code: `
      export * from 'ngx-cache-query';
      export * from 'ngx-cache-query/rest';
      export * from 'ngx-cache-query/streams';
      export * from 'ngx-cache-query/views';
      export * from 'ngx-cache-query/extensions';`,
    holds: Object.keys(markers),
  },
};

const write = process.argv.includes('--write');
const golden = join(root, 'goldens', 'sizes.json');
const folder = unpack();
const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: true });
const problems = [];
const sizes = {};
const limits = write ? {} : JSON.parse(readFileSync(golden, 'utf8'));

for (const [name, { code, holds }] of Object.entries(entries)) {
  const text = await bundle(code);
  const brotli = brotliCompressSync(text).length;
  sizes[name] = { minified: text.length, brotli, limit: Math.ceil(brotli * 1.1) };
  const limit = write ? sizes[name].limit : (limits[name]?.limit ?? 0);
  console.log(
    `${name.padEnd(16)} ${kib(text.length)} minified ${kib(brotli)} brotli, limit ${kib(limit)}`,
  );
  if (brotli > limit) {
    problems.push(`${name} grew over its limit: ${brotli} > ${limit} bytes.`);
  }
  for (const [part, marker] of Object.entries(markers)) {
    if (!holds.includes(part) && text.includes(marker)) {
      problems.push(`${name} holds ${part} ("${marker}"), which it does not use.`);
    }
    if (holds.includes(part) && !text.includes(marker)) {
      problems.push(`${name} does not hold "${marker}": the marker of ${part} is out of date.`);
    }
  }
  for (const marker of developmentTexts) {
    if (text.includes(marker)) problems.push(`${name} holds a text of development: "${marker}".`);
  }
}
await transformer.close();

const sources = ['ngx-cache-query', 'ngx-cache-query-rest', 'ngx-cache-query-views']
  .map((name) => readFileSync(join(folder, 'fesm2022', `${name}.mjs`), 'utf8'))
  .join('\n');
for (const marker of developmentTexts) {
  if (!sources.includes(marker)) {
    problems.push(
      `The package does not hold "${marker}": this marker of development is out of date.`,
    );
  }
}

if (write) {
  mkdirSync(join(root, 'goldens'), { recursive: true });
  writeFileSync(golden, `${JSON.stringify(sizes, null, 2)}\n`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;

/** Unpacks the tarball where its imports of Angular, rxjs and its own dependencies resolve. */
function unpack() {
  const at = join(root, 'temp', 'size', 'node_modules', 'ngx-cache-query');
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at, { recursive: true });
  execFileSync('tar', ['-xzf', pack().tarball, '-C', at, '--strip-components=1']);
  return at;
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(1).padStart(6)} KiB`;
}

async function bundle(contents) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: join(folder, '..', '..'), loader: 'js' },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    tsconfigRaw: {}, // not the workspace's: its paths lead to the sources
    target: 'es2022',
    conditions: ['es2020', 'es2015', 'module', 'production'],
    mainFields: ['es2020', 'es2015', 'module', 'main'],
    legalComments: 'none',
    define: { ngDevMode: 'false', ngJitMode: 'false', ngI18nClosureMode: 'false' },
    external: ['@angular/*', 'rxjs', 'rxjs/*'],
    plugins: [{ name: 'angular', setup: optimize }],
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

function optimize(build) {
  build.onLoad({ filter: /\.m?js$/ }, async ({ path }) => ({
    contents: await transformer.transformFile(path, { sideEffects: async () => false }),
    loader: 'js',
  }));
}
