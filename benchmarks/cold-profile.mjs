// Shows why the first calls take long: how many functions V8 compiles during each step of the workload `cold`, and how
// long that takes.
//
//   node benchmarks/cold-profile.mjs            prints the tables
//   node benchmarks/cold-profile.mjs --write    also writes them to README.md
//
// V8 logs when it parses a function or creates its bytecode or its baseline code, and how long that takes. A step
// begins in the log when the function that runs the step is compiled. Each number is the median of several processes.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapterInfo } from './adapters/names.mjs';
import { bundle, root } from './bundle.mjs';
import { count, row } from './format.mjs';
import { calls } from './workloads/cold.mjs';

const adapters = ['hand', 'ours', 'data-client'];
const sizes = [100, 1_000];
const processes = 9;
/** The events in which the main thread compiles. `full-parse` is a part of `parse-function`. */
const compiling = new Set(['parse-function', 'interpreter', 'baseline']);
const log = join(root, 'temp', 'bench', 'functions.log');
const readme = join(import.meta.dirname, 'README.md');

const programs = await bundle(adapters);
const tables = sizes.map((n) => tableOf(n)).join('\n\n');
console.log(tables);
if (process.argv.includes('--write')) {
  const text = readFileSync(readme, 'utf8');
  const part = /(<!-- cold profile -->\n)[\s\S]*(<!-- \/cold profile -->)/;
  writeFileSync(
    readme,
    text.replace(part, (_, before, after) => `${before}\n${tables}\n\n${after}`),
  );
}

function tableOf(n) {
  const steps = ['create', 'ingest', 'subscribe', 'update'];
  const columns = adapters.map((adapter) => {
    const runs = Array.from({ length: processes }, () => profile(programs.get(adapter), n));
    return steps.map((step) => {
      const of = (name) => median(runs.map((run) => run[step][name]));
      return `${of('functions')}; ${of('compile').toFixed(2)} of ${of('all').toFixed(2)} ms`;
    });
  });
  return [
    row(`${count(n)} rows`, ...adapters.map((name) => adapterInfo[name].title)),
    row('---', ...adapters.map(() => '---')),
    ...steps.map((step, at) => row(step, ...columns.map((column) => column[at]))),
  ].join('\n');
}

/**
 * Returns the compiled functions of each step, the milliseconds that were spent on compiling, and the milliseconds of
 * the whole step.
 */
function profile(program, n) {
  rmSync(log, { force: true });
  const task = JSON.stringify({ workload: 'cold', n, kind: 'int', budget: {} });
  const flags = ['--expose-gc', '--log-function-events', `--logfile=${log}`];
  const out = execFileSync(
    process.execPath,
    [...flags, '--no-logfile-per-isolate', program, task],
    { encoding: 'utf8' },
  );
  const events = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('function,'))
    .map((line) => line.split(','))
    .map(([, kind, script, start, end, time, at, name]) => ({
      kind,
      place: `${script} ${start} ${end}`,
      time: Number(time),
      at: Number(at),
      name,
    }));
  const taken = out
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
  return Object.fromEntries(
    taken.map(({ step, samples: [all] }) => {
      const begin = events.find(
        ({ kind, name }) => kind === 'interpreter' && name === calls[step],
      ).at;
      const during = events.filter(
        ({ kind, at }) => compiling.has(kind) && at >= begin && at < begin + all,
      );
      const compile = during.reduce((sum, { time }) => sum + time, 0);
      const functions = new Set(during.map(({ place }) => place)).size;
      return [step, { functions, compile, all: all / 1e3 }];
    }),
  );
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
