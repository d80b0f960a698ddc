// `npm run size` measures how much code an application downloads for each part of the packed library, and checks that
// bundles do not contain parts that they do not import.
//
// esbuild bundles the files of the tarball as an optimized `ng build` does. Angular's own transformer links partial
// declarations, and adds pure annotations to top-level calls and static members. esbuild also minifies the code and
// removes the code of dev mode. Angular and rxjs are not included, because every application has them. path-to-regexp
// is included.
//
//   npm run size               compares the sizes with goldens/sizes.json, as `npm test` does
//   npm run size -- --write    writes goldens/sizes.json and the table of docs/bundle-size.md. A limit becomes 2 % more
//                              than the size, if that is less than before or if the size exceeds the limit
//
// docs/bundle-size.md has a second table, for whole applications. `npm run size:apps` measures them, because that
// requires builds. This script only compares that table with benchmarks/load/sizes.json.
import { JavaScriptTransformer } from '@angular/build/private';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { appsFile, appsMarks, appsTable } from './app-sizes.mjs';
import { pack, root } from './packed.mjs';
import { bundles, developmentTexts, markers, sizeTable } from './sizes.mjs';

const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');

const write = process.argv.includes('--write');
const golden = join(root, 'goldens', 'sizes.json');
const page = join(root, 'docs', 'bundle-size.md');
const folder = unpack();
const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: true });
const transformed = new Map();
const problems = [];
const sizes = {};
const limits = JSON.parse(readFileSync(golden, 'utf8'));

for (const { name, imports, parts, goal, isReached } of bundles) {
  const text = await bundle(codeOf(imports));
  const brotli = brotliCompressSync(text).length;
  const before = limits[name]?.limit ?? 0;
  const fitting = Math.ceil(brotli * 1.02);
  const limit = write && (brotli > before || fitting < before) ? fitting : before;
  sizes[name] = { minified: text.length, brotli, limit };
  console.log(
    [name.padEnd(20), bytes(text.length), 'minified', bytes(brotli), 'brotli, limit', bytes(limit)]
      .concat(goal ? [`goal ${bytes(goal)} ${brotli <= goal ? 'reached' : 'not reached'}`] : [])
      .join(' '),
  );
  if (brotli > limit) problems.push(`${name} exceeds its limit: ${brotli} > ${limit} bytes.`);
  if (isReached && brotli > goal) {
    problems.push(`${name} no longer reaches its goal: ${brotli} > ${goal} bytes.`);
  }
  for (const [part, marker] of Object.entries(markers)) {
    const [isIn, mayBeIn] = [text.includes(marker), parts.includes(part)];
    if (isIn && !mayBeIn)
      problems.push(`${name} contains ${part} ("${marker}"), but does not use it.`);
    if (!isIn && mayBeIn) {
      problems.push(`${name} does not contain "${marker}": the marker of ${part} is out of date.`);
    }
  }
  for (const marker of developmentTexts) {
    if (text.includes(marker)) problems.push(`${name} contains a text of dev mode: "${marker}".`);
  }
}
await transformer.close();

const sources = ['ngx-cache-query', 'ngx-cache-query-rest', 'ngx-cache-query-views']
  .map((name) => readFileSync(join(folder, 'fesm2022', `${name}.mjs`), 'utf8'))
  .join('\n');
for (const marker of developmentTexts) {
  if (!sources.includes(marker)) {
    problems.push(
      `The package does not contain "${marker}": this marker of dev mode is out of date.`,
    );
  }
}

const marks = /(<!-- sizes -->\n)[^]*?(<!-- \/sizes -->)/;
const before = readFileSync(page, 'utf8');
const after = before.replace(
  marks,
  (_, start, end) => start + sizeTable(write ? sizes : limits) + end,
);
if (write) {
  mkdirSync(join(root, 'goldens'), { recursive: true });
  writeFileSync(golden, `${JSON.stringify(sizes, null, 2)}\n`);
  writeFileSync(page, after);
} else if (before !== after) {
  problems.push(
    'docs/bundle-size.md differs from goldens/sizes.json: run `npm run size -- --write`.',
  );
}
const apps = appsTable(JSON.parse(readFileSync(join(root, appsFile), 'utf8')));
if (appsMarks.exec(after)?.[0] !== `<!-- apps -->\n${apps}<!-- /apps -->`) {
  problems.push(
    `docs/bundle-size.md differs from ${appsFile}: run \`npm run size:apps -- --write\`.`,
  );
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;

/**
 * Returns code that uses the imports, so that a bundler keeps them: `{ 'ngx-cache-query': ['Entity', 'schema.All'] }`.
 */
function codeOf(imports) {
  return Object.entries(imports)
    .map(([module, names], i) => {
      if (names === '*') return `export * from '${module}';`;
      const uses = names.map((name, n) => `export const x${i}_${n} = ${name};`);
      const roots = new Set(names.map((name) => name.split('.')[0]));
      return `import { ${[...roots].join(', ')} } from '${module}';\n${uses.join('\n')}`;
    })
    .join('\n');
}

/** Unpacks the tarball to a folder where its imports of Angular, rxjs and its own dependencies can be resolved. */
function unpack() {
  const at = join(root, 'temp', 'size', 'node_modules', 'ngx-cache-query');
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at, { recursive: true });
  execFileSync('tar', ['-xzf', pack().tarball, '-C', at, '--strip-components=1']);
  return at;
}

function bytes(count) {
  return count.toLocaleString('en').padStart(7);
}

async function bundle(contents) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: join(folder, '..', '..'), loader: 'js' },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    tsconfigRaw: {}, // the configuration of the workspace would resolve imports to the sources
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
  build.onLoad({ filter: /\.m?js$/ }, async ({ path }) => {
    if (!transformed.has(path)) {
      const options = { sideEffects: async () => false };
      transformed.set(path, transformer.transformFile(path, options));
    }
    return { contents: await transformed.get(path), loader: 'js' };
  });
}
