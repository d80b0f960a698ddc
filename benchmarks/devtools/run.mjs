// Measures what the recorder of the devtools costs in dev mode: the same commits in caches with and without
// `withDevtools()`, in one process.
//
//   node benchmarks/devtools/run.mjs            prints the table
//   node benchmarks/devtools/run.mjs --quick    few samples, to find mistakes
//   node benchmarks/devtools/run.mjs --write    also writes the table to docs/guides/devtools.md
//
// The caches take turns, commit by commit, so that other activity on the machine affects both. Each time is a median. The
// memory is what the recorder adds to the heap with 500 commits, after a garbage collection.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JavaScriptTransformer } from '@angular/build/private';
import { createRequire } from 'node:module';
import { buildLibrary, library, root } from '../bundle.mjs';
import { count, row, time } from '../format.mjs';

const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');
const program = join(root, 'temp', 'bench', 'devtools.mjs');

buildLibrary();
await bundle();
const quick = process.argv.includes('--quick');
const answer = execFileSync(process.execPath, ['--expose-gc', program, quick ? '15' : '201'], {
  encoding: 'utf8',
  maxBuffer: 1e8,
});
const { steps, memory } = JSON.parse(answer);
const table = [
  row('commit', 'rows in the cache', 'without', 'with', 'ratio'),
  row('---', '---:', '---:', '---:', '---:'),
  ...steps.map(({ commit, size, without, recorded }) =>
    row(commit, count(size), time(without), time(recorded), (recorded / without).toFixed(1)),
  ),
].join('\n');
const text = `${table}\n\n500 commits of one row take ${Math.round(memory / 1024)} kB of memory.`;
console.log(text);
if (process.argv.includes('--write')) {
  const guide = join(root, 'docs', 'guides', 'devtools.md');
  const part = /(<!-- recorder -->\n)[\s\S]*(<!-- \/recorder -->)/;
  const before = readFileSync(guide, 'utf8');
  writeFileSync(
    guide,
    before.replace(part, (_, start, end) => `${start}\n${text}\n\n${end}`),
  );
}

/** Bundles the measuring program in dev mode, with the real devtools. */
async function bundle() {
  const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: false });
  const link = (build) =>
    build.onLoad({ filter: /(ngx-cache-query|@angular)\/.*\.mjs$/ }, async ({ path }) => ({
      contents: await transformer.transformFile(path),
      loader: 'js',
    }));
  const { exports } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));
  const fileOf = (entry) => join(library, exports[entry].development ?? exports[entry].default);
  await esbuild.build({
    entryPoints: [join(import.meta.dirname, 'program.mjs')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    tsconfigRaw: {}, // the configuration of the workspace would resolve imports to the sources
    alias: Object.fromEntries(
      ['', '/extensions', '/devtools'].map((entry) => [
        `ngx-cache-query${entry}`,
        fileOf(`.${entry}`),
      ]),
    ),
    mainFields: ['module', 'main'],
    conditions: ['es2015', 'module', 'development'],
    plugins: [{ name: 'angular', setup: link }],
    logLevel: 'error',
  });
  await transformer.close();
}
