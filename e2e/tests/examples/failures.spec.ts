import type { User } from '../../fixtures/api';
import { expect, test } from '../../fixtures/test';

test.beforeEach(({ page }) => page.goto('/examples'));

test('shows that a list is loading', async ({ page, examples, network }) => {
  await network.choose('Slow');
  await examples.button('Load feed').click();
  await expect(examples.button('Loading feed…')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('No feed in the cache yet')).toBeVisible();
  await expect(examples.button('Reload feed')).toBeVisible();
});

test('shows that a list could not be loaded, and retries', async ({ page, examples, network }) => {
  await network.choose('Offline');
  await examples.button('Load users').click();
  await expect(examples.alert).toContainText('The users could not be loaded.');
  await expect(page.getByText('No users in the cache yet')).toHaveCount(2);
  await network.choose('Normal');
  await examples.alert.getByRole('button', { name: 'Try again' }).click();
  await expect(examples.userNames).toHaveCount(10);
  await expect(examples.alert).toHaveCount(0);
});

test('keeps the data when a later request fails', async ({ examples, network }) => {
  await examples.load('users');
  const names = await examples.userNames.allInnerTexts();
  await network.choose('Offline');
  await examples.button('Reload users').click();
  await examples.user(names[0]!).getByRole('switch').click();
  await expect(examples.alert.filter({ hasText: 'could not be loaded' })).toBeVisible();
  await expect(examples.alert.filter({ hasText: `${names[0]} was not changed.` })).toBeVisible();
  await expect(examples.userNames).toHaveText(names);
  await expect(examples.count('Everyone')).toHaveText('240');
  for (const left of [1, 0]) {
    await examples.button('Dismiss').first().click();
    await expect(examples.alert).toHaveCount(left);
  }
});

test('shows a rejected email at its field', async ({ page, api, examples, problems }) => {
  const { email } = await api.get<User>('/users/1');
  await examples.load('users');
  await examples.email.fill(email);
  await examples.createUser('A Double');
  await expect(page.getByText('The email already belongs to')).toBeVisible();
  await expect(examples.email).toHaveAttribute('aria-invalid', 'true');
  await expect(examples.name).toHaveValue('A Double');
  await expect(examples.count('Everyone')).toHaveText('240');
  problems.expect(/status of 422/);
  await examples.email.fill('a.double@example.com');
  await examples.button('Try again').click();
  await expect(examples.count('Everyone')).toHaveText('241');
  await expect(page.getByText('already belongs to')).toHaveCount(0);
});

test('does not take a new user for the list of users', async ({ examples }) => {
  await examples.createUser('Only One');
  await expect(examples.userNames).toHaveText(['Only One']);
  await expect(examples.count('Everyone')).toHaveText('1');
  await examples.load('users');
  await expect(examples.count('Everyone')).toHaveText('241');
});

test('shows that the server cannot be reached', async ({ page, context, examples, problems }) => {
  await page.waitForLoadState('networkidle'); // the code of other pages is prefetched
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await examples.button('Load todos').click();
  await expect(examples.alert).toContainText('The server cannot be reached.');
  await context.setOffline(false);
  await examples.button('Try again').click();
  await expect(examples.button('Reload todos')).toBeVisible();
});
