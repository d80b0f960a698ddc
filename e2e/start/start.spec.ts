import { type ConsoleMessage, type Page, expect, test as base } from '@playwright/test';
import { Demo } from '../fixtures/demo';
import { waitForHydration } from '../fixtures/hydration';
import { Started } from './started';

/** The messages of the development server. Any other message in the console fails a test. */
const expected = [
  /^\[vite\] (connecting\.\.\.|connected\.)$/,
  /^Angular is running in development mode\.$/,
  /^Angular hydrated \d+ component\(s\) and \d+ node\(s\), 0 component\(s\) were skipped\./,
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
  expect(pages.length).toBeGreaterThan(7);
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
