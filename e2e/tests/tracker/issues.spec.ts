import type { Issue } from '../../fixtures/api';
import { expectSameRow } from '../../fixtures/same-row';
import { expect, test } from '../../fixtures/test';

test.beforeEach(({ page }) => page.goto('/issues'));

test('lists the issues of the board without a request', async ({ page, demo, requests }) => {
  await page.goto('/board');
  await expect(demo.cards.first()).toBeVisible();
  const caused = await requests.during(async () => {
    await demo.goTo('Issues');
    await expect(demo.issues).toHaveCount(25);
  });
  expect(caused).toEqual([]);
  await expect(page.getByText('25 of 300 issues')).toBeVisible();
  await expect(demo.heading('Issues')).toBeFocused();
});

test('filters and sorts through the address', async ({ page, api, demo }) => {
  await page.getByLabel('Status').selectOption('Doing');
  await page.getByLabel('Label').selectOption('bug');
  await page.getByLabel('Order').selectOption('Title');
  await expect(page).toHaveURL(/status=doing&label=1&sort=title/);
  const expected = (await api.get<Issue[]>('/issues?status=doing'))
    .filter(({ labelIds }) => labelIds.includes(1))
    .map(({ title }) => title)
    .sort((a, b) => a.localeCompare(b, 'en'));
  await expect(demo.issues.getByRole('link')).toHaveText(expected);
  await page.reload();
  await expect(demo.issues.getByRole('link')).toHaveText(expected);
  await page.getByLabel('Title or key contains').fill('no issue at all');
  await expect(page.getByText('No issues match.')).toBeVisible();
  await demo.button('Show all of them').click();
  await expect(page.getByText('25 of 300 issues')).toBeVisible();
});

test('creates an issue and deletes it', async ({ page, demo, problems }) => {
  await demo.startIssue('');
  await demo.button('Create issue').click();
  await expect(page.getByText('The title must be text')).toBeVisible();
  problems.expect(/status of 422/);
  await demo.title.fill('Out of the blue');
  await demo.button('Try again').click();
  await expect(page.getByText('25 of 301 issues')).toBeVisible();
  await page.getByRole('link', { name: 'Out of the blue' }).click();
  await page.getByRole('button', { name: /^Delete WEB-/ }).click();
  await expect(page.getByText('25 of 300 issues')).toBeVisible();
});

test('shows what is new before the response', async ({ page, demo, network }) => {
  await demo.startIssue('There before the response');
  const issue = demo.issues.filter({ hasText: 'There before the response' });
  await expectSameRow(demo, network, issue, 'Create issue');
  await issue.getByRole('link').click();
  await expect(page.getByText('There are no comments yet.')).toBeVisible();
  await demo.newComment.fill('Said before the response');
  await expectSameRow(demo, network, demo.comments, 'Add comment');
  await demo.comments.getByRole('button').click();
  await expect(demo.comments).toHaveCount(0);
});

test('returns an issue that could not be deleted', async ({ page, demo, network }) => {
  const title = await demo.issues.first().getByRole('link').innerText();
  await demo.issues.first().getByRole('link').click();
  await expect(demo.heading(title)).toBeVisible();
  await network.failNext();
  await page.getByRole('button', { name: /^Delete [A-Z]+-\d/ }).click();
  await expect(page).toHaveURL(/\/issues$/);
  await expect(demo.alert).toHaveText(/[A-Z]+-\d+ was not deleted\. The server failed/);
  await expect(demo.issues.first().getByRole('link')).toHaveText(title);
  await demo.alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('25 of 299 issues')).toBeVisible();
});

test('keeps a draft while an issue is created', async ({ page, demo, network }) => {
  await demo.startIssue('The first one');
  const hold = await network.hold('**/api/issues', 'POST');
  await demo.button('Create issue').click();
  await demo.title.fill('The next one');
  await hold.release();
  await expect(demo.status.getByText(/-\d+ was created/)).toBeVisible();
  await expect(demo.title).toHaveValue('The next one');
  await expect(page).toHaveURL(/issues$/);
});
