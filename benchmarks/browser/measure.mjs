// Measures action times and the heap size in the browser.
import { createRequire } from 'node:module';
import { chromium } from '@playwright/test';

const { browserEnv, browserFlags, findBrowser } = createRequire(import.meta.url)(
  '../../scripts/browser.cjs',
);

const MOUNTS = 20;
const WARM_UP = 3;

export function launch() {
  const executablePath = findBrowser();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...browserEnv(executablePath) },
    args: [...browserFlags, '--js-flags=--expose-gc'],
  });
}

/** Calls `use` with a page that shows the application of a variant. Fails if an error occurs in the page. */
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

/** Returns the times of an action in milliseconds. */
export function timesOf(page, { action, size }, { samples, warmUp }) {
  return page.evaluate(
    ([name, rows, count, before]) => globalThis.bench.run(name, rows, count, before),
    [action, size, samples, warmUp],
  );
}

/**
 * Returns the growth of the heap in bytes after the page was mounted, filled and unmounted 20 times, and the part of it
 * that was added since the second time. The store is kept, as in an application. The code itself does not count,
 * because another store has already warmed it up.
 */
export async function heapOf(page, size) {
  const used = await heapUsed(page);
  const open = () => page.evaluate(() => globalThis.bench.open());
  const close = () => page.evaluate(() => globalThis.bench.close());
  const mount = () => page.evaluate((rows) => globalThis.bench.mountAndUnmount(rows), size);
  await open();
  for (let i = 0; i < WARM_UP; i++) await mount();
  await close();
  await open();
  const empty = await used();
  const heap = {};
  for (let i = 1; i <= MOUNTS; i++) {
    await mount();
    if (i === 2 || i === MOUNTS) heap[i] = (await used()) - empty;
  }
  await close();
  return { held: heap[MOUNTS], grown: heap[MOUNTS] - heap[2] };
}

/** Returns a function that collects the garbage of a page, and returns the size of its heap in bytes. */
export async function heapUsed(page) {
  const client = await page.context().newCDPSession(page);
  return async () => {
    for (let i = 0; i < 3; i++) await client.send('HeapProfiler.collectGarbage');
    return (await client.send('Runtime.getHeapUsage')).usedSize;
  };
}
