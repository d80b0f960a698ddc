import type { FeedItem } from '../../fixtures/api';
import { expect, test } from '../../fixtures/test';

test.beforeEach(async ({ page, demo }) => {
  await page.goto('/activity');
  await expect(demo.activity).toHaveCount(20);
});

/** Scrolls to the end of the list, which requests the next page. */
const toEnd = () => scrollTo({ top: 1e6, behavior: 'instant' });

test('moves nothing in sight when a page arrives', async ({ page, demo, network }) => {
  await expect(page.getByText('20 of 120 items')).toBeVisible();
  await expect(page.getByText('Everything 120')).toBeVisible();
  const hold = await network.hold('**/api/activity?*');
  await page.evaluate(toEnd);
  await expect(demo.button('Loading…')).toBeVisible();
  const before = await demo.activity.nth(19).boundingBox();
  await hold.release();
  await expect(demo.activity).toHaveCount(40);
  expect(await demo.activity.nth(19).boundingBox()).toEqual(before);
});

test('shows that a page failed, and loads it on retry', async ({ page, demo, network }) => {
  await network.choose('Offline');
  await page.evaluate(toEnd);
  await expect(demo.alert).toContainText('You are offline.');
  await network.choose('Normal');
  await demo.button('Try again').click();
  await expect(demo.activity.nth(20)).toBeVisible();
});

test('lists all by its button, and focuses the end', async ({ page, api, demo }) => {
  const end = page.getByText('That is all.');
  await page.locator('app-load-more').getByRole('button').focus();
  while ((await end.count()) === 0) await page.keyboard.press('Enter');
  await expect(end).toBeFocused();
  const all = await api.get<FeedItem[]>('/feed');
  await expect(demo.activity).toHaveCount(all.length);
  const times = await demo.activity
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));
  expect(times).toEqual(all.map(({ createdAt }) => createdAt));
});

test('keeps the pages of each filter', async ({ page, demo }) => {
  await page.evaluate(toEnd);
  await expect(demo.activity).toHaveCount(40);
  await demo.choose('Show', 'Posts 60');
  await expect(page.getByText('20 of 60 items')).toBeVisible();
  await page.evaluate(toEnd);
  await expect(page.getByText('40 of 60 items')).toBeVisible();
  await demo.choose('Show', 'Everything');
  await expect(page.getByText(/^[46]0 of 120 items/)).toBeVisible();
  await demo.goTo('Board');
  await demo.goTo('Activity');
  await expect(page.getByText(/^[46]0 of 120 items/)).toBeVisible();
});

test('filters by kind and by person', async ({ page, demo }) => {
  await demo.choose('Show', 'Posts 60');
  await expect(demo.activity.filter({ hasText: 'shared a link' })).toHaveCount(0);
  const author = demo.list('Authors').getByRole('button').first();
  await author.click();
  const name = await author.locator('[data-person]').innerText();
  const total = Number(await author.locator('b').innerText());
  await demo.choose('Show', 'Everything');
  await expect(page.getByText(`${total} of ${total} items`)).toBeVisible();
  await expect(demo.activity.locator('[data-person]')).toHaveText(Array<string>(total).fill(name));
});
