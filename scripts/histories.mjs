// Runs random histories of the core in Node, on the sources of an edition:
// node scripts/histories.mjs --seed 1 --count 1000 [--steps 100] [--source projects/ngx-cache-query/next]
//   [--edition projects/ngx-cache-query/spec/support/edition.ts] [--oracle] [--dev]
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { JavaScriptTransformer } from '@angular/build/private';

const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');
const library = resolve(import.meta.dirname, '../projects/ngx-cache-query');
const type = 'string';
const { values } = parseArgs({
  options: {
    ...{
      seed: { type, default: '1' },
      count: { type, default: '1000' },
      steps: { type, default: '100' },
    },
    ...{
      source: { type, default: `${library}/src` },
      edition: { type, default: `${library}/spec/support/edition.ts` },
    },
    ...{ oracle: { type: 'boolean', default: false }, dev: { type: 'boolean', default: false } },
    short: { type },
  },
});
const folderOf = (version, entry) =>
  entry && version === join(library, 'src') ? join(library, entry, 'src') : join(version, entry);
const fileOf = (version, entry) =>
  [folderOf(version, entry), version]
    .map((folder) => join(folder, 'public-api.ts'))
    .find(existsSync);
const resolveName = ({ path }) => {
  const [name, entry = ''] = path.split('/');
  if (name.endsWith('-internals'))
    return { path: join(resolve(values.source), 'spec-internals.ts') };
  if (name.endsWith('-edition')) return { path: resolve(values.edition) };
  return {
    path: fileOf(name.endsWith('-v2') ? join(library, 'src') : resolve(values.source), entry),
  };
};
const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: false });
const link = async ({ path }) => ({
  contents: await transformer.transformFile(path, { sideEffects: async () => false }),
  loader: 'js',
});
const setup = (build) => {
  build.onResolve({ filter: /^ngx-cache-query/ }, resolveName);
  build.onLoad({ filter: /@angular\/.*\.mjs$/ }, link);
};
const outfile = join(mkdtempSync(join(tmpdir(), 'histories-')), 'histories.mjs');
await esbuild.build({
  entryPoints: [
    join(library, 'spec/models/core-histories', values.oracle ? 'run-with-oracle.ts' : 'run.ts'),
  ],
  ...{
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    sourcemap: 'inline',
    plugins: [{ name: 'editions', setup }],
  },
  ...{
    mainFields: ['module', 'main'],
    conditions: ['es2015', 'module'],
    define: { ngDevMode: String(values.dev), ...(values.short && { SHORT_LIST: values.short }) },
  },
  tsconfigRaw: {
    compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
  },
});
await transformer.close();
process.setSourceMapsEnabled(true);
const { runAll } = await import(pathToFileURL(outfile).href);
process.exit(runAll(Number(values.seed), Number(values.count), Number(values.steps)) === 0 ? 0 : 1);
