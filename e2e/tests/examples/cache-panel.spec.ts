import { expect, test } from '../../fixtures/test';

test.beforeEach(({ page }) => page.goto('/examples'));

test('knows of no requests and no commits at first', async ({ page, examples }) => {
  await expect(examples.count('requests')).toHaveText('0');
  await expect(page.getByText('Nothing has been written yet.')).toBeVisible();
});

test.describe('with users, todos and the feed', () => {
  test.beforeEach(({ examples }) => examples.load('users', 'todos', 'feed'));

  test('shows tables, rows as they are stored, and requests', async ({ examples }) => {
    for (const [name, size] of Object.entries({ User: 240, Todo: 400, Link: 60, Post: 60 })) {
      await expect(examples.table(name)).toHaveText(String(size));
    }
    await examples.choose('Tables', 'Todo');
    const row = examples.region('Rows of Todo').getByRole('listitem').first();
    await expect(row).toHaveText(/userId\s+\d+\s+title\s+"/);

    await expect(examples.count('requests')).toHaveText('3');
    const lines = ['feed', 'todos', 'users'].map(
      (path) => new RegExp(`GET (/api)?/${path}\\s+succeeded\\s+\\d+ ms`),
    );
    await expect(examples.region('Requests made').getByRole('listitem')).toHaveText(lines);
  });

  test('highlights the row and the field that changed', async ({ page, examples }) => {
    await examples.choose('Tables', 'User');
    await examples.rename(await examples.userNames.first().innerText(), 'Aaaa Panel');
    const rows = examples.region('Rows of User').getByRole('listitem');
    await expect(page.getByText('User: 1 changed')).toBeVisible();
    await expect(page.locator('.lit')).toHaveCount(1);
    await expect(rows.first().locator('mark')).toHaveText(['"Aaaa Panel"']);
    await examples.deleteUser('Aaaa Panel');
    await expect(page.getByText('User: 1 removed')).toBeVisible();
  });

  test('lists a failed request', async ({ examples, network }) => {
    await network.choose('Offline');
    await examples.button('Reload feed').click();
    const request = examples.region('Requests made').getByRole('listitem').first();
    await expect(request).toContainText('failed');
  });

  test('is empty when the cache is emptied', async ({ page, examples, requests }) => {
    const caused = await requests.during(async () => {
      await examples.button('Empty the cache').click();
      await expect(page.getByText('No users in the cache yet')).toHaveCount(2);
    });
    expect(caused).toEqual([]);
    await expect(page.getByText('No todos in the cache yet')).toBeVisible();
    await expect(page.getByText('No feed in the cache yet')).toBeVisible();
    for (const name of ['all', 'admins', 'others']) {
      await expect(examples.count(name)).toHaveText('–');
    }
    const tables = page.locator('[data-table]');
    await expect(tables).toHaveText(Array<string>(await tables.count()).fill('unknown'));
    await examples.load('users');
    await expect(examples.userNames).toHaveCount(10);
  });
});
