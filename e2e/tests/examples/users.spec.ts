import type { User } from '../../fixtures/api';
import { expect, test } from '../../fixtures/test';

/** The names of all users from A to Z. */
let names: readonly string[];
let admins: number;

test.beforeEach(async ({ page, api }) => {
  const users = await api.get<User[]>('/users');
  names = users.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en'));
  admins = users.filter(({ isAdmin }) => isAdmin).length;
  await page.goto('/examples');
});

test('shows placeholders, and sends no request', async ({ page, examples, requests }) => {
  await expect(page.getByText('No users in the cache yet')).toHaveCount(2);
  await expect(page.getByText('No todos in the cache yet')).toBeVisible();
  await expect(page.getByText('No feed in the cache yet')).toBeVisible();
  for (const name of ['Everyone', 'Admins', 'Others']) {
    await expect(examples.count(name)).toHaveText('–');
  }
  expect(requests.all).toEqual([]);
});

test.describe('with users', () => {
  test.beforeEach(({ examples }) => examples.load('users'));

  test('lists, sorts and counts with one request', async ({ page, examples, requests }) => {
    await expect(page.getByText('No users in the cache yet')).toHaveCount(0);
    await expect(examples.userNames).toHaveText(names.slice(0, 10));
    await examples.choose('Order', 'Z to A');
    await expect(examples.userNames).toHaveText(names.toReversed().slice(0, 10));
    await examples.choose('Order', 'A to Z');
    await expect(examples.userNames).toHaveText(names.slice(0, 10));
    await examples.region('Users').getByRole('button', { name: 'Show 20 more' }).click();
    await expect(examples.userNames).toHaveText(names.slice(0, 30));

    await expect(examples.count('Everyone')).toHaveText(String(names.length));
    await expect(examples.count('Admins')).toHaveText(String(admins));
    await expect(examples.count('Others')).toHaveText(String(names.length - admins));
    await expect(examples.admins.getByRole('listitem')).toHaveCount(admins);
    expect(requests.all).toEqual(['GET /api/users']);
  });

  test('filters by role and by a part of the name', async ({ page, examples, requests }) => {
    const total = (count: number) => page.getByText(`of ${count} users`);
    await examples.choose('Show', 'Admins');
    await expect(total(admins)).toBeVisible();
    for (const toggle of await examples.users.getByRole('switch').all()) {
      await expect(toggle).toBeChecked();
    }
    await examples.choose('Show', 'Others');
    await expect(total(names.length - admins)).toBeVisible();
    await examples.choose('Show', 'Everyone');
    await expect(total(names.length)).toBeVisible();

    const part = names[4]!.slice(1, 7).toLowerCase();
    await examples.search.fill(part.toUpperCase());
    const found = names.filter((name) => name.toLowerCase().includes(part));
    await expect(examples.userNames).toHaveText(found.slice(0, 10));
    await examples.search.fill('no such name');
    await expect(page.getByText('No users match.')).toBeVisible();
    expect(requests.all).toEqual(['GET /api/users']);
  });

  test('shows a new user everywhere without a refetch', async ({ page, examples, requests }) => {
    const chosen = examples.chosenUser.getByRole('heading', { level: 3 });
    const caused = await requests.during(async () => {
      await examples.email.fill('aaron@example.com');
      await page.getByRole('checkbox', { name: 'Admin', exact: true }).check();
      await examples.createUser('Aaron Aardvark');
      await expect(examples.admins.getByText('Aaron Aardvark')).toBeVisible();
      await expect(chosen).toHaveText('Aaron Aardvark');
    });
    expect(caused).toEqual(['POST /api/users']);
    await expect(examples.count('Everyone')).toHaveText(String(names.length + 1));
    await expect(examples.count('Admins')).toHaveText(String(admins + 1));
    await expect(examples.count('Others')).toHaveText(String(names.length - admins));
    await expect(examples.user('Aaron Aardvark')).toBeVisible();
    await expect(examples.name).toHaveValue('');
  });

  test('shows a new name and role everywhere without a refetch', async ({
    page,
    api,
    examples,
    requests,
  }) => {
    const { id, name } = (await api.get<User[]>('/users?isAdmin=true'))[0]!;
    await examples.admins.getByRole('button', { name }).click();
    await examples.search.fill(name);
    const caused = await requests.during(async () => {
      await examples.rename(name, `${name} Abacus`);
      await expect(examples.status.getByText(`is now called ${name} Abacus`)).toBeVisible();
    });
    expect(caused).toEqual([`PATCH /api/users/${id}`]);
    await expect(examples.userNames).toHaveText([`${name} Abacus`]);
    await expect(examples.admins.getByText(`${name} Abacus`)).toBeVisible();
    await expect(examples.chosenUser.getByText(`${name} Abacus`)).toBeVisible();
    await expect(page.getByRole('main').getByText(name, { exact: true })).toHaveCount(0);

    await examples.user(name).getByRole('switch').click();
    await expect(examples.count('Admins')).toHaveText(String(admins - 1));
    await expect(examples.count('Others')).toHaveText(String(names.length - admins + 1));
    await expect(examples.count('Everyone')).toHaveText(String(names.length));
    await expect(examples.admins.getByText(name)).toHaveCount(0);
    await expect(examples.user(name).getByRole('switch')).not.toBeChecked();
  });

  test('removes a deleted user from every list and count', async ({ examples, requests }) => {
    const [first, second] = names as [string, string];
    await examples.users.getByRole('button', { name: first, exact: true }).click();
    const caused = await requests.during(async () => {
      await examples.deleteUser(first);
      await expect(examples.userNames.first()).toHaveText(second);
      await expect(examples.status.getByText('was deleted')).toBeVisible();
    });
    expect(caused).toHaveLength(1);
    await expect(examples.count('Everyone')).toHaveText(String(names.length - 1));
    await expect(examples.chosenUser.getByText('Choose a user')).toBeVisible();
  });

  test('changes nothing when an equal response arrives', async ({ examples, requests }) => {
    const before = await examples.userNames.elementHandles();
    const caused = await requests.during(async () => {
      await examples.button('Reload users').click();
      await expect(examples.count('logged')).toHaveText('2');
      await expect(examples.button('Reload users')).toHaveAttribute('aria-busy', 'false');
    });
    expect(caused).toEqual(['GET /api/users']);
    await expect(examples.userNames).toHaveText(names.slice(0, 10));
    for (const node of before) expect(await node.evaluate((each) => each.isConnected)).toBe(true);
  });
});
