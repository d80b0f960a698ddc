import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** The activity comes in pages, as one reads: by the wheel, by the keyboard, and by the API itself. */
export async function checkActivity(run, browser, url) {
  run.heading('Activity, page by page');
  const all = await (await fetch(`${url}/api/feed`)).json();
  await run.check('the API gives pages that go on from each other', () => checkPages(url, all));

  const demo = await DemoPage.open(browser, url, { path: '/activity' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const entries = page.locator('app-feed-entry');
  const shown = (count) => eventually(() => entries.count(), count);
  const toEnd = () =>
    page.evaluate(() => window.scrollTo({ top: 1e6, behavior: 'instant' })).then(() => undefined);

  await check('shows the newest twenty, and the total', async () => {
    await shown(20);
    await page.getByText('20 of 120 items').waitFor();
    await demo.page.getByText('Everything 120').waitFor();
  });
  await check('a page that comes moves nothing that one looks at', async () => {
    const hold = await demo.hold('**/api/activity?*');
    await toEnd();
    await demo.button('Loading…').waitFor();
    const place = () => entries.nth(19).evaluate((entry) => entry.getBoundingClientRect().top);
    const before = await place();
    await hold.release();
    await shown(40);
    assert.equal(await place(), before);
  });
  await check('shows that a page failed, and requests it again', async () => {
    await demo.choose('Network', 'Offline');
    await toEnd();
    await page.getByRole('alert').getByText('You are offline.').waitFor();
    await demo.choose('Network', 'Normal');
    await demo.button('Try again').click();
    await eventually(
      () => entries.count(),
      (count) => count >= 60,
    );
  });
  await check('who presses the button until the end stays at the end', async () => {
    await page.locator('app-load-more button').focus();
    const end = page.getByText('That is all.');
    while ((await end.count()) === 0) await page.keyboard.press('Enter');
    await shown(120);
    await eventually(() => page.evaluate(() => document.activeElement.innerText), 'That is all.');
    const ids = await entries.locator('time').evaluateAll((times) => times.map((t) => t.dateTime));
    assert.deepEqual(
      ids,
      all.map(({ createdAt }) => createdAt),
    );
  });
  await check('each filter has pages of its own, and who comes back finds them', async () => {
    await demo.choose('Show', 'Posts 60');
    await page.getByText(/^\d0 of 60 items$/).waitFor();
    await toEnd();
    await page.getByText(/^[46]0 of 60 items$/).waitFor();
    await demo.choose('Show', 'Everything');
    await shown(120);
    await demo.goTo('Board');
    await demo.goTo('Activity');
    await shown(120);
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}

async function checkPages(url, all) {
  const ask = async (query) => (await fetch(`${url}/api/activity${query}`)).json();
  const ids = [];
  let cursor = '';
  do {
    const page = await ask(`?limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    assert.equal(page.total, 120);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  assert.deepEqual(
    ids,
    all.map(({ id }) => id),
  );
  const { items, total } = await ask('?type=link&authorId=2&limit=100');
  assert.equal(items.length, total);
  assert.ok(items.every(({ type, authorId }) => type === 'link' && authorId === 2));
  for (const field of ['cursor', 'limit', 'type', 'authorId']) {
    assert.deepEqual(Object.keys((await ask(`?${field}=0`)).fields), [field]);
  }
  const authors = await ask('/authors');
  assert.equal(
    authors.reduce((sum, { links, posts }) => sum + links + posts, 0),
    120,
  );
}
