// Compares the variants before anything is measured. All variants must show the same rows and the same markup, and must
// send the same number of requests for the same edit.
import { REFUSED } from './serve.mjs';
import { isReadme } from './variants.mjs';

const NEW_TITLE = 'A new title';
const README_ROWS = 'p:has(button)';
/** The time in milliseconds that a page gets to show a change. */
const ENOUGH = 200;

/** Throws if a variant differs from the rows of the server or from the previous variant with the same page. */
export async function check(browser, server, names) {
  const latest = new Map(); // by whether the page is the page of the README
  for (const name of names) {
    const before = latest.get(isReadme(name));
    try {
      const markup = await markupOf(browser, server, name);
      if (before) {
        for (const [step, html] of Object.entries(markup)) {
          same(`the markup ${step}, compared with ${before.name},`, html, before.markup[step]);
        }
      }
      latest.set(isReadme(name), { name, markup });
    } catch (error) {
      throw new Error(`${name}, ${server.rows} rows: ${error.message}`, { cause: error });
    }
  }
  console.log(`${server.rows} rows: all variants show the same content and make the same edit.`);
}

async function markupOf(browser, { origin, todos }, name) {
  const page = await browser.newPage();
  const errors = [];
  const requests = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => {
    if (/\/(api|graphql)\b/.test(request.url())) requests.push(request.method());
  });
  try {
    await page.goto(`${origin}/${name}/`);
    await page.waitForFunction(() => performance.getEntriesByName('painted').length > 0);
    same('the heading', await page.textContent('h2'), `${todos.length} todos`);
    const loaded = await htmlOf(page);
    await (isReadme(name) ? finish : rename)(page, todos);
    same('the number of requests', requests.length, 3);
    if (errors.length > 0) throw new Error(errors.join('; '));
    return { 'after loading': loaded, 'after the edits': await htmlOf(page) };
  } finally {
    await page.close();
  }
}

/** Checks the page of page.ts, where a new title appears when the response arrives. */
async function rename(page, todos) {
  compareRows(await rowsOf(page), todos);

  const { id, createdAt, user } = todos[todos.length >> 1];
  const row = page.locator('li').nth(id - 1);
  await row.getByRole('button').click();
  const title = page.getByLabel('Title');
  same('the title of the detail', await title.inputValue(), todos[id - 1].title);
  const about = `${user.name}, ${user.email}, ${createdAt}`;
  same('the detail', await page.textContent('form p'), about);

  await title.fill(NEW_TITLE);
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText(NEW_TITLE).waitFor();
  const edited = todos.map((todo) => (todo.id === id ? { ...todo, title: NEW_TITLE } : todo));
  compareRows(await rowsOf(page), edited);
  same('the title of the detail', await title.inputValue(), NEW_TITLE);
  same('the alerts', await page.getByRole('alert').count(), 0);

  await title.fill(REFUSED);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The title could not be saved.').waitFor();
  compareRows(await rowsOf(page), edited);
}

/** Checks the page of the README, where an edit appears before the response, and is rolled back after a refusal. */
async function finish(page, todos) {
  const { id, done } = todos[todos.length >> 1];
  const edited = todos.map((todo) => (todo.id === id ? { ...todo, done: !done } : todo));
  const button = page
    .locator(README_ROWS)
    .nth(id - 1)
    .getByRole('button');
  const compare = async (expected) =>
    compareRows(await rowsOf(page, README_ROWS), expected, ['Reopen', 'Finish']);
  /** Clicks, checks that the rows change before the server answers, and then lets it answer. */
  const click = async (expected, answer) => {
    const { promise: sent, resolve } = Promise.withResolvers();
    await page.route('**/api/todos/*', resolve, { times: 1 });
    await button.click();
    const route = await sent;
    await page.waitForTimeout(ENOUGH);
    await compare(expected);
    const answered = page.waitForResponse('**/api/todos/*');
    await answer(route);
    await answered;
    await page.waitForTimeout(ENOUGH);
  };

  await compare(todos);
  await click(edited, (route) => route.continue());
  await compare(edited);
  const count = edited.filter((todo) => todo.done).length;
  same('the count', await page.textContent('h1'), `${count} done`);
  same('the alerts', await page.getByRole('alert').count(), 0);

  await click(todos, (route) => route.fulfill({ status: 422 }));
  await compare(edited);
  same('the count', await page.textContent('h1'), `${count} done`);
  same('the alert', await page.getByRole('alert').textContent(), 'The change was not saved.');
}

function rowsOf(page, selector = 'li') {
  return page.evaluate(
    (rows) =>
      Array.from(document.querySelectorAll(rows), (row) =>
        Array.from(row.children, (child) => child.textContent.trim()).join(' | '),
      ),
    selector,
  );
}

function compareRows(shown, todos, [yes, no] = ['done', 'open']) {
  same('the number of rows', shown.length, todos.length);
  todos.forEach(({ title, user, done }, i) =>
    same(`row ${i}`, shown[i], [title, user.name, done ? yes : no].join(' | ')),
  );
}

function htmlOf(page) {
  return page.evaluate(() => document.querySelector('app-root').outerHTML);
}

function same(what, is, must) {
  if (is !== must) throw new Error(`${what} is "${is}" and should be "${must}"`);
}
