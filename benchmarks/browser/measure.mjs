// What is done in the browser: times of actions, and the heap.
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const { browserEnv, browserFlags, findBrowser } = createRequire(import.meta.url)(
  '../../scripts/browser.cjs',
);

const MOUNTS = 20;

export function launch() {
  const executablePath = findBrowser();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...browserEnv(executablePath) },
    args: [...browserFlags, '--js-flags=--expose-gc'],
  });
}

/** A page with the application of a variant, for `use`; what goes wrong in it fails. */
export async function withPage(browser, url, use) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  try {
    await page.goto(url);
    await page.waitForFunction('globalThis.bench');
    const result = await use(page);
    if (errors.length > 0) throw new Error(errors.join('; '));
    return result;
  } finally {
    await page.close();
  }
}

/** Times of an action, in milliseconds. */
export function timesOf(page, { action, size }, { samples, warmUp }) {
  return page.evaluate(
    ([name, rows, count, before]) => globalThis.bench.run(name, rows, count, before),
    [action, size, samples, warmUp],
  );
}

/**
 * The bytes on the heap over those of the application before it showed anything: after the page was mounted, filled and
 * unmounted once, twice, and 20 times.
 */
export async function heapOf(page, size) {
  const client = await page.context().newCDPSession(page);
  const used = async () => {
    for (let i = 0; i < 3; i++) await client.send('HeapProfiler.collectGarbage');
    return (await client.send('Runtime.getHeapUsage')).usedSize;
  };
  await page.evaluate(() => globalThis.bench.open());
  const empty = await used();
  const heap = {};
  for (let i = 1; i <= MOUNTS; i++) {
    await page.evaluate((rows) => globalThis.bench.mountAndUnmount(rows), size);
    if (i === 2 || i === MOUNTS) heap[i] = (await used()) - empty;
  }
  await page.evaluate(() => globalThis.bench.close());
  return { held: heap[MOUNTS], grown: heap[MOUNTS] - heap[2] };
}
