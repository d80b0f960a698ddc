import assert from 'node:assert/strict';
import { withoutViolations } from './accessibility.mjs';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** Who types, presses and leaves faster than the server answers loses nothing. */
export async function checkLeaving(run, browser, url) {
  run.heading('Faster than the server');
  const demo = await DemoPage.open(browser, url, { path: '/people' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const data = async (path) => (await fetch(`${url}/api${path}`)).json();
  const fail = () => page.getByRole('switch', { name: 'Fail the next request' }).click();
  const alert = page.getByRole('alert').filter({ hasText: /\S/ });
  const title = page.getByLabel('Title', { exact: true });
  const to = (path) =>
    page.evaluate((address) => {
      window.history.pushState(null, '', address);
      window.dispatchEvent(new window.PopStateEvent('popstate'));
    }, path);
  const open = async (id) => {
    await to(`/issues/${id}`);
    const issue = await data(`/issues/${id}`);
    await page.getByRole('heading', { level: 1, name: issue.title }).waitFor();
    return issue;
  };
  const nameOf = async ({ id, projectId }) =>
    `${(await data(`/projects`))[projectId - 1].key}-${id}`;

  await check('a person becomes an admin and is renamed at once', async () => {
    const row = demo.list('People').getByRole('listitem').first();
    const box = row.getByRole('switch');
    const [name, was] = [await row.locator('.name').innerText(), await box.isChecked()];
    const called = (now) => demo.list('People').locator('.name', { hasText: now }).waitFor();
    const rename = async (before, now) => {
      await page.getByRole('button', { name: `Rename ${before}` }).click();
      await page.getByLabel(`New name of ${before}`).fill(now);
      await demo.button('Save').click();
    };
    const hold = await demo.hold('**/api/users/*', 'PATCH');
    const requests = await demo.requestsOf(async () => {
      await box.click();
      await eventually(() => box.isChecked(), !was);
      await rename(name, 'Renamed at once');
      await called('Renamed at once');
      await rename('Renamed at once', 'And again');
      await called('And again');
    });
    assert.equal(requests.length, 3);
    await hold.release();
    await page.getByRole('status').getByText('is now called And again').waitFor();
    await called('And again');
    await rename('And again', '   ');
    await page.getByText(/^The name must be/).waitFor();
    const field = page.getByLabel('New name of And again');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await field.fill('And again');
    await demo.button('Save').click();
    await called('And again');
    assert.match(demo.takeProblems().join(), /status of 422/);
  });

  await check('two comments are deleted at once', async () => {
    await open(40);
    const before = (await data('/issues/40/comments')).length;
    const list = demo.list('Comments').getByRole('listitem');
    for (const text of ['One', 'Two']) {
      await page.getByLabel('New comment').fill(text);
      await demo.button('Add comment').click();
      await list.getByText(text, { exact: true }).waitFor();
    }
    await eventually(async () => (await data('/issues/40/comments')).length, before + 2);
    const hold = await demo.hold('**/api/comments/*', 'DELETE');
    const requests = await demo.requestsOf(async () => {
      for (const text of ['One', 'Two']) {
        await list.filter({ hasText: text }).last().getByRole('button').click();
      }
      await list.getByText('Two', { exact: true }).waitFor({ state: 'detached' });
    });
    assert.equal(requests.length, 2);
    assert.equal((await data('/issues/40/comments')).length, before + 2);
    await hold.release();
    await eventually(async () => (await data('/issues/40/comments')).length, before);
  });
  await check('the last of two states is saved, and shows as the server has it', async () => {
    const hold = await demo.hold('**/api/issues/*', 'PATCH');
    await title.fill('The first state');
    await demo.button('Save changes').click();
    await title.fill('  The last state ');
    await demo.button('Saving…').click();
    await hold.release();
    await page.getByRole('heading', { level: 1, name: 'The last state' }).waitFor();
    await eventually(() => title.inputValue(), 'The last state');
  });

  await check('what was typed is there again when one comes back', async () => {
    await open(41);
    await title.fill('A draft of 41');
    await page.getByLabel('New comment').fill('A draft of a comment');
    const other = await open(42);
    assert.equal(await title.inputValue(), other.title);
    assert.equal(await page.getByLabel('New comment').inputValue(), '');
    await demo.goTo('Issues');
    await page.locator('summary', { hasText: 'New issue' }).click();
    await title.fill('A draft of a new issue');
    await open(41);
    assert.equal(await title.inputValue(), 'A draft of 41');
    assert.equal(await page.getByLabel('New comment').inputValue(), 'A draft of a comment');
    await demo.goTo('Issues');
    await eventually(() => title.inputValue(), 'A draft of a new issue');
  });
  await check('a new issue that is typed while another is created stays', async () => {
    const hold = await demo.hold('**/api/issues', 'POST');
    await demo.button('Create issue').click();
    await title.fill('The next one');
    await hold.release();
    await page
      .getByRole('status')
      .getByText(/-\d+ was created/)
      .waitFor();
    assert.equal(await title.inputValue(), 'The next one');
    assert.match(page.url(), /issues$/);
    await title.fill('');
  });
  await check(
    'a save that fails after one has left shows a message, and can be retried',
    async () => {
      const issue = await open(41);
      await fail();
      await demo.button('Save changes').click();
      await demo.goTo('Activity');
      await alert.getByText(`${await nameOf(issue)} was not changed. The server failed`).waitFor();
      await withoutViolations(demo);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await eventually(async () => (await data('/issues/41')).title, 'A draft of 41');
      await eventually(() => alert.count(), 0);
      await open(41);
      assert.equal(await title.inputValue(), 'A draft of 41');
    },
  );

  await check('what failed on one issue does not stand on another', async () => {
    await open(43);
    await fail();
    await title.fill('Never saved');
    await demo.button('Save changes').click();
    await alert.getByText('The issue was not changed.').waitFor();
    assert.equal(await title.inputValue(), 'Never saved');
    await open(44);
    assert.equal(await alert.count(), 0);
  });
  await check(
    'an issue whose deletion ends later does not navigate away from another one',
    async () => {
      await open(43);
      const hold = await demo.hold('**/api/issues/*', 'DELETE');
      await page.getByRole('button', { name: /^Delete [A-Z]+-43$/ }).click();
      await open(44);
      await hold.release();
      await page
        .getByRole('status')
        .getByText(/-43 was deleted/)
        .waitFor();
      assert.match(page.url(), /issues\/44$/);
    },
  );
  await check('an address that is no number is no issue', async () => {
    await to('/issues/1e1');
    await page.getByRole('heading', { name: 'There is no such issue' }).waitFor();
  });
  await check('a browser that is offline still goes everywhere', async () => {
    await page.context().setOffline(true);
    await demo.goTo('Under the hood');
    await page.getByRole('heading', { level: 1, name: 'Under the hood' }).waitFor();
    await page.context().setOffline(false);
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();

  await run.check(
    'a page whose code cannot be loaded shows a message, and loads on retry',
    async () => {
      const html = await (await fetch(url)).text();
      const context = await browser.newContext();
      const late = await context.newPage();
      late.setDefaultTimeout(5_000);
      // What is not named in the document is the code of pages.
      await late.route('**/chunk-*.js', (route) =>
        html.includes(new URL(route.request().url()).pathname.slice(1))
          ? route.continue()
          : route.abort('internetdisconnected'),
      );
      await late.goto(`${url}/activity`);
      await late.getByRole('alert').getByText('The page could not be loaded.').waitFor();
      await late.unrouteAll();
      await late.getByRole('button', { name: 'Try again' }).click();
      await late.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
      await context.close();
    },
  );
}
