import assert from 'node:assert/strict';
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
    await check(`shows a stream of edits in ${size}, and what each costs`, async () => {
      if (size !== '10,000') await demo.button(`Load ${size}`).click();
      await eventually(count, `${size} issues`, 30_000);
      await demo.choose(rates, '200');
      await page.waitForTimeout(1_500);
      const [ms, fps] = [
        await page.locator('[data-count=commit-ms]').innerText(),
        await page.locator('[data-count=fps]').innerText(),
      ];
      await page.getByRole('img', { name: /^The last \d\d commits: the slowest took/ }).waitFor();
      await demo.choose(rates, 'None');
      console.log(`      ${size}: ${ms} for a commit, ${fps} frames per second`);
      assert.match(ms, /^[\d.]+ ms$/);
      assert.ok(Number(fps) > 5);
    });
  }
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
  await check('the other pages never hear of it', async () => {
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
}
