import type { Page } from '@playwright/test';
import type { Api, Issue } from '../../fixtures/api';
import { expect, test } from '../../fixtures/test';

const mine = '**/api/me/issues?*';
/** The number of issues on a page. */
const limit = 10;

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Person').selectOption(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible();
}

interface Assignee {
  readonly name: string;
  readonly titles: readonly string[];
}

/** Two people to whom issues are assigned, with the titles of these issues. */
async function twoPeople(api: Api): Promise<[Assignee, Assignee]> {
  const users = await api.get<{ id: number; name: string }[]>('/users');
  const issues = await api.get<Issue[]>('/issues');
  const people = users.map(({ id, name }) => ({
    name,
    titles: issues.filter(({ assigneeId }) => assigneeId === id).map(({ title }) => title),
  }));
  const [first, second] = people.filter(({ titles }) => titles.length > 0);
  return [first!, second!];
}

test('the page of a user who is not signed in requests nothing private', async ({
  page,
  requests,
}) => {
  await page.goto('/mine');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(requests.all).not.toContain('GET /api/me/issues');
});

test('after signing out, the next user sees nothing of the last one', async ({
  page,
  api,
  demo,
  requests,
}) => {
  const [first, second] = await twoPeople(api);
  await page.goto('/mine');
  await signIn(page, first.name);
  await expect(demo.issues).toHaveCount(Math.min(limit, first.titles.length));
  const caused = await requests.during(async () => {
    await demo.button('Sign out').click();
    await expect(demo.button('Sign in')).toBeVisible();
  });
  expect(caused).toContain('DELETE /api/session');
  expect(caused).not.toContain('GET /api/me/issues');
  await expect(demo.issues).toHaveCount(0);
  await signIn(page, second.name);
  await expect(demo.issues).toHaveCount(Math.min(limit, second.titles.length));
  const shown = await demo.issues.locator('.title').allTextContents();
  for (const title of shown) expect(second.titles).toContain(title.trim());
});

test('a response that arrives after signing out is not shown', async ({
  page,
  api,
  demo,
  network,
}) => {
  const [first, second] = await twoPeople(api);
  await page.goto('/mine');
  const held = await network.hold(mine);
  await signIn(page, first.name);
  await demo.button('Sign out').click();
  await expect(demo.button('Sign in')).toBeVisible();
  await held.release();
  await expect(demo.issues).toHaveCount(0);
  await signIn(page, second.name);
  await expect(demo.issues).toHaveCount(Math.min(limit, second.titles.length));
});

test('a session that the server has ended ends in the page, without a loop', async ({
  page,
  api,
  demo,
  requests,
  problems,
}) => {
  const [{ name }] = await twoPeople(api);
  await page.goto('/mine');
  await page.route(mine, (route) =>
    route.fulfill({ status: 401, json: { error: 'You are not signed in.' } }),
  );
  problems.expect(/status of 401/);
  await page.getByLabel('Person').selectOption(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => requests.all).toContain('GET /api/me/issues');
  await expect(demo.button('Sign in')).toBeVisible();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  expect(requests.all.filter((each) => each === 'GET /api/me/issues')).toHaveLength(1);
});

test('the pages of the list follow a change to the assignee', async ({ page, api, demo }) => {
  const [{ name, titles }] = await twoPeople(api);
  const total = page.getByRole('status').filter({ hasText: /Page \d/ });
  await page.goto('/mine');
  await signIn(page, name);
  await expect(total).toContainText(`${titles.length} issues`);
  await demo.issues.getByRole('link').first().click();
  await page.getByLabel('Assignee').selectOption('Unassigned');
  await demo.button('Save changes').click();
  await demo.goTo('Mine');
  await expect(total).toContainText(`${titles.length - 1} issues`);
});
