import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** Todos joined with their owners, whichever comes first. */
export async function checkTodos(run, browser, url) {
  run.heading('Todos');
  const expected = await joined(url);

  for (const order of [
    ['todos', 'owners'],
    ['owners', 'todos'],
  ]) {
    const demo = await DemoPage.open(browser, url);
    await run.check(
      `shows the owners' names when ${order.join(' come before ')}`,
      async () => {
        await demo.load(order[0]);
        if (order[0] === 'todos') {
          assert.equal(await demo.list('Todos').getByText('owner not loaded').count(), 10);
        } else {
          await demo.page.getByText('No todos in cache yet').waitFor();
        }
        await demo.load(order[1]);
        const rows = demo.list('Todos').getByRole('listitem');
        assert.deepEqual(await rows.locator('.owner').allInnerTexts(), expected.slice(0, 10));
        assert.deepEqual(
          demo.requests,
          order.map((list) => `GET /api/${list.replace('owners', 'users')}`),
        );
      },
      demo.page,
    );
    if (order[0] === 'owners') await checkJoined(run, demo, expected);
    await demo.close();
  }
}

async function checkJoined(run, demo, expected) {
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const owners = () => demo.list('Todos').locator('.owner').allInnerTexts();
  const filter = page.getByLabel('Owner’s name contains');
  const owner = expected[0];

  await check('filters todos by the name of their owner', async () => {
    await filter.fill(owner.toUpperCase());
    const theirs = expected.filter((name) => name === owner);
    await eventually(owners, theirs.slice(0, 10));
    await filter.fill('');
  });
  await check('filters todos by what their owner is', async () => {
    const all = await owners();
    await demo.choose('Owned by', 'Admins');
    await eventually(owners, (names) => names.join() !== all.join());
    const admins = await demo.list('Admins').getByRole('listitem').allInnerTexts();
    for (const name of await owners()) assert.ok(admins.includes(name), `${name} is no admin`);
    await demo.choose('Owned by', 'Anyone');
  });
  await check('a todo that is ticked off is done in every place', async () => {
    await demo.choose('Todos', 'Open');
    const first = demo.list('Todos').getByRole('listitem').first();
    const title = (await first.locator('.what').innerText()).trim();
    await first.locator('.owner').click();
    const elsewhere = demo
      .list('Todos of the chosen user')
      .getByRole('checkbox', { name: title, exact: true });
    assert.equal(await elsewhere.isChecked(), false);
    const [open, done] = await openAndDone(demo);
    const requests = await demo.requestsOf(() => first.getByRole('checkbox').click());
    await eventually(() => elsewhere.isChecked(), true);
    await eventually(() => openAndDone(demo), [open - 1, done + 1]);
    assert.equal(await demo.todo(title).count(), 0);
    assert.equal(requests.length, 1);
    await demo.choose('Todos', 'All');
  });
  await check('a new todo is sent flat and appears joined', async () => {
    const name = await demo.section('Chosen user').getByRole('heading', { level: 3 }).innerText();
    await page.getByLabel('New todo for this user').fill('Try the keyboard');
    const requests = await demo.requestsOf(() => demo.button('Add todo').click());
    assert.deepEqual(requests, ['POST /api/todos']);
    await demo
      .list('Todos of the chosen user')
      .getByRole('checkbox', { name: 'Try the keyboard' })
      .waitFor();
    await filter.fill(name);
    await demo.todo('Try the keyboard').waitFor();
  });
  await check('a renamed owner is renamed beside the todos', async () => {
    const before = await demo.todo('Try the keyboard').locator('.owner').innerText();
    await page.getByLabel('Name contains', { exact: true }).fill(before);
    await demo.user(before).getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel(`New name of ${before}`).fill('Quentin Quill');
    await page.keyboard.press('Enter');
    await filter.fill('quentin');
    await eventually(
      owners,
      (names) => names.length > 0 && names.every((n) => n === 'Quentin Quill'),
    );
    await demo.section('Chosen user').getByRole('heading', { name: 'Quentin Quill' }).waitFor();
  });
  await check('todos of a deleted user stay, without an owner', async () => {
    const [open, done] = await openAndDone(demo);
    await page.getByLabel('Name contains', { exact: true }).fill('quentin');
    await demo.user('Quentin Quill').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No users match.').waitFor();
    await filter.fill('');
    await eventually(owners, (names) => names.includes('no owner'));
    assert.deepEqual(await openAndDone(demo), [open, done]);
  });
  await check('a deleted todo is gone', async () => {
    const first = demo.list('Todos').getByRole('listitem').first();
    const title = (await first.locator('.what').innerText()).trim();
    await first.getByRole('button', { name: 'Delete the todo' }).click();
    await eventually(() => demo.todo(title).count(), 0);
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
}

async function openAndDone(demo) {
  return (await demo.count('todos')).match(/\d+/g).map(Number);
}

/** The owners' names in the order of the todos, joined here by hand. */
async function joined(url) {
  const [users, todos] = await Promise.all(
    ['users', 'todos'].map(async (list) => (await fetch(`${url}/api/${list}`)).json()),
  );
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return todos.map(({ userId }) => names.get(userId) ?? 'no owner');
}
