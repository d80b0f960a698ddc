import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** Links and posts in one list. */
export async function checkFeed(run, browser, url) {
  run.heading('Feed');
  const demo = await DemoPage.open(browser, url);
  const check = (name, test) => run.check(name, test, demo.page);
  const feed = await (await fetch(`${url}/api/feed`)).json();
  const shown = () => demo.list('Feed').locator('.tag').allInnerTexts();
  const kinds = (items) => items.map(({ type }) => (type === 'link' ? 'Link' : 'Post'));

  await check('shows links and posts mixed, in the order of the answer', async () => {
    assert.deepEqual(await demo.requestsOf(() => demo.load('feed')), ['GET /api/feed']);
    assert.deepEqual(await shown(), kinds(feed.slice(0, 6)));
    assert.deepEqual(await demo.tables(), { Link: '60', Post: '60' });
  });
  await check('gives each item what its type has', async () => {
    const link = feed.find(({ type }) => type === 'link');
    const post = feed.find(({ type }) => type === 'post');
    const href = await demo.page.getByRole('link', { name: link.title }).getAttribute('href');
    assert.equal(href, link.url);
    await demo.list('Feed').getByText(post.content).waitFor();
    const time = demo.list('Feed').locator('time').first();
    assert.equal(await time.getAttribute('datetime'), feed[0].createdAt);
  });
  await check('filters by type', async () => {
    await demo.choose('Show', 'Links 60');
    await eventually(shown, Array(6).fill('Link'));
    await demo.choose('Show', 'Posts 60');
    await eventually(shown, Array(6).fill('Post'));
    assert.deepEqual(demo.requests, ['GET /api/feed']);
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}
