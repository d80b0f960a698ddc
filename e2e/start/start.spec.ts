import { readFile } from 'node:fs/promises';
import { type ConsoleMessage, type Page, expect, test as base } from '@playwright/test';
import { Demo } from '../fixtures/demo';
import { waitForHydration } from '../fixtures/hydration';
import { Started } from './started';

/** The messages of the development server. Any other message in the console fails a test. */
const expected = [
  /^\[vite\] (connecting\.\.\.|connected\.)$/,
  /^Angular is running in development mode\.$/,
  /^Angular hydrated \d+ component\(s\) and \d+ node\(s\), 1 component\(s\) were skipped\./, // cache-devtools
];

const test = base.extend<{ demo: Demo; messages: string[] }, { started: Started }>({
  started: [({}, use) => Started.run(use), { scope: 'worker', timeout: 120_000 }],
  baseURL: ({ started }, use) => use(started.url),
  messages: async ({}, use) => {
    const messages: string[] = [];
    await use(messages);
    expect(messages, 'messages in the console').toEqual([]);
  },
  page: async ({ page, messages }, use) => {
    page.on('console', (message: ConsoleMessage) => {
      if (!expected.some((each) => each.test(message.text()))) messages.push(message.text());
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    await use(waitForHydration(page));
  },
  demo: ({ page }, use) => use(new Demo(page)),
});

/** The pages of the navigation, each with its heading and its link. */
async function pagesIn(page: Page): Promise<{ path: string; name: string }[]> {
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  return links.evaluateAll((all) =>
    all.map((link) => ({
      path: link.getAttribute('href')!,
      name: link.firstChild!.textContent!.trim(),
    })),
  );
}

test('each page of the navigation loads and works', async ({ page, demo }) => {
  await page.goto('/');
  const pages = (await pagesIn(page)).filter(({ name }) => name !== 'Docs');
  expect(pages.length).toBeGreaterThan(6);
  for (const { path, name } of pages) {
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    await demo.goTo(name === 'Board' ? 'People' : 'Board'); // the page reacts
  }
  for (const { path, name } of pages) {
    await demo.goTo(name);
    await expect(page).toHaveURL(path);
    await expect(page.locator('main h1')).toBeVisible();
  }
});

test('an edit is shown, and stays after a reload', async ({ page, demo }) => {
  await page.goto('/people');
  const name = await page.locator('app-person-row .name').first().innerText();
  await demo.rename(name, 'Edith Started');
  await expect(demo.button('Rename Edith Started')).toBeVisible();
  await page.reload();
  await expect(demo.button('Rename Edith Started')).toBeVisible();
});

test('a saved source file reloads the page', async ({ page, demo, started }) => {
  const file = 'src/app/frame/page-nav.ts';
  await page.goto('/board');
  await expect(demo.heading('Board')).toBeVisible();
  started.edit(file, '>Docs</a>', '>Read me</a>');
  await expect(page.getByRole('link', { name: 'Read me' })).toBeVisible({ timeout: 30_000 });
  started.edit(file, "label: 'Activity'", "label: 'Events'");
  await expect(page.getByRole('link', { name: 'Events' })).toBeVisible({ timeout: 30_000 });
  await demo.goTo('Events');
});

test('the documentation appears when it has been built', async ({ page, started }) => {
  await page.goto('/board');
  await page.getByRole('link', { name: /^(Docs|Read me)$/ }).click();
  await expect(page.getByText('The documentation is being built')).toBeVisible();
  started.add(
    'dist/site/index.html',
    '<title>Site</title><link rel="icon" href="data:," /><h1>The site</h1>',
  );
  await expect(page.getByRole('heading', { name: 'The site' })).toBeVisible();
});

test('the devtools step through time, and open an exported session', async ({ page, demo }) => {
  await page.goto('/board');
  const toDo = demo.columnCount('todo');
  const count = Number(await toDo.innerText());
  await demo.moveToToDo();
  await expect(toDo).toHaveText(String(count + 1));
  await demo.openDevtools('Timeline');
  for (const _ of [1, 2]) await demo.button('‹ Step back').click();
  await expect(toDo).toHaveText(String(count));
  await demo.button('Now').click();
  await expect(toDo).toHaveText(String(count + 1));

  await page.getByRole('tab', { name: 'Session' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export \d+ commits/ }).click();
  const path = await (await download).path();
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ name: 'cache', version: 1 });
  await page.getByLabel('Open a file').setInputFiles(path);
  await expect(page.getByText(/^cache of .+: the last commit$/)).toBeVisible();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByRole('row', { name: /optimistic response/ }).click();
  await expect(
    demo
      .region(/^Commit \d/)
      .locator('ins')
      .first(),
  ).toHaveText('"todo"');
});
