// One visit of a page by a browser that has never seen it.
const PATIENCE = 60_000;

/** Resolves with the time of the mark, also if the page has set it already. */
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
 * Milliseconds since the start of the navigation: `requested` when the application requests the rows, `received` when it
 * has them, `painted` when the browser presents them. The context is new, so that the visit finds no cache, no compiled
 * code and no process of an earlier one. The empty page before it starts the process.
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
      // Playwright's own `evaluate` would first run a script of its own in the page.
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
