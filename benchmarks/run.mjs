// What a write and a read cost, and how that grows with the number of entities.
//
//   npm run bench                 measures and prints a table
//   npm run bench -- --quick      fewer samples
//   npm run bench -- --write      also puts the table into benchmarks/README.md
//
// The built library is bundled as an optimized `ng build` does it (linked, without development code), and each N runs in
// a Node of its own. The exit code says whether it worked, never how fast it was.
import { JavaScriptTransformer } from '@angular/build/private';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { exponent } from './measure.mjs';

const root = resolve(import.meta.dirname, '..');
const library = join(root, 'dist', 'ngx-cache-query');
const report = join(import.meta.dirname, 'README.md');
const bundled = join(root, 'temp', 'bench', 'workloads.mjs');
const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');

const sizes = [1_000, 10_000, 100_000];
const isQuick = process.argv.includes('--quick');
const budget = isQuick ? { samples: 15, milliseconds: 100 } : { samples: 101, milliseconds: 2_000 };

if (!isBuilt()) {
  console.log('Building the library ...');
  run(join(root, 'node_modules', '@angular', 'cli', 'bin', 'ng.js'), 'build', 'ngx-cache-query');
}
await bundle();

const costs = [];
for (const n of sizes) {
  console.log(`N = ${show(n)} ...`);
  const line = run('--expose-gc', bundled, String(n), JSON.stringify(budget));
  costs.push(JSON.parse(line));
}

const text = [machine(), '', ...table()].join('\n');
console.log(`\n${text}`);
if (process.argv.includes('--write')) {
  const [before, after] = [/^[\s\S]*<!-- results -->\n/, /<!-- \/results -->[\s\S]*$/].map(
    (part) => part.exec(readFileSync(report, 'utf8'))[0],
  );
  writeFileSync(report, `${before}\n${text}\n\n${after}`);
}

/** Whether the built library is younger than its sources. */
function isBuilt() {
  const manifest = join(library, 'package.json');
  if (!existsSync(manifest)) return false;
  const built = statSync(manifest).mtimeMs;
  const sources = globSync('projects/ngx-cache-query/**/*.ts', { cwd: root });
  return sources.every(
    (file) => /\.spec\.ts$/.test(file) || statSync(join(root, file)).mtimeMs < built,
  );
}

/** The workloads with the built library and what it needs of Angular and rxjs, in production mode. */
async function bundle() {
  mkdirSync(join(root, 'temp', 'bench'), { recursive: true });
  const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: true });
  const link = (build) =>
    build.onLoad({ filter: /(ngx-cache-query|@angular)\/.*\.mjs$/ }, async ({ path }) => ({
      contents: await transformer.transformFile(path, { sideEffects: async () => false }),
      loader: 'js',
    }));
  await esbuild.build({
    entryPoints: [join(import.meta.dirname, 'workloads.mjs')],
    outfile: bundled,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    tsconfigRaw: {}, // not the workspace's: its paths lead to the sources
    alias: { 'ngx-cache-query': library },
    mainFields: ['module', 'main'],
    conditions: ['es2015', 'module', 'production'],
    define: { ngDevMode: 'false', ngJitMode: 'false', ngI18nClosureMode: 'false' },
    plugins: [{ name: 'angular', setup: link }],
    logLevel: 'error',
  });
  await transformer.close();
}

/** Runs a program of Node's and gives what it printed. */
function run(...args) {
  return execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function machine() {
  const version = (name) =>
    JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
  const [{ model }] = cpus();
  return (
    `${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ` +
    `${process.platform}; Node ${process.versions.node}, Angular ${version('@angular/core')}, RxJS ${version('rxjs')}, ` +
    `in production mode${isQuick ? ', quick' : ''}. Medians.`
  );
}

function table() {
  const names = Object.keys(costs[0]);
  const rows = names.map((name) => {
    const medians = costs.map((of) => of[name]);
    const grows = exponent(sizes, medians).toFixed(2);
    return `| ${[name, ...medians.map(time), grows].join(' | ')} |`;
  });
  return [
    `| | ${sizes.map((n) => `N = ${show(n)}`).join(' | ')} | exponent |`,
    `| --- |${sizes.map(() => ' --: |').join('')} --: |`,
    ...rows,
  ];
}

function time(microseconds) {
  if (microseconds < 1) return `${(microseconds * 1e3).toFixed(0)} ns`;
  return microseconds < 1e3
    ? `${microseconds.toPrecision(3)} µs`
    : `${(microseconds / 1e3).toPrecision(3)} ms`;
}

function show(n) {
  return n.toLocaleString('en');
}
