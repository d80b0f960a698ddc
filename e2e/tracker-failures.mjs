import assert from 'node:assert/strict';
import { withoutViolations } from './accessibility.mjs';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** Failures are shown on the page and can be retried, and no data is lost. */
export async function checkTrackerFailures(run, browser, url) {
  run.heading('The tracker when the network fails');
  const demo = await DemoPage.open(browser, url, { path: '/under-the-hood' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const alert = page.getByRole('alert').filter({ hasText: /\S/ });

  /** As if no page had asked for anything yet. */
  const empty = async () => {
    await demo.goTo('Under the hood');
    await demo.button('Empty the cache').click();
  };

  await check('has nothing to show before a page asked', async () => {
    await page.getByText('Nothing is cached.').waitFor();
    assert.deepEqual(demo.requests, []);
    await withoutViolations(demo);
  });
  await check('shows that it is offline, and retries', async () => {
    await demo.choose('Network', 'Offline');
    await demo.goTo('Activity');
    await alert.getByText('The activity could not be loaded. You are offline.').waitFor();
    await withoutViolations(demo);
    await demo.choose('Network', 'Normal');
    await demo.button('Try again').click();
    await page.locator('app-feed-entry').first().waitFor();
    assert.equal(await alert.count(), 0);
  });
  for (const [name, what, landmark] of [
    ['Board', 'The board', 'app-issue-card'],
    ['Issues', 'The list of issues', 'app-issue-line'],
    ['People', 'The list of people', 'app-everywhere'],
  ]) {
    await check(`${name}: shows that it is offline, and loads on retry`, async () => {
      await empty();
      await demo.choose('Network', 'Offline');
      await demo.goTo(name);
      await alert.getByText(`${what} could not be loaded. You are offline.`).waitFor();
      assert.equal(await page.locator(landmark).count(), 0);
      await demo.choose('Network', 'Normal');
      await demo.button('Try again').click();
      await page.locator(landmark).first().waitFor();
      assert.equal(await alert.count(), 0);
    });
  }
  await check('one of four requests fails: only that one is sent again', async () => {
    await empty();
    await page.getByRole('switch', { name: 'Fail the next request' }).click();
    await demo.goTo('Board');
    await alert.getByText('The board could not be loaded. The server failed').waitFor();
    const requests = await demo.requestsOf(() => demo.button('Try again').click());
    assert.equal(requests.length, 1);
    await page.locator('app-issue-card').first().waitFor();
  });
  await check('draws what is on its way, also when it failed before', async () => {
    await empty();
    await demo.choose('Network', 'Offline');
    await demo.goTo('Board');
    await alert.waitFor();
    await demo.choose('Network', 'Slow');
    await demo.button('Try again').click();
    await page.getByText('Loading the board…').waitFor();
    assert.ok(await page.locator('.skeleton').isVisible());
    await withoutViolations(demo);
    await page.locator('app-issue-card').first().waitFor();
    await demo.choose('Network', 'Normal');
  });
  await check('an issue that was not loaded shows that it is offline, and loads', async () => {
    await empty();
    await demo.choose('Network', 'Offline');
    await page.evaluate(() => {
      window.history.pushState(null, '', '/issues/12');
      window.dispatchEvent(new window.PopStateEvent('popstate'));
    });
    await alert.getByText('The issue could not be loaded. You are offline.').waitFor();
    await demo.choose('Network', 'Normal');
    await demo.button('Try again').click();
    await page.locator('app-issue-comments').waitFor();
    assert.equal(await alert.count(), 0);
    await demo.goTo('Board');
    await page.locator('app-issue-card').first().waitFor();
  });
  await check('a card stays where it is when the move fails, and moves on retry', async () => {
    await page.getByRole('switch', { name: 'Fail the next request' }).click();
    const card = demo.list('To do').locator('article').first();
    const name = await card.getAttribute('aria-label');
    await card.getByRole('button', { name: /to Doing/ }).click();
    await alert.getByText(`${name} stays where it is. The server failed`).waitFor();
    await withoutViolations(demo);
    assert.equal(await page.getByRole('switch').isChecked(), false);
    await demo.button('Try again').click();
    await demo.list('Doing').getByRole('article', { name }).waitFor();
    assert.equal(await alert.count(), 0);
  });
  await check('shows the cached data when it cannot be refetched', async () => {
    await demo.goTo('Under the hood');
    await demo.button('Mark all as stale').click();
    await demo.choose('Network', 'Offline');
    await demo.goTo('Board');
    await alert.getByText('could not be loaded again. You are offline. Nothing is lost.').waitFor();
    assert.ok((await page.locator('app-issue-card').count()) > 10);
    await demo.choose('Network', 'Slow');
    await demo.button('Try again').click();
    await page.getByText('Asking for the board again…').waitFor({ state: 'attached' });
    assert.ok((await page.locator('app-issue-card').count()) > 10);
    await eventually(() => page.locator('.again').count(), 0);
    assert.equal(await alert.count(), 0);
    await demo.choose('Network', 'Normal');
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
  await check('what is typed while a request is in flight stays', async () => {
    const field = page.getByLabel('Title', { exact: true });
    await demo.choose('Network', 'Slow');
    await field.fill('On its way');
    await demo.button('Save changes').click();
    await field.fill('On its way, and more');
    await page.getByRole('heading', { level: 1, name: 'On its way' }).waitFor();
    assert.equal(await field.inputValue(), 'On its way, and more');
    await demo.choose('Network', 'Normal');
  });
  await check(
    'a comment that failed stays in its field, and is sent as it stands there',
    async () => {
      const field = page.getByLabel('New comment');
      await field.fill('Half of it');
      await page.getByRole('switch', { name: 'Fail the next request' }).click();
      await demo.button('Add comment').click();
      await alert.getByText('The comment was not added.').waitFor();
      assert.equal(await field.inputValue(), 'Half of it');
      await field.fill('All of it');
      await alert.getByRole('button', { name: 'Try again' }).click();
      await demo.list('Comments').getByText('All of it').waitFor();
      assert.equal(await field.inputValue(), '');
    },
  );
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}
