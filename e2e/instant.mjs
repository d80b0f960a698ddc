import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** Changes show before the server responds, and are rolled back in place when it rejects them. */
export async function checkInstant(run, browser, url) {
  run.heading('Before the server answers');
  const demo = await DemoPage.open(browser, url, { path: '/issues' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const fail = () => page.getByRole('switch', { name: 'Fail the next request' }).click();
  const alert = page.getByRole('alert').filter({ hasText: /\S/ });

  await check(
    'a new issue and a new comment are there at once, and stay the same row',
    async () => {
      await page.locator('summary', { hasText: 'New issue' }).click();
      await page.getByLabel('Title', { exact: true }).fill('There before the answer');
      const issue = page.locator('app-issue-line', { hasText: 'There before the answer' });
      await staysTheSame(demo, issue, 'Create issue');
      await issue.getByRole('link').click();
      await page.getByText('There are no comments yet.').waitFor();
      await page.getByLabel('New comment').fill('Said before the answer');
      const comment = demo.list('Comments').getByRole('article');
      await staysTheSame(demo, comment, 'Add comment');
      await comment.getByRole('button').click();
      await eventually(() => comment.count(), 0);
    },
  );
  await check('what could not be deleted returns to its place, with a message', async () => {
    await fail();
    await page.getByRole('button', { name: /^Delete WEB-\d/ }).click();
    await page.waitForURL(/\/issues$/);
    await alert.getByText(/^WEB-\d+ is still here\. The server failed/).waitFor();
    await page.locator('app-issue-line', { hasText: 'There before the answer' }).waitFor();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('25 of 300 issues').waitFor();
  });

  await check('a new user and a new todo are there at once, and stay the same row', async () => {
    await demo.goTo('Examples');
    await demo.load('todos');
    await page.getByLabel('Name', { exact: true }).fill('Aaaa Instant');
    await staysTheSame(demo, demo.user('Aaaa Instant'), 'Create user');
    await demo.section('Chosen user').getByRole('heading', { name: 'Aaaa Instant' }).waitFor();
    await page.getByLabel('New todo for this user').fill('Not to wait');
    const todo = demo.list('Todos of the chosen user').getByRole('listitem');
    await staysTheSame(demo, todo.filter({ hasText: 'Not to wait' }), 'Add todo');
  });
  await check('what fails is rolled back, with what was typed', async () => {
    const todo = demo.list('Todos of the chosen user').getByRole('checkbox', { name: 'Not to' });
    await fail();
    await todo.click();
    await alert.getByText('The todo stays as before. The server failed').waitFor();
    assert.equal(await todo.isChecked(), false);
    await fail();
    await page.getByLabel('New todo for this user').fill('Never mind');
    await demo.button('Add todo').click();
    await alert.getByText('The todo was not added.').waitFor();
    assert.equal(await page.getByLabel('New todo for this user').inputValue(), 'Never mind');
    await fail();
    await demo.user('Aaaa Instant').getByRole('button', { name: 'Delete' }).click();
    await alert.getByText('Aaaa Instant is still here. The server failed').waitFor();
    assert.ok((await demo.userNames()).includes('Aaaa Instant'));
    await alert
      .filter({ hasText: 'Aaaa Instant' })
      .getByRole('button', { name: 'Try again' })
      .click();
    await demo.user('Aaaa Instant').waitFor({ state: 'detached' });
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}

/** Presses a button: the row is there while the response is held, without a link, and is the same node afterwards. */
async function staysTheSame(demo, row, button) {
  const hold = await demo.hold('**/api/*', 'POST');
  await demo.button(button).click();
  await row.waitFor({ timeout: 1_000 });
  assert.equal(await row.getByRole('link').count(), 0);
  const before = await row.elementHandle();
  await hold.release();
  await demo.page.getByRole('status').getByText('was').waitFor();
  assert.ok(await row.evaluate((after, node) => after === node, before));
  await demo.settle();
}
