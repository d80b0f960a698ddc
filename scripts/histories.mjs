// Runs random histories of the core in Node, on the sources of the library:
// node scripts/histories.mjs --seed 1 --count 1000 [--steps 100] [--short 0] [--dev]
import { JavaScriptTransformer } from '@angular/build/private';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const library = resolve(import.meta.dirname, '../projects/ngx-cache-query');
const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');
const text = (value) => ({ type: 'string', default: value });
const { values } = parseArgs({
  options: {
    seed: text('1'),
    count: text('1000'),
    steps: text('100'),
    short: { type: 'string' },
    dev: { type: 'boolean', default: false },
  },
});

/** The files that the histories import by name, as in tsconfig.json. */
const files = {
  'ngx-cache-query': 'src/public-api.ts',
  'ngx-cache-query-internals': 'spec/support/internals.ts',
  'ngx-cache-query-edition': 'spec/support/edition.ts',
};

const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: false });
const linked = async ({ path }) => ({
  contents: await transformer.transformFile(path),
  loader: 'js',
});
const setup = (build) => {
  build.onResolve({ filter: /^ngx-cache-query/ }, ({ path }) => ({
    path: join(library, files[path]),
  }));
  build.onLoad({ filter: /@angular\/.*\.mjs$/ }, linked);
};
const folder = mkdtempSync(join(tmpdir(), 'histories-'));
const outfile = join(folder, 'histories.mjs');
await esbuild.build({
  entryPoints: [join(library, 'spec/models/core-histories/run.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'es2022',
  sourcemap: 'inline',
  mainFields: ['module', 'main'],
  define: { ngDevMode: String(values.dev), ...(values.short && { SHORT_LIST: values.short }) },
  plugins: [{ name: 'sources', setup }],
  tsconfigRaw: {
    compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
  },
});
await transformer.close();
process.setSourceMapsEnabled(true);
const { runAll } = await import(pathToFileURL(outfile).href);
rmSync(folder, { recursive: true });
const [seed, count, steps] = [values.seed, values.count, values.steps].map(Number);
process.exit(runAll(seed, count, steps) === 0 ? 0 : 1);
