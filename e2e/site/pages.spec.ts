import { expect, test } from '../fixtures/test';

const reference = 'reference/ngx-cache-query';

/** A page of each kind. */
const pages = {
  'the first page': '',
  'a guide': 'guides/lists/',
  'a class': `${reference}/classes/cacheservice/`,
  'an interface of options': `${reference}/type-aliases/restoptions/`,
  'a function': `${reference}/functions/orderby/`,
  'an entry point': `${reference}/testing/`,
  'the errors': 'errors/',
  'the guarantees': 'guarantees/',
  'the benchmarks': 'benchmarks/',
  'a decision': 'decisions/0001-table-shape/',
};

for (const [name, path] of Object.entries(pages)) {
  test(`${name} is accessible and fits`, async ({ page }) => {
    const response = await page.goto(`/docs/${path}`);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toBeAccessible();
    await expect(page).toFitTheWindow();
  });
}

test('an option has its type, its default and its description', async ({ page }) => {
  await page.goto(`/docs/${reference}/interfaces/retryoptions/`);
  const row = page.getByRole('row').filter({ hasText: 'count?' });
  await expect(row.getByRole('cell')).toHaveText([
    'count?',
    'number',
    '3',
    'The maximum number of retries; 0 for no retries.',
  ]);
});

test('the search finds an export', async ({ page }) => {
  await page.goto('/docs/');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('withRetention');
  const result = page.getByRole('dialog').getByRole('link', { name: 'withRetention' }).first();
  await expect(result).toBeVisible();
  await expect(page).toBeAccessible();
  await result.click();
  await expect(page).toHaveURL(/\/docs\/.+/);
});

test('a missing page has the status 404', async ({ page, problems }) => {
  problems.expect(/404/);
  const response = await page.goto('/docs/nowhere/');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
});

test('the demo links to the documentation', async ({ page }) => {
  await page.goto('/board');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Docs' }).click();
  await expect(page).toHaveURL(/\/docs\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ngx-cache-query');
});
