// Runs random histories of the core in Node, on the sources of an edition:
// node scripts/histories.mjs --seed 1 --count 1000 --source projects/ngx-cache-query/next [--steps 100] [--short 0] [--oracle] [--dev]
import { JavaScriptTransformer } from '@angular/build/private';
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const library = resolve(import.meta.dirname, '../projects/ngx-cache-query');
const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');
const text = (value) => ({ type: 'string', default: value });
const flag = { type: 'boolean', default: false };
const options = { seed: text('1'), count: text('1000'), steps: text('100'), source: text(library) };
const { values } = parseArgs({
  options: { ...options, short: { type: 'string' }, oracle: flag, dev: flag },
});
const spec = (file) => join(library, 'spec', file);

/** The file of an entry point. The sources of version 2 import each other by name. */
function fileOf(path, importer) {
  const [name, entry = ''] = path.split('/');
  const isOwn = /[\\/](spec|next)[\\/]/.test(importer.slice(library.length));
  const source = name.endsWith('-v2') || !isOwn ? library : resolve(values.source);
  const isV2 = source === library;
  if (name.endsWith('-edition')) return spec(isV2 ? 'support/edition.ts' : 'next/edition.ts');
  if (name.endsWith('-internals'))
    return isV2 ? spec('support/internals.ts') : spec('next/internals.ts');
  const places = isV2 ? [join(library, entry, 'src')] : [join(source, entry), source];
  return places.map((folder) => join(folder, 'public-api.ts')).find(existsSync);
}

const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: false });
const linked = async ({ path }) => ({
  contents: await transformer.transformFile(path),
  loader: 'js',
});
const setup = (build) => {
  build.onResolve({ filter: /^ngx-cache-query/ }, ({ path, importer }) => ({
    path: fileOf(path, importer),
  }));
  build.onLoad({ filter: /@angular\/.*\.mjs$/ }, linked);
};
const outfile = join(mkdtempSync(join(tmpdir(), 'histories-')), 'histories.mjs');
await esbuild.build({
  entryPoints: [spec(`models/core-histories/run${values.oracle ? '-with-oracle' : ''}.ts`)],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'es2022',
  sourcemap: 'inline',
  mainFields: ['module', 'main'],
  define: { ngDevMode: String(values.dev), ...(values.short && { SHORT_LIST: values.short }) },
  plugins: [{ name: 'editions', setup }],
  tsconfigRaw: {
    compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
  },
});
await transformer.close();
process.setSourceMapsEnabled(true);
const { runAll } = await import(pathToFileURL(outfile).href);
const [seed, count, steps] = [values.seed, values.count, values.steps].map(Number);
process.exit(runAll(seed, count, steps) === 0 ? 0 : 1);
