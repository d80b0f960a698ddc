import type { Comment, Issue } from '../../fixtures/api';
import { expect, test } from '../../fixtures/test';

test.describe('an issue', () => {
  test.beforeEach(async ({ page, demo }) => {
    await page.goto('/issues/12');
    await expect(demo.comments.first()).toBeVisible();
  });

  test('shows its comments', async ({ page, api, demo }) => {
    const { title } = await api.get<Issue>('/issues/12');
    await demo.goTo('Issues');
    await page.getByLabel('Title or key contains').fill('-12');
    await page.getByRole('link', { name: title }).click();
    await expect(demo.heading(title)).toBeVisible();
    const { length } = await api.get<Comment[]>('/issues/12/comments');
    await expect(demo.comments).toHaveCount(length);
  });

  test('shows a rejected title at its field', async ({ page, demo, problems }) => {
    await demo.title.fill('x');
    await demo.button('Save changes').click();
    const message = 'The title must be text of 3 to 120 characters.';
    await expect(page.getByText(message)).toBeVisible();
    await expect(demo.title).toHaveAttribute('aria-invalid', 'true');
    await expect(demo.title).toHaveValue('x');
    problems.expect(/status of 422/);
    await demo.title.fill('A title that is long enough');
    await page.getByLabel('Status').selectOption('Done');
    await page.getByLabel('Assignee').selectOption('Unassigned');
    await demo.button('Try again').click();
    await expect(demo.heading('A title that is long enough')).toBeVisible();
    await expect(page.locator('app-issue-facts')).toContainText(/Done.*Unassigned/s);
  });

  test('changes its description', async ({ page, demo, problems, requests }) => {
    const field = page.getByRole('textbox', { name: 'Description' });
    const shown = demo.region('Description');
    await field.fill('x'.repeat(4_001));
    await demo.button('Save changes').click();
    await expect(
      page.getByText('The description must be text of at most 4000 characters.'),
    ).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue('x'.repeat(4_001));
    problems.expect(/status of 422/);

    await field.fill('It happens on Mondays.\n\nThe cause is unknown.');
    const caused = await requests.during(async () => {
      await demo.button('Try again').click();
      await expect(demo.status.getByText('was changed')).toBeVisible();
    });
    expect(caused).toEqual(['PATCH /api/issues/12']);
    const paragraphs = ['It happens on Mondays.', 'The cause is unknown.'];
    await expect(shown.getByRole('paragraph')).toHaveText(paragraphs);
    await field.fill('');
    await demo.button('Save changes').click();
    await expect(shown).toHaveText('No description.');
  });

  test('adds a comment and deletes it', async ({ demo }) => {
    const before = await demo.comments.count();
    await demo.addComment('Seen, thank you.');
    await expect(demo.comments.last()).toContainText('Seen, thank you.');
    await expect(demo.comments).toHaveCount(before + 1);
    await demo.comments.last().getByRole('button').click();
    await expect(demo.comments).toHaveCount(before);
  });

  test('deletes two comments at once', async ({ api, demo, network, requests }) => {
    const stored = () => api.get<Comment[]>('/issues/12/comments');
    for (const text of ['One', 'Two']) {
      await demo.addComment(text);
      await expect(demo.comments.last()).toContainText(text);
      await expect(demo.status.getByText('The comment was added.')).toBeVisible();
    }
    await expect.poll(stored).toHaveLength(await demo.comments.count());
    const { length } = await stored();
    const hold = await network.hold('**/api/comments/*', 'DELETE');
    const caused = await requests.during(async () => {
      for (const left of [1, 2]) {
        await demo.comments.last().getByRole('button').click();
        await expect(demo.comments).toHaveCount(length - left);
      }
    });
    expect(caused).toHaveLength(2);
    expect(await stored()).toHaveLength(length);
    await hold.release();
    await expect.poll(stored).toHaveLength(length - 2);
  });

  test('shows the last of two saves as it is stored', async ({ demo, network }) => {
    const hold = await network.hold('**/api/issues/*', 'PATCH');
    await demo.title.fill('The first state');
    await demo.button('Save changes').click();
    await demo.title.fill('  The last state ');
    await demo.button('Saving…').click();
    await hold.release();
    await expect(demo.heading('The last state')).toBeVisible();
    await expect(demo.title).toHaveValue('The last state');
  });

  test('keeps what is typed while a request is in flight', async ({ demo, network }) => {
    await network.choose('Slow');
    await demo.title.fill('In flight');
    await demo.button('Save changes').click();
    await demo.title.fill('In flight, and more');
    await expect(demo.heading('In flight')).toBeVisible();
    await expect(demo.button('Save changes')).toBeVisible();
    await expect(demo.title).toHaveValue('In flight, and more');
  });

  test('keeps what is typed when the issue changes elsewhere', async ({ page, api, demo }) => {
    await demo.title.fill('Typed here');
    await api.send('PATCH', '/issues/12', { title: 'Changed elsewhere', priority: 'urgent' });
    await expect(demo.heading('Changed elsewhere')).toBeVisible();
    await expect(demo.title).toHaveValue('Typed here');
    await expect(page.getByLabel('Priority')).toHaveValue('urgent');
    await demo.button('Save changes').click();
    await expect(demo.heading('Typed here')).toBeVisible();
    const stored = { title: 'Typed here', priority: 'urgent' };
    await expect.poll(() => api.get('/issues/12')).toMatchObject(stored);
  });

  test('keeps what was typed when the server fails', async ({ demo, network }) => {
    await demo.title.fill('Typed with care');
    await network.failNext();
    await demo.button('Save changes').click();
    await expect(demo.alert).toContainText('What you typed is still here.');
    await demo.button('Try again').click();
    await expect(demo.heading('Typed with care')).toBeVisible();
  });

  test('keeps a comment that failed in its field', async ({ demo, network }) => {
    await network.failNext();
    await demo.addComment('Half of it');
    await expect(demo.alert).toContainText('The comment was not added.');
    await expect(demo.newComment).toHaveValue('Half of it');
    await demo.newComment.fill('All of it');
    await demo.alert.getByRole('button', { name: 'Try again' }).click();
    await expect(demo.comments.last()).toContainText('All of it');
    await expect(demo.newComment).toHaveValue('');
  });
});

