import { changedNodes, recordChangedNodes } from '../../fixtures/changed-nodes';
import { expect, test } from '../../fixtures/test';

/** The pages that the server renders, each with an element that only their data can create. */
const pages = {
  board: 'app-issue-card',
  issues: 'app-issue-line',
  'issues/5': 'app-issue-comments article',
  'issues/12': 'app-attachment-row',
  people: 'app-person-activity span',
  activity: 'app-feed-entry',
  examples: 'app-users-section',
} as const;

for (const [path, landmark] of Object.entries(pages)) {
  test(`${path} continues in the browser without a request and without a change`, async ({
    page,
    requests,
  }) => {
    await recordChangedNodes(page);
    // The page connects to the stream of changes as soon as the application runs.
    const runs = page.waitForRequest(/\/api\/changes/);
    await page.goto(`/${path}`);
    await expect(page.locator(landmark).first()).toBeVisible();
    await runs;
    await page.waitForTimeout(500);
    expect(await changedNodes(page)).toEqual([]);
    expect(requests.all).toEqual([]);
  });
}

test('a page with status 404 requests again, and shows no change', async ({ page, problems }) => {
  problems.ignore(/status of 404/);
  await recordChangedNodes(page, 'main');
  const [response] = await Promise.all([
    page.waitForResponse(/\/api\/issues\/99999/),
    page.goto('/issues/99999'),
  ]);
  await response.finished();
  await page.waitForTimeout(500);
  expect(await changedNodes(page)).toEqual([]);
});

test('a page is read without JavaScript', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  for (const [path, landmark] of Object.entries(pages)) {
    await page.goto(`/${path}`);
    await expect(page.locator(landmark).first()).toBeVisible();
  }
  await context.close();
});

test('a page that does not exist has status 404', async ({ request }) => {
  for (const [path, status] of [
    ['issues/5', 200],
    ['issues/99999', 404],
    ['issues/nothing', 404],
    ['nothing', 404],
  ] as const) {
    expect((await request.get(`/${path}`)).status(), path).toBe(status);
  }
});

test('a strict policy for content is respected', async ({ page, demo }) => {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  const response = await page.goto('/board');
  const policy = response!.headers()['content-security-policy'];
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/);
  await expect(demo.cards.first()).toBeVisible();
  for (const name of ['Issues', 'People', 'Activity', 'Examples']) await demo.goTo(name);
  expect(
    await page.evaluate(() => (window as unknown as { violations: string[] }).violations),
  ).toEqual([]);
});
