import { type Page, test as base } from '@playwright/test';
import { expect } from '../fixtures/matchers';
import { served } from './served';

const test = base.extend<{ open: (name: string) => Promise<void> }, { url: string }>({
  url: [({}, use) => served(use), { scope: 'worker' }],
  open: async ({ page, url }, use) => {
    const messages: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) messages.push(message.text());
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    await use(async (name) => {
      await page.goto(`${url}?example=${name}`);
      await page.getByText('Inside the cache').waitFor();
      const fast = page.getByText('0 ms', { exact: true });
      if (name !== 'streams') await fast.click();
    });
    expect(messages).toEqual([]);
  },
});

const row = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /^Rows of/ })
    .getByRole('listitem')
    .filter({ hasText: text });
const failNext = (page: Page) =>
  page.getByRole('switch', { name: 'Fail the next request' }).check();

async function looksRight(page: Page): Promise<void> {
  await expect(page).toBeAccessible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);
}

test('entities: one new name shows in every place', async ({ page, open }) => {
  await open('entities');
  await expect(page.getByText('Ada', { exact: true })).toHaveCount(2);
  await page.getByLabel('The name of user 1').fill('Grace');
  await page.getByLabel('The name of user 1').press('Enter');
  await expect(page.getByText('Grace', { exact: true })).toHaveCount(2);
  await expect(row(page, 'Grace')).toBeVisible();
  await looksRight(page);
});

test('queries: filters, and counts, without a request', async ({ page, open }) => {
  await open('queries');
  const todos = page.getByRole('region', { name: 'Example' }).getByRole('listitem');
  await expect(todos).toHaveCount(4);
  await page.getByLabel('Title contains').fill('the');
  await expect(todos).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Water the plants' }).click();
  await expect(page.getByText('2 open')).toBeVisible();
  await page.getByRole('switch', { name: 'Only open todos' }).check();
  await expect(todos).toHaveCount(1);
  await looksRight(page);
});

test('optimistic: a failed change is rolled back', async ({ page, open }) => {
  await open('optimistic');
  const milk = page.getByRole('checkbox', { name: 'Buy milk' });
  await expect(milk).not.toBeChecked();
  await failNext(page);
  await milk.click();
  await expect(page.getByRole('alert')).toHaveText(/was not saved/);
  await expect(milk).not.toBeChecked();
  await milk.click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(milk).toBeChecked();
  await looksRight(page);
});

test('collections: a todo appears in the list that it matches', async ({ page, open }) => {
  await open('collections');
  const [ada, bo] = ['Ada', 'Bo'].map((name) =>
    page.getByRole('list', { name, exact: true }).getByRole('listitem'),
  );
  await expect(ada!).toHaveCount(2);
  await page.getByRole('button', { name: 'Add for Bo' }).click();
  await expect(bo!).toHaveCount(3);
  await expect(ada!).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete New todo 1' }).click();
  await expect(bo!).toHaveCount(2);
  await looksRight(page);
});

test('streams: messages change the prices', async ({ page, open }) => {
  await open('streams');
  const shown = () => page.getByRole('table').textContent();
  const before = await shown();
  await expect.poll(shown).not.toBe(before);
  await page.getByRole('switch', { name: 'Stream' }).click();
  await looksRight(page);
});
