import { expect, test } from '../../fixtures/test';

test.beforeEach(async ({ page, examples }) => {
  await page.goto('/examples');
  await examples.load('users', 'todos', 'feed');
});

test('the devtools show the rows as they are stored, and the requests', async ({
  page,
  examples,
}) => {
  await examples.openDevtools('Tables');
  const tables = page.getByRole('combobox', { name: 'Table', exact: true });
  for (const [name, size] of Object.entries({ User: 240, Todo: 400, Link: 60, Post: 60 })) {
    await expect(tables).toContainText(`${name}: ${size} rows`);
  }
  await tables.selectOption('Todo');
  const rows = page.getByRole('grid', { name: 'Rows of Todo' });
  await expect(rows.getByRole('columnheader', { name: 'userId' })).toBeVisible();
  await page.getByRole('tab', { name: 'Requests' }).click();
  for (const path of ['feed', 'todos', 'users']) {
    await expect(page.getByRole('row', { name: `GET /${path} success` })).toBeVisible();
  }
});

test('is empty when the cache is emptied', async ({ page, examples, requests }) => {
  const caused = await requests.during(async () => {
    await examples.button('Empty the cache').click();
    await expect(page.getByText('No users in the cache yet')).toHaveCount(2);
  });
  expect(caused).toEqual([]);
  await expect(page.getByText('No todos in the cache yet')).toBeVisible();
  await expect(page.getByText('No feed in the cache yet')).toBeVisible();
  for (const name of ['Everyone', 'Admins', 'Others']) {
    await expect(examples.count(name)).toHaveText('–');
  }
  await examples.load('users');
  await expect(examples.userNames).toHaveCount(10);
});
