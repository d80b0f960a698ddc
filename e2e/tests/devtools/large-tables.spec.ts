import { expect, test } from '../../fixtures/test';

/** An event of a trace of Chromium. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The processor time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

// A table with 100,000 rows, of which up to 200 change per second in one commit per frame.
test('scrolls, searches and sorts 100,000 rows without a long task', async ({
  browser,
  page,
  demo,
}) => {
  test.setTimeout(90_000);
  await page.goto('/scale');
  await demo.button('Load 100,000').click();
  await expect(demo.count('rows')).toHaveText('100,000 issues', { timeout: 30_000 });
  await demo.openDevtools('Tables');
  await page.getByRole('combobox', { name: 'Cache', exact: true }).selectOption('scale');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '100001');
  await demo.choose('Edits per second, of one row each', '200');
  await expect(demo.count('commits')).toHaveText(/\d\d/);

  /**
   * Returns the longest task of the page while something happens, in milliseconds of its own processor time. A task that
   * waits for a busy processor is not longer for it.
   */
  const longestTask = async (act: () => Promise<void>) => {
    await browser.startTracing(page, {
      categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
    });
    await act();
    const trace = (await browser.stopTracing()).toString();
    const { traceEvents: events } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
    const mains = new Set(
      events
        .filter(({ args, name }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = events.filter(
      ({ name, pid, tdur, tid }) =>
        tdur !== undefined && /RunTask$/.test(name) && mains.has(`${pid} ${tid}`),
    );
    expect(tasks.length).toBeGreaterThan(50);
    return Math.max(...tasks.map(({ tdur }) => tdur! / 1_000));
  };

  const scrolling = await longestTask(() =>
    grid.evaluate(async (box) => {
      for (let step = 0; step < 120; step++) {
        box.scrollTop += step % 10 === 9 ? 200_000 : 300;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }),
  );
  expect(scrolling).toBeLessThanOrEqual(50);

  const sorting = await longestTask(async () => {
    await page.getByRole('columnheader', { name: 'title' }).getByRole('button').click();
    await expect(page.getByRole('columnheader', { name: 'title' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.getByRole('searchbox', { name: /^Search Rows/ }).fill('webhooks');
    await expect(page.getByText(/^[\d,]+ of 100,000$/)).toBeVisible();
    await expect(grid).not.toHaveAttribute('aria-rowcount', '100001');
  });
  expect(sorting).toBeLessThanOrEqual(50);
});
