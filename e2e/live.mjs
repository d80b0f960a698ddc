import assert from 'node:assert/strict';
import { withinWindow, withoutViolations } from './accessibility.mjs';
import { DemoPage } from './demo-page.mjs';
import { eventually, screenshotOf } from './run.mjs';

/** Two browsers on one server: what happens in one shows in the other, without a request. */
export async function checkLive(run, browser, url) {
  run.heading('Live, in two browsers');
  const [a, b] = [await open(browser, url), await open(browser, url)];
  const check = (name, test) => run.check(name, test, b.page);
  const notice = b.page.getByRole('status').getByText('Offline: reconnecting…');
  const data = async (path) => (await fetch(`${url}/api${path}`)).json();
  const card = (demo, column, id) => demo.list(column).locator(`[data-issue="${id}"]`);
  const both = (act) => Promise.all([a, b].map(act));

  /** What `act` does shows in B without a request. */
  const shows = async (act, seen) => {
    const requests = await b.requestsOf(async () => {
      await act();
      await seen();
    });
    assert.deepEqual(requests, []);
  };

  /** Moves the first card of a column in A to the one beside. */
  const move = async (column) => {
    const first = a.list(column).locator('article').first();
    const id = await first.getAttribute('data-issue');
    await first.locator('[data-way="→"]').click();
    return id;
  };

  await check('a card that is moved in one moves in the other', async () => {
    await both(({ page }) => page.locator('app-issue-card').first().waitFor());
    let id;
    await shows(
      async () => (id = await move('To do')),
      () => card(b, 'Doing', id).waitFor(),
    );
    assert.equal(await card(b, 'To do', id).count(), 0);
  });
  await check('a title and a comment show in the issue that the other has open', async () => {
    await both(({ page }) => page.goto(`${url}/issues/60`));
    await both((demo) => demo.list('Comments').locator('li').first().waitFor());
    const comments = (demo) => demo.list('Comments').getByRole('listitem');
    const said = (demo) => comments(demo).filter({ hasText: 'Said to both' });
    await shows(
      async () => {
        await a.page.getByLabel('Title', { exact: true }).fill('Seen by both');
        await a.button('Save changes').click();
        await a.page.getByLabel('New comment').fill('Said to both');
        await a.button('Add comment').click();
      },
      async () => {
        await b.page.getByRole('heading', { level: 1, name: 'Seen by both' }).waitFor();
        await said(b).waitFor();
      },
    );
    await shows(
      () => said(a).getByRole('button').click(),
      () => said(b).waitFor({ state: 'detached' }),
    );
  });
  await check('an issue that is created comes into the list, and leaves it deleted', async () => {
    await both((demo) => demo.goTo('Issues'));
    await b.page.getByText('25 of 300 issues').waitFor();
    await a.page.locator('summary', { hasText: 'New issue' }).click();
    await a.page.getByLabel('Title', { exact: true }).fill('Made by the other');
    await shows(
      () => a.button('Create issue').click(),
      () => b.page.getByText('25 of 301 issues').waitFor(),
    );
    await a.page.getByRole('link', { name: 'Made by the other' }).click();
    await shows(
      () => a.page.getByRole('button', { name: /^Delete WEB-\d/ }).click(),
      () => b.page.getByText('25 of 300 issues').waitFor(),
    );
  });
  await check('a todo is created, done and deleted in both', async () => {
    await both((demo) => demo.goTo('Examples'));
    await both((demo) => demo.load('todos'));
    const [owner] = await a.userNames();
    await both((demo) =>
      demo.user(owner).getByRole('button', { name: owner, exact: true }).click(),
    );
    const todo = (demo) =>
      demo
        .list('Todos of the chosen user')
        .getByRole('listitem')
        .filter({ hasText: 'For both of us' });
    await a.page.getByLabel('New todo for this user').fill('For both of us');
    await shows(
      () => a.button('Add todo').click(),
      () => todo(b).waitFor(),
    );
    await shows(
      () => todo(a).getByRole('checkbox').click(),
      () => eventually(() => todo(b).getByRole('checkbox').isChecked(), true),
    );
    await shows(
      () => todo(a).getByRole('button').click(),
      () => todo(b).waitFor({ state: 'detached' }),
    );
  });

  await check('a lost connection is shown, and what was missed comes after it', async () => {
    await both((demo) => demo.goTo('Board'));
    assert.equal(await notice.count(), 0);
    await b.page.context().setOffline(true);
    await notice.waitFor();
    const id = await move('Backlog');
    await a.page.getByRole('status').getByText('is in').waitFor();
    assert.equal((await data(`/issues/${id}`)).status, 'todo');
    await card(b, 'Backlog', id).waitFor();
    await shows(
      () => b.page.context().setOffline(false),
      () => card(b, 'To do', id).waitFor(),
    );
    await notice.waitFor({ state: 'detached' });
    await b.page.getByRole('status').getByText('Connected again.').waitFor();
  });
  await check('who chooses to be offline is, and gets what was missed after', async () => {
    await b.choose('Network', 'Offline');
    await notice.waitFor();
    for (const scheme of ['light', 'dark']) {
      for (const [width, height] of [
        [360, 740],
        [1280, 900],
      ]) {
        await b.page.setViewportSize({ width, height });
        await b.page.emulateMedia({ colorScheme: scheme });
        await looksGood(b, `live-lost-${scheme}-${width}`);
      }
    }
    const id = await move('Backlog');
    await a.page.getByRole('status').getByText('is in').waitFor();
    await card(b, 'Backlog', id).waitFor();
    await shows(
      () => b.choose('Network', 'Normal'),
      () => card(b, 'To do', id).waitFor(),
    );
    await notice.waitFor({ state: 'detached' });
  });
  await check('a connection that is away for a moment is not worth a word', async () => {
    await b.page.evaluate(() => {
      const said = (window.saidOffline = []);
      new MutationObserver(() => {
        if (document.body.innerText.includes('Offline: reconnecting')) said.push(performance.now());
      }).observe(document.body, { childList: true, subtree: true });
    });
    await b.page.context().setOffline(true);
    await b.page.waitForTimeout(400);
    await b.page.context().setOffline(false);
    const id = await move('Backlog');
    await card(b, 'To do', id).waitFor();
    await b.page.waitForTimeout(1_500);
    assert.deepEqual(await b.page.evaluate(() => window.saidOffline), []);
  });
  await check('the console says nothing', () =>
    assert.deepEqual([...a.takeProblems(), ...b.takeProblems()], []),
  );
  await both((demo) => demo.close());
}

function open(browser, url) {
  return DemoPage.open(browser, url, { path: '/board' });
}

async function looksGood(demo, name) {
  await withoutViolations(demo);
  await withinWindow(demo);
  await demo.page.screenshot({ path: screenshotOf(name) });
}
