// One visit to a page, with a browser context that has never opened it.
const PATIENCE = 60_000;

/** Resolves with the time of the mark, even if the page has already set the mark. */
const painted = `new Promise((resolve, reject) => {
  setTimeout(reject, ${PATIENCE}, new Error('The list was not painted.'));
  new PerformanceObserver((list) => {
    const [mark] = list.getEntriesByName('painted');
    if (mark) resolve(mark.startTime);
  }).observe({ type: 'mark', buffered: true });
})`;
const evaluated = `performance.getEntriesByName('evaluated')[0].startTime`;
const requested = `performance.getEntriesByType('resource')
  .find(({ name }) => /\\/(api|graphql)\\b/.test(name))`;

/**
 * Returns milliseconds since the start of the navigation. `evaluated`: the first statement of the application runs.
 * `requested`: the application requests the rows. `received`: the application has received the rows. `painted`: the
 * browser presents the rows. The context is new, so the visit finds no cache, compiled code or process from an earlier
 * visit. An empty page is opened first, to start the process.
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
    return {
      evaluated: round(await evaluate(evaluated)),
      requested: round(startTime),
      received: round(responseEnd),
      painted: round(end),
    };
  } finally {
    await context.close();
  }
}

function round(milliseconds) {
  return Math.round(milliseconds * 10) / 10;
}
