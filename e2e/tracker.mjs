import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** The issue tracker: every page follows whatever is done on another. */
export async function checkTracker(run, browser, url) {
  run.heading('The tracker');
  const demo = await DemoPage.open(browser, url, { path: '/' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const column = (status) => page.locator(`[data-column=${status}]`).innerText().then(Number);
  const asked = () => page.locator('[data-count=asked]').innerText().then(Number);
  const lines = page.locator('app-issue-line');
  const data = async (path) => (await fetch(`${url}/api${path}`)).json();

  await check('opens on the board, with four requests', async () => {
    await page.locator('app-issue-card').first().waitFor();
    assert.match(page.url(), /\/board$/);
    assert.deepEqual(demo.requests.toSorted(), [
      'GET /api/issues',
      'GET /api/labels',
      'GET /api/projects',
      'GET /api/users',
    ]);
    assert.equal(await asked(), 4);
    for (const status of ['backlog', 'todo', 'doing', 'done']) {
      assert.equal(await column(status), (await data(`/issues?status=${status}`)).length);
    }
  });
  await check('moves a card by keyboard, and stays on it', async () => {
    const [todo, doing] = [await column('todo'), await column('doing')];
    const card = demo.list('To do').locator('article').first();
    const name = await card.getAttribute('aria-label');
    await card.getByRole('button', { name: `Move ${name} to Doing` }).focus();
    const requests = await demo.requestsOf(async () => {
      await page.keyboard.press('Enter');
      await demo.list('Doing').getByRole('article', { name }).waitFor();
    });
    assert.match(requests.join(), /^PATCH \/api\/issues\/\d+$/);
    assert.deepEqual([await column('todo'), await column('doing')], [todo - 1, doing + 1]);
    await eventually(
      () => page.evaluate(() => document.activeElement.textContent.trim()),
      (text) => text.includes(`Move ${name} to Done`),
    );
  });
  await check('shows one project, by the address bar', async () => {
    await demo.menu('Project', 'Payments');
    await page.waitForURL(/project=4/);
    await eventually(() => column('done'), (await data('/issues?projectId=4&status=done')).length);
  });

  await check('lists the issues, asking for nothing', async () => {
    const requests = await demo.requestsOf(async () => {
      await demo.goTo('Issues');
      await lines.first().waitFor();
    });
    assert.deepEqual(requests, []);
    assert.equal(await lines.count(), 25);
    await page.getByText('25 of 300 issues').waitFor();
    await eventually(() => page.evaluate(() => document.activeElement.textContent), 'Issues');
  });
  await check('filters and sorts through the address bar', async () => {
    await demo.menu('Status', 'Doing');
    await demo.menu('Label', 'bug');
    await demo.menu('Order', 'Title');
    await page.waitForURL(/status=doing&label=1&sort=title/);
    const expected = (await data('/issues?status=doing'))
      .filter(({ labelIds }) => labelIds.includes(1))
      .map(({ title }) => title)
      .sort((a, b) => a.localeCompare(b, 'en'));
    const titles = () => lines.locator('a').allInnerTexts();
    await eventually(titles, expected);
    await page.reload();
    await lines.first().waitFor();
    await eventually(titles, expected);
    await page.getByLabel('Title or key contains').fill('no issue at all');
    await page.getByText('No issue is like that.').waitFor();
    await page.getByRole('button', { name: 'Show all of them' }).click();
    await page.getByText('25 of 300 issues').waitFor();
  });

  await check('opens an issue with its comments', async () => {
    const [{ issueId }] = await data('/comments?limit=1');
    const { title } = await data(`/issues/${issueId}`);
    await page.getByLabel('Title or key contains').fill(`-${issueId}`);
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const comments = await data(`/issues/${issueId}/comments`);
    await eventually(() => demo.list('Comments').getByRole('listitem').count(), comments.length);
  });
  await check(
    'puts what the server refuses beside its field, and keeps what was typed',
    async () => {
      const field = page.getByLabel('Title', { exact: true });
      await field.fill('x');
      await demo.button('Save changes').click();
      await page.getByText('The title must be text of 3 to 120 characters.').waitFor();
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.equal(await field.inputValue(), 'x');
      assert.match(demo.takeProblems().join(), /status of 422/);
      await field.fill('A title that is long enough');
      await demo.menu('Status', 'Done');
      await demo.menu('Assignee', 'Unassigned');
      await demo.button('Try again').click();
      await page.getByRole('heading', { level: 1, name: 'A title that is long enough' }).waitFor();
      await page.locator('app-issue-facts').getByText('Unassigned').waitFor();
    },
  );
  await check('changes the description, and says what is wrong with it at its field', async () => {
    const field = page.getByRole('textbox', { name: 'Description' });
    const shown = page.getByRole('region', { name: 'Description' });
    await field.fill('x'.repeat(4_001));
    await demo.button('Save changes').click();
    await page.getByText('The description must be text of at most 4000 characters.').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal((await field.inputValue()).length, 4_001);
    assert.match(demo.takeProblems().join(), /status of 422/);
    await field.fill('It happens on Mondays.\n\nNobody knows why.');
    assert.deepEqual(await demo.requestsOf(() => demo.button('Try again').click()), [
      `PATCH /api/issues/${page.url().match(/\d+$/)[0]}`,
    ]);
    await eventually(
      () => shown.getByRole('paragraph').allInnerTexts(),
      ['It happens on Mondays.', 'Nobody knows why.'],
    );
    await field.fill('');
    await demo.button('Save changes').click();
    await shown.getByText('No description.').waitFor();
  });
  await check('adds a comment and deletes it', async () => {
    const list = demo.list('Comments').getByRole('listitem');
    const count = await list.count();
    await page.getByLabel('New comment').fill('Seen, thank you.');
    await demo.button('Add comment').click();
    await list.getByText('Seen, thank you.').waitFor();
    assert.equal(await list.count(), count + 1);
    await list.last().getByRole('button').click();
    await list.getByText('Seen, thank you.').waitFor({ state: 'detached' });
  });
  await check('creates an issue and deletes it', async () => {
    await demo.goTo('Issues');
    await page.locator('summary', { hasText: 'New issue' }).click();
    await demo.button('Create issue').click();
    await page.getByText('The title must be text').waitFor();
    assert.match(demo.takeProblems().join(), /status of 422/);
    await page.getByLabel('Title', { exact: true }).fill('Out of the blue');
    await demo.button('Try again').click();
    await page.getByText('25 of 301 issues').waitFor();
    await lines.getByRole('link', { name: 'Out of the blue' }).click();
    await page.getByRole('button', { name: /^Delete WEB-/ }).click();
    await page.getByText('25 of 300 issues').waitFor();
  });
  await check('the skip link leads past the navigation', async () => {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'content');
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}
