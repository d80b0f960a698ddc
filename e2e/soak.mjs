// Leaves the Scale route of the built demo running with 200 updates a second, uses it now and then, and fails when
// what it holds grows, when a task takes over 50 ms, or when updates do not come.
//   node e2e/soak.mjs                  ten minutes (after `npm run build`)
//   node e2e/soak.mjs --minutes 2      less
//   node e2e/soak.mjs --prove          a minute each with a leak, a long task and a stream that ends: it must notice
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startServer } from './demo-server.mjs';
import { SoakPage } from './soak-page.mjs';
import { printHead, printSample, printSum } from './soak-report.mjs';
import { faultsOf } from './soak-verdict.mjs';

const { browserEnv, browserFlags, findBrowser } = createRequire(import.meta.url)(
  '../scripts/browser.cjs',
);
const rate = 200;
/** What must stay as it is; in minutes the heap as a whole too, when the engine has compiled all that it will. */
const flat = ['nodes', 'listeners'];
/** Milliseconds without use of the page, after each use. */
const restOfUse = 7_000;
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    prove: { type: 'boolean', default: false },
  },
});

const server = await startServer();
let browser;
try {
  const executablePath = findBrowser();
  browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...browserEnv(executablePath) },
    args: browserFlags,
  });
  process.exitCode = (options.prove ? await prove() : await soak()) ? 0 : 1;
} finally {
  await browser?.close();
  server.stop();
}

/** The run itself: after two minutes to warm up, a sample every half minute. */
async function soak() {
  const seconds = Number(options.minutes) * 60;
  const faults = await run({
    warmUp: 120,
    seconds,
    every: Math.min(30, seconds / 10),
    flat: ['heap', ...flat],
  });
  for (const fault of faults) console.log(`  FAILED  ${fault}`);
  console.log(faults.length === 0 ? '\npassed' : `\n${faults.length} failed`);
  return faults.length === 0;
}

/** Runs with and without something wrong: each is found, and nothing where there is nothing. */
async function prove() {
  const short = { warmUp: 40, seconds: 60, every: 5, flat };
  const cases = [
    ['nothing wrong', undefined, (faults) => faults.length === 0],
    ['a leak', 'leak', (faults) => faults.some((fault) => fault.startsWith('data is not flat'))],
    [
      'a task of 60 ms',
      'block',
      (faults) => faults.some((fault) => /^a task of [67]\d/.test(fault)),
    ],
    [
      'a stream that ends',
      'cut',
      (faults) => faults.some((fault) => /updates a second/.test(fault)),
    ],
  ];
  let missed = 0;
  for (const [name, fault, isCaught] of cases) {
    console.log(`\n${name}`);
    const faults = await run({ ...short, fault });
    const isRight = isCaught(faults);
    for (const each of faults) console.log(`      found: ${each}`);
    console.log(`  ${isRight ? 'ok' : 'FAILED'}  ${name}`);
    if (!isRight) missed++;
  }
  return missed === 0;
}

/** What one run finds wrong. */
async function run({ warmUp, seconds, every, flat, fault }) {
  const page = await SoakPage.open(browser, server.url, rate, fault);
  const begin = performance.now();
  const left = (second) => begin + second * 1_000 - performance.now();
  const wait = (milliseconds) => new Promise((done) => setTimeout(done, Math.max(0, milliseconds)));
  /** Uses the page every ten seconds until then. */
  const useUntil = async (second) => {
    do {
      await page.use();
      await wait(Math.min(restOfUse, left(second)));
    } while (left(second) > restOfUse);
    await wait(left(second));
  };
  for (let second = every; second <= warmUp; second += every) {
    await useUntil(second);
    await page.sample();
  }
  const data = [await page.data()];
  printHead();
  const samples = [];
  for (let second = 0; second <= seconds; second += every) {
    if (second > 0) await useUntil(warmUp + second);
    const sample = await page.sample();
    printSample(sample, samples[0], samples.at(-1));
    samples.push(sample);
    const isHalf = second <= seconds / 2 && second + every > seconds / 2;
    if (isHalf && fault === 'block') await page.block(60);
    if (isHalf && fault === 'cut') await page.cut();
  }
  const longTasks = await page.longTasks();
  data.push(await page.data());
  const result = {
    samples,
    data,
    longTasks,
    problems: page.problems(),
    rate,
    flat,
  };
  printSum(result);
  await page.close();
  return faultsOf(result);
}
