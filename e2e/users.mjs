import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** Lists and counts of users follow whatever is done to one of them. */
export async function checkUsers(run, browser, url) {
  run.heading('Users');
  const demo = await DemoPage.open(browser, url);
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const counts = async () => [
    Number(await demo.count('all')),
    Number(await demo.count('admins')),
    Number(await demo.count('others')),
  ];

  await check('shows placeholders before anything is loaded, and sends no request', async () => {
    assert.equal(await page.getByText('No users in cache yet').count(), 2);
    await page.getByText('No todos in cache yet').waitFor();
    await page.getByText('No feed in cache yet').waitFor();
    for (const name of ['all', 'admins', 'others']) assert.equal(await demo.count(name), '–');
    assert.deepEqual(demo.requests, []);
  });
  await check('loads the users with one request', async () => {
    assert.deepEqual(await demo.requestsOf(() => demo.load('users')), ['GET /api/users']);
    assert.equal((await demo.userNames()).length, 10);
    assert.equal(await page.getByText('No users in cache yet').count(), 0);
  });
  await check('counts all and admins from one Query', async () => {
    const [all, admins, others] = await counts();
    assert.ok(all > 200 && admins > 0);
    assert.equal(all, admins + others);
    assert.equal(await demo.list('Admins').getByRole('listitem').count(), admins);
  });
  await check('sorts both ways', async () => {
    const names = await sortedNames(url);
    const up = names.slice(0, 10);
    await eventually(() => demo.userNames(), up);
    await demo.choose('Order', 'Z to A');
    await eventually(() => demo.userNames(), names.toReversed().slice(0, 10));
    await demo.choose('Order', 'A to Z');
    await eventually(() => demo.userNames(), up);
  });
  await check('shows more when asked', async () => {
    await page.locator('app-user-list').getByRole('button', { name: 'Show 20 more' }).click();
    await eventually(async () => (await demo.userNames()).length, 30);
  });
  await check('filters admins and others', async () => {
    const [, admins, others] = await counts();
    const total = (count) => page.getByText(`of ${count} users`).waitFor();
    await demo.choose('Show', 'Admins');
    await total(admins);
    for (const admin of await demo.list('Users').getByRole('switch').all()) {
      assert.ok(await admin.isChecked());
    }
    await demo.choose('Show', 'Others');
    await total(others);
    await demo.choose('Show', 'Everyone');
    await total(admins + others);
  });
  await check('has asked the server once for all of this', () => {
    assert.deepEqual(demo.requests, ['GET /api/users']);
  });

  await check('a new user appears in every list and count, without a refetch', async () => {
    const [all, admins, others] = await counts();
    const requests = await demo.requestsOf(async () => {
      await page.getByLabel('Name', { exact: true }).fill('Aaron Aardvark');
      await page.getByLabel('Email, if any').fill('aaron@example.com');
      await page.getByRole('checkbox', { name: 'Admin', exact: true }).check();
      await demo.button('Create user').click();
      await demo.list('Admins').getByText('Aaron Aardvark').waitFor();
    });
    assert.deepEqual(requests, ['POST /api/users']);
    assert.deepEqual(await counts(), [all + 1, admins + 1, others]);
    assert.ok((await demo.userNames()).slice(0, 10).includes('Aaron Aardvark'));
    await demo.section('Chosen user').getByRole('heading', { name: 'Aaron Aardvark' }).waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '');
  });
  await check('a new name appears in every place, without a refetch', async () => {
    const requests = await demo.requestsOf(async () => {
      await demo.user('Aaron Aardvark').getByRole('button', { name: 'Rename' }).click();
      await page.getByLabel('New name of Aaron Aardvark').fill('Abel Abacus');
      await demo.button('Save').click();
      await demo.user('Abel Abacus').waitFor();
    });
    assert.deepEqual(
      requests.map((request) => request.replace(/\d+/, 'N')),
      ['PATCH /api/users/N'],
    );
    await demo.list('Admins').getByText('Abel Abacus').waitFor();
    await demo.section('Chosen user').getByRole('heading', { name: 'Abel Abacus' }).waitFor();
    await page.getByRole('status').getByText('is now called Abel Abacus').waitFor();
    assert.equal(await page.locator('main').getByText('Aaron Aardvark').count(), 0);
  });
  await check('who is no admin any more leaves the admins, and the counts follow', async () => {
    const [all, admins, others] = await counts();
    await demo.user('Abel Abacus').getByRole('switch').click();
    await eventually(counts, [all, admins - 1, others + 1]);
    assert.equal(await demo.list('Admins').getByText('Abel Abacus').count(), 0);
    assert.equal(await demo.user('Abel Abacus').getByRole('switch').isChecked(), false);
  });
  await check('finds users by a part of the name', async () => {
    await page.getByLabel('Name contains').first().fill('abac');
    await eventually(() => demo.userNames(), ['Abel Abacus']);
    await page.getByLabel('Name contains').first().fill('nobody at all');
    await page.getByText('No users match.').waitFor();
    await page.getByLabel('Name contains').first().fill('');
  });
  await check('a deleted user leaves every list and count', async () => {
    const [all, admins, others] = await counts();
    const requests = await demo.requestsOf(async () => {
      await demo.user('Abel Abacus').getByRole('button', { name: 'Delete' }).click();
      await demo.user('Abel Abacus').waitFor({ state: 'detached' });
    });
    assert.equal(requests.length, 1);
    await eventually(counts, [all - 1, admins, others - 1]);
    await demo.section('Chosen user').getByText('Choose a user').waitFor();
  });
  await check('an equal answer changes nothing', async () => {
    const names = await demo.userNames();
    const commit = await page.locator('app-commit-summary').innerText();
    await demo.button('Reload users').click();
    await eventually(
      () => demo.requests.filter((request) => request === 'GET /api/users').length,
      2,
    );
    await demo.button('Reload users').waitFor();
    assert.deepEqual(await demo.userNames(), names);
    assert.equal(await page.locator('app-commit-summary').innerText(), commit);
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}

/** The names of all users from A to Z, sorted here by hand. */
async function sortedNames(url) {
  const users = await (await fetch(`${url}/api/users`)).json();
  return users.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en'));
}
