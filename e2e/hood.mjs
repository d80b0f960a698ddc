import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** The content of the cache, and its subscribers. */
export async function checkHood(run, browser, url) {
  run.heading('Under the hood');
  const demo = await DemoPage.open(browser, url, { path: '/board' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const card = page.locator('app-issue-card').first();
  await card.waitFor();

  await check('shows all of it under the hood', async () => {
    await demo.goTo('Under the hood');
    const tables = await demo.tables();
    assert.deepEqual(
      [tables.Issue, tables.Project, tables.Label, tables.User],
      ['300', '8', '12', '240'],
    );
    await page.locator('label:has([data-table="Project"])').click();
    await page.getByLabel('Rows that contain').fill('paym');
    const rows = page.getByRole('region', { name: 'Rows of Project' }).getByRole('listitem');
    await eventually(() => rows.count(), 1);
    assert.ok(Number(await page.locator('app-cache-tiles dd').first().innerText()) >= 560);
  });
  await check(
    'lists the live queries: their subscribers, how often they ran, and how long',
    async () => {
      const rows = page.getByRole('region', { name: 'Results that are kept' }).getByRole('row');
      const query = async (name) => {
        const texts = await rows
          .filter({ hasText: name })
          .first()
          .getByRole('cell')
          .allInnerTexts();
        return texts.map(Number);
      };
      const idle = page.locator('app-live-queries tr.idle');
      const [subscribers, runs, ms] = await query('countOpenIssues()');
      // The clock of a browser is coarse: a short run may take no time at all.
      assert.ok(subscribers === 1 && runs > 0 && ms >= 0, [subscribers, runs, ms].join());
      assert.equal((await query("filteredIssues({ status: 'done' })"))[0], 0);
      assert.ok((await idle.count()) > 3);

      await demo.goTo('Board');
      await card.locator('[data-way="→"]').click();
      await page.getByRole('status').getByText('is in').waitFor();
      await demo.goTo('Under the hood');
      const isMore = (now) => now > runs;
      await eventually(async () => (await query('countOpenIssues()'))[1], isMore);
      // What was read since the last sweep outlives this one.
      await demo.button('Sweep').click();
      await demo.button('Sweep').click();
      await eventually(() => idle.count(), 0);
      assert.equal((await query('countOpenIssues()'))[0], 1);
    },
  );
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}
