// Runs random histories of the core in Node, on the sources of an edition:
// node scripts/histories.mjs --seed 1 --count 1000 --source projects/ngx-cache-query/next [--steps 100] [--oracle] [--dev]
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
const { values } = parseArgs({ options: { ...options, oracle: flag, dev: flag } });
const spec = (file) => join(library, 'spec', file);

/** Entry points of another edition are in its folder or in a folder of this name. Its main one may contain them. */
function fileOf(path) {
  const [name, entry = ''] = path.split('/');
  const source = resolve(name.endsWith('-v2') ? library : values.source);
  const isV2 = source === library;
  if (name.endsWith('-edition')) return spec(`support/edition${isV2 ? '' : '-3'}.ts`);
  const places = isV2 ? [join(library, entry, 'src')] : [join(source, entry), source];
  return places.map((folder) => join(folder, 'public-api.ts')).find(existsSync);
}

const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: false });
const linked = async ({ path }) => ({
  contents: await transformer.transformFile(path),
  loader: 'js',
});
const setup = (build) => {
  build.onResolve({ filter: /^ngx-cache-query/ }, ({ path }) => ({ path: fileOf(path) }));
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
  define: { ngDevMode: String(values.dev) },
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
