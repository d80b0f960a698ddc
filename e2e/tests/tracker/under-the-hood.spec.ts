import { expect, test } from '../../fixtures/test';

test.beforeEach(async ({ page, demo }) => {
  await page.goto('/board');
  await expect(demo.cards.first()).toBeVisible();
  await demo.goTo('Under the hood');
});

test('shows the tables and the rows that contain a text', async ({ page, demo }) => {
  const sizes = { Issue: 300, Project: 8, Label: 12, User: 240 };
  for (const [name, size] of Object.entries(sizes)) {
    await expect(demo.table(name)).toHaveText(String(size));
  }
  await demo.choose('Tables', 'Project');
  await page.getByLabel('Rows that contain').fill('paym');
  await expect(demo.region('Rows of Project').getByRole('listitem')).toHaveCount(1);
  await expect(page.locator('app-cache-tiles dd').first()).toHaveText(/^56\d$/);
});

test('lists queries with subscribers, runs and time', async ({ page, demo }) => {
  const rows = demo.region('Stored results').getByRole('row');
  const cellsOf = (name: string) => rows.filter({ hasText: name }).first().getByRole('cell');
  const idle = page.locator('app-live-queries tr.idle');
  const open = cellsOf('countOpenIssues()');
  await expect(open).toHaveText(['1', /^[1-9]\d*$/, /^[\d.]+$/]);
  await expect(cellsOf("filteredIssues({ status: 'done' })").first()).toHaveText('0');
  expect(await idle.count()).toBeGreaterThan(3);

  const runs = Number(await open.nth(1).innerText());
  await demo.goTo('Board');
  await demo.moveToToDo();
  await demo.goTo('Under the hood');
  await expect.poll(async () => Number(await open.nth(1).innerText())).toBeGreaterThan(runs);
  // A result that was read since the last sweep survives the next sweep.
  await demo.button('Sweep').click();
  await demo.button('Sweep').click();
  await expect(idle).toHaveCount(0);
  await expect(open.first()).toHaveText('1');
});
