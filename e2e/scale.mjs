import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** The label of the choice. */
const rates = 'Edits per second, of one row each';

/** Very many rows, live. */
export async function checkScale(run, browser, url) {
  run.heading('Scale');
  const demo = await DemoPage.open(browser, url, { path: '/scale' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const rows = page.locator('app-virtual-list li');
  const count = () => page.locator('[data-count=rows]').innerText();
  const shown = (name) => page.locator(`[data-count=${name}]`).innerText();
  const box = page.getByRole('region', { name: 'Rows of issues' });

  await check('loads ten thousand, and draws those in sight', async () => {
    await demo.button('Load 10,000').click();
    await eventually(count, '10,000 issues');
    assert.ok((await rows.count()) < 40);
  });
  await check('scrolls to the last of them', async () => {
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await rows.last().getByText('10000').waitFor();
    await box.evaluate((element) => element.scrollTo(0, 0));
  });
  await check('filters', async () => {
    await page.getByLabel('Title contains').fill('webhooks');
    await eventually(count, (text) => /^[1-9]\d{0,2} issues|^[1-3],\d{3} issues/.test(text));
    await page.getByLabel('Title contains').fill('');
    await eventually(count, '10,000 issues');
  });
  for (const size of ['10,000', '100,000']) {
    await check(`two hundred edits a second in ${size}: a commit per frame at most`, async () => {
      if (size !== '10,000') await demo.button(`Load ${size}`).click();
      await eventually(count, `${size} issues`, 30_000);
      await demo.choose(rates, '200');
      await page.getByRole('img', { name: /^The last \d\d commits: the slowest took/ }).waitFor();
      const { frames, commits, edits, seconds } = await page.evaluate(countFor, 2_000);
      const [ms, fps] = [await shown('commit-ms'), await shown('fps')];
      await demo.choose(rates, 'None');
      console.log(
        `      ${size}: ${(edits / seconds).toFixed(0)} rows and ${(commits / seconds).toFixed(0)} commits ` +
          `a second, ${ms} for a commit, ${fps} frames per second`,
      );
      assert.match(ms, /^[\d.]+ ms$/);
      assert.ok(Number(fps) > 5);
      // Some edits change a row to what it is, some the same row in one frame; a busy machine is late.
      assert.ok(edits / seconds > 60 && edits < 200 * (seconds + 1), `${edits} edits`);
      assert.ok(commits > 10 && commits <= frames + 1, `${commits} commits in ${frames} frames`);
    });
  }
  await check('a lost stream of edits is said, and goes on', async () => {
    const notice = page.getByRole('region', { name: 'Issues' }).getByRole('status');
    await demo.choose(rates, '50');
    await page.getByRole('region', { name: 'Issues' }).getByText('Live', { exact: true }).waitFor();
    await demo.choose('Network', 'Offline');
    await notice.getByText('Offline: reconnecting…').waitFor();
    const { edits } = await page.evaluate(countFor, 300);
    assert.equal(edits, 0);
    await demo.choose('Network', 'Normal');
    await notice.getByText('Offline: reconnecting…').waitFor({ state: 'detached' });
    await eventually(async () => (await page.evaluate(countFor, 300)).edits > 0, true);
    await demo.choose(rates, 'None');
    assert.equal((await page.evaluate(countFor, 300)).edits, 0);
  });
  await check(
    'keeps what is there when a smaller load fails, and tries just that again',
    async () => {
      await demo.choose('Network', 'Offline');
      await demo.button('Load 10,000').click();
      const alert = page.getByRole('alert').filter({ hasText: 'The issues did not come.' });
      await alert.waitFor();
      assert.equal(await count(), '100,000 issues');
      await demo.choose('Network', 'Normal');
      await alert.getByRole('button', { name: 'Try again' }).click();
      await eventually(count, '10,000 issues');
      await page.getByRole('status').getByText('10,000 issues are in the cache.').waitFor();
    },
  );
  await check('the other pages never receive it', async () => {
    await demo.goTo('Under the hood');
    await page.getByText('Nothing is cached.').waitFor();
  });
  await check('begins anew when one comes back, since its cache ended with the page', async () => {
    await demo.goTo('Scale');
    await page.getByText('Nothing is loaded yet.').waitFor();
    await demo.choose(rates, '200');
    await page.waitForTimeout(200);
    await page.getByText('Nothing is loaded yet.').waitFor();
    assert.equal(await rows.count(), 0);
    await demo.button('Load 10,000').click();
    await eventually(count, '10,000 issues');
  });
  await check('leaving gives the load up', async () => {
    const hold = await demo.hold('**/api/scale/**');
    await demo.button('Load 100,000').click();
    await page.getByText('100,000 issues: Asking the server…').waitFor();
    assert.equal(await count(), '10,000 issues');
    await demo.goTo('Under the hood');
    await page.locator('app-request-list').getByText('given up').waitFor();
    await hold.release();
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();

  await run.check('leaving the page, or choosing none, ends the stream at the server', () =>
    checkEnds(browser, url),
  );
}

/** The connections of the streams of edits, as they are between the browser and the server. */
async function checkEnds(browser, url) {
  const open = new Set();
  const proxy = createServer((client) => {
    const server = connect(new URL(url).port, '127.0.0.1');
    client.pipe(server).pipe(client);
    client.on('data', (data) => {
      if (/^GET \/api\/scale\/ticks\?n=10000&rate=(50|200) /.test(data)) open.add(server);
    });
    for (const end of [client, server]) end.on('error', () => undefined);
    // A browser may also break a connection off, which ends no pipe.
    client.on('close', () => server.destroy());
    server.on('close', () => open.delete(server));
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const demo = await DemoPage.open(browser, `http://localhost:${proxy.address().port}`, {
    path: '/scale',
  });
  try {
    const streams = (count) => eventually(() => open.size, count);
    await demo.button('Load 10,000').click();
    await demo.page.locator('[data-count=rows]').waitFor();
    await demo.choose(rates, '200');
    await streams(1);
    await demo.choose(rates, '50');
    await demo.page.waitForTimeout(300);
    await streams(1);
    await demo.choose(rates, 'None');
    await streams(0);
    await demo.choose(rates, '200');
    await streams(1);
    await demo.goTo('Under the hood');
    await streams(0);
  } finally {
    await demo.close();
    proxy.close();
  }
}

/** Runs in the page: what happens in so many milliseconds. */
async function countFor(time) {
  const read = (name) =>
    Number(document.querySelector(`[data-count=${name}]`).textContent.replaceAll(',', ''));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  const start = performance.now();
  const [commits, edits] = [read('commits'), read('edits')];
  let frames = 0;
  do {
    await frame();
    frames++;
  } while (performance.now() - start < time);
  return {
    frames,
    commits: read('commits') - commits,
    edits: read('edits') - edits,
    seconds: (performance.now() - start) / 1_000,
  };
}
