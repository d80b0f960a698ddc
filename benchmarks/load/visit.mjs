// One visit to a page, with a browser context that has never opened it.
const PATIENCE = 60_000;

/** Resolves with the time of the mark, even if the page has already set it. */
const painted = `new Promise((resolve, reject) => {
  setTimeout(reject, ${PATIENCE}, new Error('The list was not painted.'));
  new PerformanceObserver((list) => {
    const [mark] = list.getEntriesByName('painted');
    if (mark) resolve(mark.startTime);
  }).observe({ type: 'mark', buffered: true });
})`;
const requested = `performance.getEntriesByType('resource')
  .find(({ name }) => /\\/(api|graphql)\\b/.test(name))`;

/**
 * Returns milliseconds since the start of the navigation. `requested`: the application requests the rows. `received`:
 * it has received them. `painted`: the browser presents them. The context is new, so the visit finds no cache, compiled
 * code or process of an earlier visit. The empty page that is opened first starts the process.
 */
export async function visit(browser, { origin }, name, slowdown) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/empty`);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(`${origin}/${name}/`, { waitUntil: 'commit' });
    const evaluate = async (expression) => {
      // Playwright's `evaluate` would first run its own script in the page.
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', options);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'failed');
      return result.value;
    };
    const end = await evaluate(painted);
    const { startTime, responseEnd } = await evaluate(`(${requested}).toJSON()`);
    return { requested: round(startTime), received: round(responseEnd), painted: round(end) };
  } finally {
    await context.close();
  }
}

function round(milliseconds) {
  return Math.round(milliseconds * 10) / 10;
}
