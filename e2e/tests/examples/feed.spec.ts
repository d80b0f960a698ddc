import type { FeedItem } from '../../fixtures/api';
import { expect, test } from '../../fixtures/test';

let feed: readonly FeedItem[];

test.beforeEach(async ({ page, api, examples }) => {
  feed = await api.get<FeedItem[]>('/feed');
  await page.goto('/examples');
  await examples.load('feed');
});

test('shows links and posts in the order of the response', async ({ page, examples, requests }) => {
  const kinds = feed.slice(0, 6).map(({ type }) => (type === 'link' ? 'Link' : 'Post'));
  await expect(examples.list('Feed').locator('.tag')).toHaveText(kinds);
  expect(requests.all).toEqual(['GET /api/feed']);

  const link = feed.find(({ type }) => type === 'link')!;
  const post = feed.find(({ type }) => type === 'post')!;
  await expect(page.getByRole('link', { name: link.title! })).toHaveAttribute('href', link.url!);
  await expect(examples.list('Feed').getByText(post.content!)).toBeVisible();
  const time = examples.list('Feed').getByRole('time').first();
  await expect(time).toHaveAttribute('datetime', feed[0]!.createdAt);
});

test('filters by type without a request', async ({ examples, requests }) => {
  for (const kind of ['Link', 'Post']) {
    await examples.choose('Show', `${kind}s 60`);
    await expect(examples.list('Feed').locator('.tag')).toHaveText(Array<string>(6).fill(kind));
  }
  expect(requests.all).toEqual(['GET /api/feed']);
});
