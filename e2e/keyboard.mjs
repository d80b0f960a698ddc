import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** The main flow without a pointer: every stop of the Tab key shows where it is. */
export async function checkKeyboard(run, browser, url) {
  run.heading('By keyboard alone');
  const demo = await DemoPage.open(browser, url);
  const { page } = demo;
  const { keyboard } = page;
  const show = demo.section('Users').getByRole('group', { name: 'Show', exact: true });
  const check = (name, test) => run.check(name, test, page);

  const stopsWithoutRing = new Set();
  const reach = async (locator, key = 'Tab') => {
    for (let stops = 0; stops < 150; stops++) {
      if (await locator.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press(key);
      const bare = await page.evaluate(stopWithoutRing);
      if (bare) stopsWithoutRing.add(bare);
    }
    throw new Error('the Tab key does not get there');
  };
  const press = async (locator, key) => {
    await reach(locator);
    await keyboard.press(key);
  };

  /** Waits until the focus is on the element of that name. */
  const atNow = (name) =>
    eventually(
      () =>
        page.evaluate(() => {
          const at = document.activeElement;
          return (at.getAttribute('aria-label') ?? at.textContent).replace(/\s+/g, ' ').trim();
        }),
      name,
    );

  await check('loads the users', async () => {
    await press(demo.button('Load users'), 'Enter');
    await eventually(
      () => demo.count('all'),
      (count) => Number(count) > 200,
    );
  });
  await check('filters with the arrow keys', async () => {
    await reach(show.getByRole('radio', { name: 'Everyone' }));
    await keyboard.press('ArrowRight');
    const admins = await demo.count('admins');
    await page.getByText(`of ${admins} users`).waitFor();
    await keyboard.press('ArrowLeft');
    await page.getByText(`of ${await demo.count('all')} users`).waitFor();
  });
  await check('renames a user, and goes on where it was', async () => {
    const [first] = await demo.userNames();
    const rename = demo.user(first).getByRole('button', { name: 'Rename' });
    await press(rename, 'Enter');
    await atNow(`New name of ${first}`);
    await keyboard.type('Aaa Keyboard');
    await keyboard.press('Enter');
    await eventually(async () => (await demo.userNames())[0], 'Aaa Keyboard');
    await atNow('Rename Aaa Keyboard');
  });
  await check('gives up a new name with Escape', async () => {
    await keyboard.press('Enter');
    await atNow('New name of Aaa Keyboard');
    await keyboard.type('Nonsense');
    await keyboard.press('Escape');
    await atNow('Rename Aaa Keyboard');
    assert.equal((await demo.userNames())[0], 'Aaa Keyboard');
  });
  await check('makes an admin with the space bar', async () => {
    const before = Number(await demo.count('admins'));
    const toggle = demo.user('Aaa Keyboard').getByRole('switch');
    const was = await toggle.isChecked();
    await reach(toggle, 'Shift+Tab');
    await keyboard.press('Space');
    await eventually(async () => Number(await demo.count('admins')), before + (was ? -1 : 1));
  });
  await check('deletes a user, and stands on the next one', async () => {
    const [, second, third] = await demo.userNames();
    await press(demo.user(second).getByRole('button', { name: 'Delete' }), 'Enter');
    await demo.user(second).waitFor({ state: 'detached' });
    await atNow(third);
  });
  await check('stands on the next one when a row leaves the filter', async () => {
    await reach(show.getByRole('radio', { name: 'Everyone' }), 'Shift+Tab');
    await keyboard.press('ArrowRight');
    await page.getByText(`of ${await demo.count('admins')} users`).waitFor();
    const [first, second] = await demo.userNames();
    await press(demo.user(first).getByRole('switch'), 'Space');
    await atNow(second);
    await reach(show.getByRole('radio', { name: 'Admins' }), 'Shift+Tab');
    await keyboard.press('ArrowLeft');
    await page.getByText(`of ${await demo.count('all')} users`).waitFor();
  });
  await check('creates a user', async () => {
    await reach(page.getByLabel('Name', { exact: true }));
    await keyboard.type('Zoë Keyboard');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await press(demo.button('Create user'), 'Enter');
    await demo.section('Chosen user').getByRole('heading', { name: 'Zoë Keyboard' }).waitFor();
    await demo.list('Admins').getByText('Zoë Keyboard').waitFor();
  });
  await check('adds a todo for that user and ticks it off', async () => {
    await reach(page.getByLabel('New todo for this user'), 'Shift+Tab');
    await keyboard.type('Type less');
    await keyboard.press('Enter');
    const todo = demo.list('Todos of the chosen user').getByRole('checkbox', { name: 'Type less' });
    await todo.waitFor();
    await reach(todo, 'Shift+Tab');
    await keyboard.press('Space');
    await eventually(() => todo.isChecked(), true);
  });
  await check('looks through the tables of the cache', async () => {
    await reach(page.getByRole('group', { name: 'Tables' }).getByRole('radio', { checked: true }));
    await keyboard.press('ArrowLeft');
    await page.getByRole('region', { name: 'Rows of User' }).waitFor();
  });
  await check('shows where it is at every stop', () => assert.deepEqual([...stopsWithoutRing], []));
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}

/** The element that has the focus, when neither it nor its label shows a ring. */
function stopWithoutRing() {
  const at = document.activeElement;
  if (!at || at === document.body) return undefined;
  const shown = [at, at.nextElementSibling].filter(Boolean);
  const ring = shown.some((element) => getComputedStyle(element).outlineStyle !== 'none');
  return ring ? undefined : at.outerHTML.slice(0, 120);
}
