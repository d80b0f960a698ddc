import { expect, test } from '../../fixtures/test';
import { open, visits } from '../../fixtures/visits';

// The page with the examples has its own tests, which show everything that it can show.
for (const visit of visits.filter(({ name }) => name !== 'examples')) {
  test(`${visit.name} is accessible and fits`, async ({ page, examples }) => {
    await open(examples, visit);
    await expect(page.locator('nav [aria-current=page]')).toBeInViewport({ ratio: 1 });
    await expect(page).toBeAccessible();
    await expect(page).toFitTheWindow();
    await expect(page).toHaveNoSmallTargets();
  });
}

test('a lost connection is accessible and fits', async ({ page, demo, network }) => {
  await page.goto('/board');
  await expect(demo.cards.first()).toBeVisible();
  await network.choose('Offline');
  await expect(demo.status.getByText('Offline: reconnecting…')).toBeVisible();
  await expect(page).toBeAccessible();
  await expect(page).toFitTheWindow();
});
