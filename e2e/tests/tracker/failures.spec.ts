import { expect, test } from '../../fixtures/test';

/** Nothing is requested on this page, so every other page loads its lists. */
test.beforeEach(({ page }) => page.goto('/examples'));

test('has nothing to show before a page requests something', async ({ page, requests }) => {
  await expect(page.getByText('No todos in the cache yet')).toBeVisible();
  await expect(page).toBeAccessible();
  expect(requests.all).toEqual([]);
});

for (const [name, what, landmark] of [
  ['Board', 'The board', 'app-issue-card'],
  ['Issues', 'The list of issues', 'app-issue-line'],
  ['People', 'The list of people', 'app-everywhere'],
  ['Activity', 'The activity', 'app-feed-entry'],
] as const) {
  test(`${name}: shows that it is offline, and loads on retry`, async ({ page, demo, network }) => {
    await network.choose('Offline');
    await demo.goTo(name);
    await expect(demo.alert).toContainText(`${what} could not be loaded. You are offline.`);
    await expect(page.locator(landmark)).toHaveCount(0);
    if (name === 'Activity') await expect(page).toBeAccessible();
    await network.choose('Normal');
    await demo.button('Try again').click();
    await expect(page.locator(landmark).first()).toBeVisible();
    await expect(demo.alert).toHaveCount(0);
  });
}

test('an issue: shows that it is offline, and loads on retry', async ({ demo, network }) => {
  await network.choose('Offline');
  await demo.navigate('/issues/12');
  await expect(demo.alert).toContainText('The issue could not be loaded. You are offline.');
  await network.choose('Normal');
  await demo.button('Try again').click();
  await expect(demo.comments.first()).toBeVisible();
  await expect(demo.alert).toHaveCount(0);
  await demo.goTo('Board');
  await expect(demo.cards.first()).toBeVisible();
});

test('retries only the one of four that failed', async ({ demo, network, requests }) => {
  await network.failNext();
  await demo.goTo('Board');
  await expect(demo.alert).toContainText('The board could not be loaded. The server failed');
  const caused = await requests.during(async () => {
    await demo.button('Try again').click();
    await expect(demo.cards.first()).toBeVisible();
  });
  expect(caused).toHaveLength(1);
});

test('draws a placeholder, after a failure too', async ({ page, demo, network }) => {
  await network.choose('Offline');
  await demo.goTo('Board');
  await expect(demo.alert).toBeVisible();
  await network.choose('Slow');
  await demo.button('Try again').click();
  await expect(demo.status.getByText('Loading the board…')).toBeAttached();
  await expect(page.locator('.skeleton')).toBeVisible();
  await expect(page).toBeAccessible();
  await expect(demo.cards.first()).toBeVisible();
});

test.describe('on the board', () => {
  test.beforeEach(async ({ demo }) => {
    await demo.goTo('Board');
    await expect(demo.cards.first()).toBeVisible();
  });

  test('a card whose move fails moves on retry', async ({ page, demo, network }) => {
    const card = demo.list('To do').getByRole('article').first();
    const name = await card.getAttribute('aria-label');
    await network.failNext();
    await demo.button(`Move ${name} to Doing`).click();
    await expect(demo.alert).toContainText(`${name} was not moved. The server failed`);
    await expect(page).toBeAccessible();
    await expect(page.getByRole('switch', { name: 'Fail the next request' })).not.toBeChecked();
    await demo.button('Try again').click();
    await expect(demo.list('Doing').getByRole('article', { name: name! })).toBeVisible();
    await expect(demo.alert).toHaveCount(0);
  });

  test('cached data stays when it cannot be refetched', async ({ page, demo, network }) => {
    const count = await demo.cards.count();
    await demo.goTo('Activity');
    await demo.openDevtools('Responses');
    await page.getByRole('row', { name: 'GET /issues' }).click();
    await demo.button('Mark as stale').click();
    await demo.button('Close the devtools').click();
    await network.choose('Offline');
    await demo.goTo('Board');
    await expect(demo.alert).toContainText(
      'could not be loaded again. You are offline. The data that you see may be out of date.',
    );
    await expect(demo.cards).toHaveCount(count);
    await network.choose('Slow');
    await demo.button('Try again').click();
    await expect(demo.status.getByText('Refetching the board…')).toBeAttached();
    await expect(demo.cards).toHaveCount(count);
    await expect(page.locator('.again')).toHaveCount(0);
    await expect(demo.alert).toHaveCount(0);
  });
});
