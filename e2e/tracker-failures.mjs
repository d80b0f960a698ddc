import assert from 'node:assert/strict';
import { withoutViolations } from './accessibility.mjs';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** What goes wrong is said on the page, can be tried again, and loses nothing. */
export async function checkTrackerFailures(run, browser, url) {
  run.heading('The tracker when the network fails');
  const demo = await DemoPage.open(browser, url, { path: '/under-the-hood' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const alert = page.getByRole('alert').filter({ hasText: /\S/ });

  await check('has nothing to show before a page asked', async () => {
    await page.getByText('Nothing is cached.').waitFor();
    assert.deepEqual(demo.requests, []);
    await withoutViolations(demo);
  });
  await check('says that it is offline, and tries again', async () => {
    await demo.choose('Network', 'Offline');
    await demo.goTo('Activity');
    await alert.getByText('The activity could not be loaded. You are offline.').waitFor();
    await withoutViolations(demo);
    await demo.choose('Network', 'Normal');
    await demo.button('Try again').click();
    await page.locator('app-feed-entry').first().waitFor();
    assert.equal(await alert.count(), 0);
  });
  await check('draws what is on its way', async () => {
    await demo.choose('Network', 'Slow');
    await demo.goTo('Board');
    await page.getByText('Loading the board…').waitFor();
    await withoutViolations(demo);
    await page.locator('app-issue-card').first().waitFor();
    await demo.choose('Network', 'Normal');
  });
  await check(
    'a card stays where it is when the move fails, and moves when tried again',
    async () => {
      await page.getByRole('switch', { name: 'Fail the next request' }).click();
      const card = demo.list('To do').locator('article').first();
      const name = await card.getAttribute('aria-label');
      await card.getByRole('button', { name: /to Doing/ }).click();
      await alert.getByText('The issue stays where it is. The server failed').waitFor();
      await withoutViolations(demo);
      assert.equal(await page.getByRole('switch').isChecked(), false);
      await demo.button('Try again').click();
      await demo.list('Doing').getByRole('article', { name }).waitFor();
      assert.equal(await alert.count(), 0);
    },
  );
  await check('shows what there is when it cannot be loaded again', async () => {
    await demo.goTo('Under the hood');
    await demo.button('Mark all as stale').click();
    await demo.choose('Network', 'Offline');
    await demo.goTo('Board');
    await alert.getByText('could not be loaded again. You are offline. Nothing is lost.').waitFor();
    assert.ok((await page.locator('app-issue-card').count()) > 10);
    await demo.choose('Network', 'Normal');
    await demo.button('Try again').click();
    await eventually(() => alert.count(), 0);
  });
  await check('a form keeps what was typed when the server fails', async () => {
    await page.locator('app-issue-card .title').first().click();
    await page.getByLabel('Title', { exact: true }).fill('Typed with care');
    await page.getByRole('switch', { name: 'Fail the next request' }).click();
    await demo.button('Save changes').click();
    await alert.getByText('What you typed is still here.').waitFor();
    await demo.button('Try again').click();
    await page.getByRole('heading', { level: 1, name: 'Typed with care' }).waitFor();
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}
