import { expect, test } from '../../fixtures/test';

test.beforeEach(async ({ page, demo }) => {
  await page.goto('/board');
  await expect(demo.cards.first()).toBeVisible();
});

test('shows what a click has changed, and where a value comes from', async ({ page, demo }) => {
  await demo.moveToToDo();
  await demo.openDevtools('Timeline');
  await page.getByRole('row', { name: /the optimistic response of PATCH/ }).click();
  const detail = demo.region(/^Commit \d/);
  await expect(detail).toContainText('1 changed row');
  await expect(detail.locator('ins').first()).toHaveText('"todo"');
  await detail.getByRole('button', { name: /^Issue \d/ }).click();
  const row = demo.region(/^Issue \d/);
  await expect(row).toContainText(/status\s*"todo"/);
  await expect(row).toContainText('the optimistic response of PATCH');
});

test('an edited field is shown in the page', async ({ page, demo }) => {
  const card = demo.list('To do').getByRole('article').first();
  const title = await card.locator('.title').innerText();
  await demo.openDevtools('Tables');
  await page.getByRole('searchbox', { name: 'Search Rows of Issue' }).fill(title);
  await page.getByRole('row', { name: title }).first().click();
  await demo.button('Edit title').click();
  await page.getByLabel('The value of title as JSON').fill('"Written in the devtools"');
  await demo.button('Save').click();
  await expect(card).toContainText('Written in the devtools');
});

test('keys choose views and rows', async ({ page, demo }) => {
  await demo.moveToToDo();
  await demo.openDevtools('Timeline');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Tables' })).toBeFocused();
  await page.getByRole('grid', { name: 'Rows of Issue' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('row', { selected: true })).toHaveText(/^\s*2(?!\d)/);
  await page.keyboard.press('End');
  await expect(page.getByRole('row', { selected: true })).toHaveText(/^\s*300(?!\d)/);
  await expect(page.getByRole('row', { selected: true })).toBeInViewport();
});

test('simulates an error, a loading state and a lost connection', async ({ page, demo }) => {
  await demo.openDevtools('Responses');
  await page.getByRole('row', { name: 'GET /issues' }).click();
  const simulate = page.getByRole('combobox', { name: 'Simulate' });
  await simulate.selectOption('error 503');
  await expect(demo.alert).toContainText('could not be loaded again');
  await simulate.selectOption('loading');
  await expect(demo.status.getByText('Refetching the board…')).toBeAttached();
  await simulate.selectOption('nothing');
  await expect(demo.alert).toHaveCount(0);
  await page.getByRole('switch', { name: 'Offline' }).check();
  await demo.button('Refetch').click();
  await expect(demo.alert).toContainText('could not be loaded again');
  await page.getByRole('switch', { name: 'Offline' }).uncheck();
  await demo.button('Refetch').click();
  await expect(demo.alert).toHaveCount(0);
});

test('stays open when the page is loaded again', async ({ page, demo }) => {
  await demo.openDevtools('Tables');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Tables' })).toBeVisible();
});

test('shows the cache of the page that has its own', async ({ page, demo }) => {
  await demo.goTo('Scale');
  await demo.button('Load 10,000').click();
  await expect(demo.count('rows')).toHaveText('10,000 issues');
  await demo.openDevtools('Tables');
  await page.getByRole('combobox', { name: 'Cache', exact: true }).selectOption('scale');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '10001');
  await demo.goTo('Board');
  await expect(page.getByRole('combobox', { name: 'Cache', exact: true })).toHaveCount(0);
  await expect(page.getByRole('grid', { name: 'Rows of Issue' })).toBeVisible();
});

test('has a window of its own, and returns from it', async ({ page, context, demo }) => {
  await demo.openDevtools('Tables');
  const opened = context.waitForEvent('page');
  await demo.button('Own window').click();
  const own = await opened;
  await expect(own.getByRole('grid', { name: 'Rows of Issue' })).toBeVisible();
  await own.getByRole('tab', { name: 'Timeline' }).click();
  await expect(own.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await own.close();
  await expect(page.getByRole('tab', { name: 'Timeline' })).toBeVisible();
});
