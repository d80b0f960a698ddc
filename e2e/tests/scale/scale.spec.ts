import { Demo } from '../../fixtures/demo';
import { expect, test as base } from '../../fixtures/test';

class ScalePage extends Demo {
  /** The rows that are drawn. */
  readonly box = this.region('Rows of issues');
  readonly rows = this.box.getByRole('listitem');
  readonly connection = this.region('Issues').getByRole('status');

  async load(size: string): Promise<void> {
    await this.button(`Load ${size}`).click();
    await expect(this.count('rows')).toHaveText(`${size} issues`, { timeout: 30_000 });
  }

  chooseRate(rate: string): Promise<void> {
    return this.choose('Edits per second, of one row each', rate);
  }

  /** Returns what happens in the page during the given time, in milliseconds. */
  measure(time: number) {
    return this.page.evaluate(async (time) => {
      const read = (name: string) => {
        const text = document.querySelector(`[data-count=${name}]`)!.textContent;
        return Number(text.replaceAll(',', ''));
      };
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      const start = performance.now();
      const [commits, edits] = [read('commits'), read('edits')];
      let frames = 0;
      do {
        await frame();
        frames++;
      } while (performance.now() - start < time);
      const seconds = (performance.now() - start) / 1_000;
      return {
        frames,
        commits: read('commits') - commits,
        edits: read('edits') - edits,
        seconds,
      };
    }, time);
  }
}

const test = base.extend<{ scale: ScalePage }>({
  scale: ({ page }, use) => use(new ScalePage(page)),
});

test.beforeEach(({ page }) => page.goto('/scale'));

test('draws only the rows in sight, and scrolls to the last', async ({ scale }) => {
  await scale.load('10,000');
  expect(await scale.rows.count()).toBeLessThan(40);
  await scale.box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(scale.rows.last()).toContainText('10000');
  expect(await scale.rows.count()).toBeLessThan(40);
});

test('filters', async ({ page, scale }) => {
  await scale.load('10,000');
  await page.getByLabel('Title contains').fill('webhooks');
  await expect(scale.count('rows')).toHaveText(/^([1-9]\d{0,2}|[1-3],\d{3}) issues/);
  await page.getByLabel('Title contains').fill('');
  await expect(scale.count('rows')).toHaveText('10,000 issues');
});

for (const size of ['10,000', '100,000']) {
  test(`applies 200 edits a second to ${size} rows, with one commit per frame at most`, async ({
    page,
    scale,
  }, testInfo) => {
    await scale.load(size);
    await scale.chooseRate('200');
    await expect(
      page.getByRole('img', { name: /^The last \d\d commits: the slowest took/ }),
    ).toBeVisible();
    const { frames, commits, edits, seconds } = await scale.measure(2_000);
    const [ms, fps] = [
      await scale.count('commit-ms').innerText(),
      Number(await scale.count('fps').innerText()),
    ];
    const description = `${Math.round(edits / seconds)} rows and ${Math.round(commits / seconds)} commits a second, ${ms} for a commit, ${fps} frames a second`;
    testInfo.annotations.push({ type: 'measured', description });
    expect(ms).toMatch(/^[\d.]+ ms$/);
    expect(fps).toBeGreaterThan(5);
    // Some edits change nothing, and several may change the same row in the same frame. A busy computer makes fewer
    // edits.
    expect(edits / seconds).toBeGreaterThan(60);
    expect(edits).toBeLessThan(200 * (seconds + 1));
    expect(commits).toBeGreaterThan(10);
    expect(commits).toBeLessThanOrEqual(frames + 1);
  });
}

test('skips edits of rows that it does not have', async ({ page, scale }) => {
  const edits = [
    { id: 20_000, points: 1, status: 'todo' },
    { id: 1, points: 77, status: 'done' },
  ];
  await page.route('**/api/scale/ticks?*', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify(edits)}\n\n`,
    }),
  );
  await scale.load('10,000');
  await scale.chooseRate('10');
  await expect(scale.rows.first()).toContainText('77');
  await expect(scale.count('rows')).toHaveText('10,000 issues');
});

test('shows that the stream of edits is lost, and reconnects', async ({ scale, network }) => {
  await scale.load('10,000');
  await scale.chooseRate('50');
  await expect(scale.region('Issues').getByText('Live', { exact: true })).toBeVisible();
  await network.choose('Offline');
  await expect(scale.connection).toContainText('Offline: reconnecting…');
  expect((await scale.measure(300)).edits).toBe(0);
  await network.choose('Normal');
  await expect(scale.connection).not.toContainText('Offline');
  await expect.poll(async () => (await scale.measure(300)).edits).toBeGreaterThan(0);
  await scale.chooseRate('None');
  await expect.poll(async () => (await scale.measure(300)).edits).toBe(0);
});

test('keeps its rows when a smaller load fails', async ({ scale, network }) => {
  await scale.load('100,000');
  await network.choose('Offline');
  await scale.button('Load 10,000').click();
  await expect(scale.alert).toContainText('The issues could not be loaded.');
  await expect(scale.count('rows')).toHaveText('100,000 issues');
  await network.choose('Normal');
  await scale.alert.getByRole('button', { name: 'Try again' }).click();
  await expect(scale.count('rows')).toHaveText('10,000 issues');
  await expect(scale.status.getByText('10,000 issues are in the cache.')).toBeVisible();
});

test('has a cache of its own, which ends with the page', async ({ page, scale, requests }) => {
  await scale.load('10,000');
  await scale.goTo('Activity');
  await scale.goTo('Scale');
  await expect(page.getByText('Nothing is loaded yet.')).toBeVisible();
  // Without rows there are no edits to request.
  expect(await requests.during(() => scale.chooseRate('200'))).toEqual([]);
  await expect(page.getByText('Nothing is loaded yet.')).toBeVisible();
  await scale.load('10,000');
});

test('aborts a load when the user leaves', async ({ page, scale, network }) => {
  await scale.load('10,000');
  const hold = await network.hold('**/api/scale/**');
  await scale.button('Load 100,000').click();
  await expect(page.getByText('100,000 issues: Sending the request…')).toBeVisible();
  await expect(scale.count('rows')).toHaveText('10,000 issues');
  await scale.goTo('Activity');
  await expect(scale.region(/^Network log/)).toContainText('aborted');
  await hold.release();
});
