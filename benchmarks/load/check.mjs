// Compares the variants before anything is measured. All variants must show the same rows and the same markup, and must
// send the same number of requests for the same edit.
import { REFUSED } from './serve.mjs';

const NEW_TITLE = 'A new title';

/** Throws if a variant differs from the rows of the server or from the previous variant. */
export async function check(browser, server, names) {
  let before;
  for (const name of names) {
    try {
      const markup = await markupOf(browser, server, name);
      if (before) {
        for (const [step, html] of Object.entries(markup)) {
          same(`the markup ${step}, compared with ${before.name},`, html, before.markup[step]);
        }
      }
      before = { name, markup };
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
    compareRows(await rowsOf(page), todos);
    same('the heading', await page.textContent('h2'), `${todos.length} todos`);
    const loaded = await htmlOf(page);

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
    same('the number of requests', requests.length, 3);
    if (errors.length > 0) throw new Error(errors.join('; '));
    return { 'after loading': loaded, 'after the edits': await htmlOf(page) };
  } finally {
    await page.close();
  }
}

function rowsOf(page) {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('li'), (row) =>
      Array.from(row.children, (child) => child.textContent).join(' | '),
    ),
  );
}

function compareRows(shown, todos) {
  same('the number of rows', shown.length, todos.length);
  todos.forEach(({ title, user, done }, i) =>
    same(`row ${i}`, shown[i], [title, user.name, done ? 'done' : 'open'].join(' | ')),
  );
}

function htmlOf(page) {
  return page.evaluate(() => document.querySelector('app-root').outerHTML);
}

function same(what, is, must) {
  if (is !== must) throw new Error(`${what} is "${is}" and should be "${must}"`);
}