test.describe('when the user leaves', () => {
  test.beforeEach(async ({ page, demo, api }) => {
    await page.goto('/issues/41');
    await expect(demo.heading((await api.get<Issue>('/issues/41')).title)).toBeVisible();
    await expect(demo.count('comments')).toBeVisible();
  });

  test('drafts are there again on return', async ({ api, page, demo }) => {
    await demo.title.fill('A draft of 41');
    await demo.newComment.fill('A draft of a comment');
    await demo.navigate('/issues/42');
    const other = await api.get<Issue>('/issues/42');
    await expect(demo.heading(other.title)).toBeVisible();
    await expect(demo.title).toHaveValue(other.title);
    await expect(demo.newComment).toHaveValue('');
    await demo.goTo('Issues');
    await demo.startIssue('A draft of a new issue');
    await demo.navigate('/issues/41');
    await expect(page.getByRole('heading', { name: 'Edit' })).toBeVisible();
    await expect(demo.title).toHaveValue('A draft of 41');
    await expect(demo.newComment).toHaveValue('A draft of a comment');
    await demo.goTo('Issues');
    await expect(demo.title).toHaveValue('A draft of a new issue');
  });

  test('a save that fails later can be retried', async ({ page, api, demo, network, problems }) => {
    problems.expect(/status of 500/);
    await demo.title.fill('A draft of 41');
    const fail = await network.holdAndFail('**/api/issues/41', 'PATCH');
    await demo.button('Save changes').click();
    await demo.goTo('Activity');
    await fail();
    await expect(demo.alert).toContainText(
      /[A-Z]+-41 was not changed\. The server responded with status 500/,
    );
    await expect(page).toBeAccessible();
    await demo.alert.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => api.get('/issues/41')).toMatchObject({ title: 'A draft of 41' });
    await expect(demo.alert).toHaveCount(0);
    await demo.navigate('/issues/41');
    await expect(demo.heading('A draft of 41')).toBeVisible();
    await expect(demo.title).toHaveValue('A draft of 41');
  });

  test('the failure of one issue does not show on another', async ({ demo, network }) => {
    await network.failNext();
    await demo.title.fill('Never saved');
    await demo.button('Save changes').click();
    await expect(demo.alert).toContainText('The issue was not changed.');
    await expect(demo.title).toHaveValue('Never saved');
    await demo.navigate('/issues/44');
    await expect(demo.title).not.toHaveValue('Never saved');
    await expect(demo.alert).toHaveCount(0);
  });

  test('a late deletion does not navigate', async ({ page, api, demo, network }) => {
    const hold = await network.hold('**/api/issues/*', 'DELETE');
    await page.getByRole('button', { name: /^Delete [A-Z]+-41$/ }).click();
    await expect(page).toHaveURL(/issues$/);
    await demo.navigate('/issues/44');
    await expect(demo.heading((await api.get<Issue>('/issues/44')).title)).toBeVisible();
    await hold.release();
    await expect(demo.status.getByText(/-41 was deleted/)).toBeVisible();
    await expect(page).toHaveURL(/issues\/44$/);
  });
});
