import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** The panel shows the content of the cache, the changes, and the requests. */
export async function checkPanel(run, browser, url) {
  run.heading('Inside the cache');
  const demo = await DemoPage.open(browser, url);
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const lit = page.locator('app-row-list .lit');
  const asked = page.getByRole('region', { name: 'Requests made' }).getByRole('listitem');

  await check('knows of no requests at first', async () => {
    assert.equal(await demo.count('requests'), '0');
    await page.getByText('Nothing was written yet.').waitFor();
  });
  await check('counts the rows of each table', async () => {
    await demo.load('users', 'todos', 'feed');
    const { User, Todo, Link, Post } = await demo.tables();
    assert.equal(User, await demo.count('all'));
    assert.ok(Number(Todo) >= 395);
    assert.deepEqual([Link, Post], ['60', '60']);
  });
  await check('lists the requests with their state and time', async () => {
    assert.equal(await demo.count('requests'), '3');
    const lines = await asked.allInnerTexts();
    assert.equal(lines.length, 3);
    ['/feed', '/todos', '/users'].forEach((path, at) => {
      assert.match(
        lines[at].replace(/\s+/g, ' '),
        new RegExp(`^GET (/api)?${path} answered \\d+ ms$`),
      );
    });
  });
  await check('shows rows as they are stored: flat', async () => {
    await page.locator('label:has([data-table="Todo"])').click();
    const rows = page.getByRole('region', { name: 'Rows of Todo' }).getByRole('listitem');
    assert.match((await rows.first().innerText()).replace(/\s+/g, ' '), /userId \d+ title "/);
  });
  await check('lights up the row and the field that changed, and no other', async () => {
    await page.locator('label:has([data-table="User"])').click();
    const [name] = await demo.userNames();
    await demo.user(name).getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel(`New name of ${name}`).fill('Aaaa Panel');
    await demo.button('Save').click();
    await eventually(() => lit.count(), 1);
    await eventually(() => lit.locator('mark').allInnerTexts(), ['"Aaaa Panel"']);
    await page.getByText('1 User changed').waitFor();
    const first = page.getByRole('region', { name: 'Rows of User' }).getByRole('listitem').first();
    assert.match(await first.innerText(), /Aaaa Panel/);
    await demo.picture('panel-lit');
  });
  await check('notes a request that failed', async () => {
    await demo.choose('Network', 'Offline');
    await demo.button('Reload feed').click();
    await asked.first().getByText('failed').waitFor();
    await demo.choose('Network', 'Normal');
  });
  await check('says what a deletion removed', async () => {
    await demo.user('Aaaa Panel').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 User removed').waitFor();
  });
  await check('is empty when the cache is emptied', async () => {
    const requests = await demo.requestsOf(() => demo.button('Empty the cache').click());
    assert.equal(await page.getByText('No users in cache yet').count(), 2);
    await page.getByText('No todos in cache yet').waitFor();
    await page.getByText('No feed in cache yet').waitFor();
    for (const name of ['all', 'admins', 'others']) assert.equal(await demo.count(name), '–');
    const sizes = Object.values(await demo.tables());
    assert.ok(
      sizes.every((size) => size === 'unknown'),
      `tables: ${sizes}`,
    );
    assert.deepEqual(requests, []);
  });
  await check('fills again', async () => {
    await demo.load('users');
    assert.equal((await demo.userNames()).length, 10);
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}
