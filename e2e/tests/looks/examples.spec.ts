import { expect, test } from '../../fixtures/test';

test('the empty examples are accessible, with their sources', async ({ page, demo, viewport }) => {
  await page.goto('/examples');
  await expect(demo.button('Load users')).toBeVisible();
  await expect(page.locator('nav [aria-current=page]')).toBeInViewport({ ratio: 1 });
  await expect(page).toBeAccessible();
  const places = await page.evaluate(() =>
    [...document.querySelectorAll('.example')].map((example) => {
      const view = example.firstElementChild!.getBoundingClientRect();
      const source = example.lastElementChild!.getBoundingClientRect();
      if (source.left >= view.right && Math.abs(source.top - view.top) < 2) return 'beside';
      return source.top >= view.bottom ? 'below' : 'elsewhere';
    }),
  );
  const expected = viewport!.width > 1_000 ? 'beside' : 'below';
  expect(places).toEqual(Array<string>(5).fill(expected));
});

test('the full examples and failures are accessible', async ({ page, examples, network }) => {
  await page.goto('/examples');
  // Everything that the page can show at the same time: lists, a selected user, a name that is being edited, a message.
  await examples.load('users', 'todos', 'feed');
  await examples.userNames.nth(1).click();
  await examples.users.getByRole('button', { name: 'Rename' }).nth(2).click();
  await examples.todos.getByRole('checkbox').first().click();
  await expect(examples.status.getByText(/done|open/)).toBeVisible();
  await expect(page).toBeAccessible();
  await expect(page).toFitTheWindow();
  await expect(page).toHaveNoSmallTargets();

  await network.choose('Offline');
  await examples.button('Reload users').click();
  await examples.createUser('Never created');
  await expect(page.getByText('The user was not created.')).toBeVisible();
  await expect(page.getByText('The users could not be loaded.')).toBeVisible();
  await expect(page).toBeAccessible();
});
