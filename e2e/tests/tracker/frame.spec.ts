import { expect, test } from '../../fixtures/test';

test('the skip link leads past the navigation', async ({ page, demo }) => {
  await page.goto('/board');
  await expect(demo.heading('Board')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Skip to the content')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

for (const [path, heading] of [
  ['/nowhere', 'This page does not exist'],
  ['/issues/99999', 'This issue does not exist'],
  ['/issues/1e1', 'This issue does not exist'],
] as const) {
  test(`${path} shows "${heading}"`, async ({ page, demo, problems }) => {
    problems.ignore(/status of 404/);
    await page.goto(path);
    await expect(demo.heading(heading)).toBeVisible();
  });
}

test('every page opens offline', async ({ page, context, demo }) => {
  await page.goto('/people');
  await expect(demo.heading('People')).toBeVisible();
  await page.waitForLoadState('networkidle'); // the code of the other pages is prefetched
  await context.setOffline(true);
  await demo.goTo('Scale');
  await expect(demo.heading('Scale')).toBeVisible();
});

test('a page whose code failed to load loads on retry', async ({
  page,
  request,
  demo,
  problems,
}) => {
  const html = await (await request.get('/')).text();
  // The document references the code of the application; all other scripts belong to pages.
  const isOfPage = ({ pathname }: URL) =>
    /\/chunk-.+\.js$/.test(pathname) && !html.includes(pathname.slice(1));
  await page.route(isOfPage, (route) => route.abort('internetdisconnected'));
  problems.ignore(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/);
  await page.goto('/activity');
  await expect(demo.alert).toContainText('The page could not be loaded.');
  await page.unrouteAll();
  await demo.button('Try again').click();
  await expect(demo.heading('Activity')).toBeVisible();
});
