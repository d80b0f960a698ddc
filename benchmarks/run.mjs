// Compares this library with published libraries and with floors.
//
//   npm run bench                       everything; takes about two hours
//   npm run bench -- --quick            N = 10,000 with integer ids, few samples, two processes at a time
//   npm run bench -- --write            also writes results.json, the tables of benchmarks/README.md and the charts
//   npm run bench -- --only cold --write    measures one workload again, and keeps the committed results of the others
//   npm run bench -- --only W4,W5 --with ours,hand,elf --sizes 1000,10000 --ids string --rounds 5
//   npm run bench -- --report --write   measures nothing: recreates the tables and charts from results.json
//
//   npm run bench -- --json FILE        also writes the results as rows, as benchmarks/baseline.mjs needs them
//
// Intermediate results are written to temp/bench/results.json. `--report --from temp/bench/results.json` shows them.
//
// Each combination of a library, a workload, N and a kind of id runs in its own process. The libraries take turns, and
// each round begins with a different library. The exit code is 0 if everything worked. It does not depend on the times.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { adapterNames } from './adapters/names.mjs';
import { buildLibrary, bundle, root } from './bundle.mjs';
import { writeCharts } from './charts.mjs';
import { runChild } from './children.mjs';
import { summary } from './collect.mjs';
import { machine, versions } from './machine.mjs';
import { guardReport } from './guard.mjs';
import { report, writeReport } from './report.mjs';
import { readResults, rowsOf, writeResults } from './results.mjs';
import { writeRows } from './rows.mjs';
import { prepareV2 } from './v2.mjs';
import workloads from './workloads/index.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    only: { type: 'string' },
    with: { type: 'string' },
    sizes: { type: 'string' },
    ids: { type: 'string' },
    rounds: { type: 'string' },
    from: { type: 'string' },
    json: { type: 'string' },
  },
});
const { quick } = options;
const list = (text, all) => text?.split(',') ?? all;
const adapters = list(options.with, adapterNames);
const names = list(options.only, Object.keys(workloads));
const sizes = list(options.sizes, quick ? ['10000'] : ['1000', '10000', '100000']).map(Number);
const kinds = list(options.ids, quick ? ['int'] : ['int', 'string']);
const rounds = Number(options.rounds ?? (quick ? 1 : 3));
const budget = quick
  ? { samples: 3, milliseconds: 12, warmUp: 25 }
  : { samples: 9, milliseconds: 150, warmUp: 150 };
const lanes = quick ? Math.min(2, availableParallelism()) : 1; // parallel processes
const seconds = quick ? 5 : 20; // for one step and its preparation
const file = join(import.meta.dirname, 'results.json');
const soFar = join(root, 'temp', 'bench', 'results.json');

const results = options.report ? readResults(options.from ?? file) : await measureAll();
console.log(`\n${report(results)}`);
if (!options.report && !quick && existsSync(file)) {
  console.log(`\n${guardReport(readResults(file), results)}`);
}
if (options.json) writeRows(options.json, 'node', rowsOf(results));
if (options.write) {
  const isPart = options.only !== undefined && existsSync(file);
  const all = isPart ? withPart(readResults(file), results) : results;
  writeResults(file, all);
  writeReport(all);
  writeCharts(all);
}
process.exitCode = results.failures.length > 0 ? 1 : 0;

async function measureAll() {
  buildLibrary();
  if (adapters.includes('v2')) prepareV2();
  const programs = await bundle(adapters);
  const told = [];
  const failures = [];
  for (const kind of kinds) {
    for (const n of [...new Set(names.flatMap(sizesOf))].sort((a, b) => a - b)) {
      for (const workload of names) {
        if (!sizesOf(workload).includes(n)) continue;
        const start = performance.now();
        await measureOne({ workload, n, kind, budget }, programs, told, failures);
        const took = ((performance.now() - start) / 1e3).toFixed(0);
        writeResults(soFar, resultsOf(told, failures));
        console.log(`${workload}, N = ${n.toLocaleString('en')}, ${kind} ids: ${took} s`);
      }
    }
  }
  for (const failure of failures) console.error(failure);
  return resultsOf(told, failures);
}

/**
 * Returns the sizes at which a workload is measured. If the workload defines sizes, these are its sizes that were
 * requested; otherwise, all requested sizes.
 */
function sizesOf(workload) {
  const { sizes: own } = workloads[workload];
  return own === undefined
    ? sizes
    : own.filter((n) => options.sizes === undefined || sizes.includes(n));
}

function resultsOf(told, failures) {
  const used = versions(adapters);
  return { ...machine(), quick, rounds, versions: used, failures, results: summary(told) };
}

/**
 * Returns the committed results, with the results of this run in place of the earlier ones. All results of a workload
 * come from one run.
 */
function withPart(before, { date, results, failures, versions: used }) {
  return {
    ...before,
    versions: { ...before.versions, ...used },
    later: { ...before.later, ...Object.fromEntries(names.map((workload) => [workload, date])) },
    failures: [...before.failures, ...failures],
    results: [...before.results.filter(({ workload }) => !names.includes(workload)), ...results],
  };
}

/** Runs all rounds of one workload. Each round begins with the next library. */
async function measureOne(task, programs, told, failures) {
  const isOut = new Set();
  const least = quick ? 1 : (workloads[task.workload].rounds ?? 1);
  for (let round = 0; round < Math.max(rounds, least); round++) {
    const queue = adapters.map((_, i) => adapters[(i + round) % adapters.length]);
    const lane = async () => {
      while (queue.length > 0) {
        const adapter = queue.shift();
        if (!isOut.has(adapter))
          await measureAdapter(adapter, task, programs, told, failures, isOut);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }
}

async function measureAdapter(adapter, task, programs, told, failures, isOut) {
  const { lines, failure } = await runChild(programs.get(adapter), task, seconds);
  const { workload, n, kind } = task;
  const key = { workload, n, kind, adapter };
  told.push(...lines.map((line) => ({ ...key, ...line })));
  if (failure === undefined) return;
  isOut.add(adapter);
  const steps = new Set(lines.map(({ step }) => step));
  const left = workloads[workload].steps.filter((step) => !steps.has(step));
  told.push(...left.map((step) => ({ ...key, step, why: failure })));
  if (!failure.startsWith('over')) {
    failures.push(`${adapter}, ${workload}, N = ${n}, ${kind} ids: ${failure}`);
  }
}
