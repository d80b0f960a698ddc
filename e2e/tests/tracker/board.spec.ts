import type { Page } from '@playwright/test';
import type { Issue } from '../../fixtures/api';
import { record } from '../../fixtures/record';
import { expect, test } from '../../fixtures/test';

/** The upper part of a column, because the rest is below the visible part of the window. */
const over = { targetPosition: { x: 80, y: 330 } };

/** Records the columns in which a card is shown. */
function recordColumns(page: Page, id: string) {
  const columns = (issue: string) =>
    [...document.querySelectorAll(`[data-issue="${issue}"]`)]
      .map((card) => card.closest('ul')?.getAttribute('aria-label'))
      .join();
  return record(page, columns, id);
}

test.beforeEach(async ({ page, demo }) => {
  await page.goto('/');
  await expect(demo.cards.first()).toBeVisible();
});

test('opens without a request, because the server has rendered it', async ({
  page,
  api,
  demo,
  requests,
}) => {
  await expect(page).toHaveURL(/\/board$/);
  await expect(demo.count('logged')).toHaveText('0');
  expect(requests.all).toEqual([]);
  for (const status of ['backlog', 'todo', 'doing', 'done']) {
    const { length } = await api.get<Issue[]>(`/issues?status=${status}`);
    await expect(demo.columnCount(status)).toHaveText(String(length));
  }
});

test('shows one project, which is in the address', async ({ page, api, demo }) => {
  await page.getByLabel('Project').selectOption('Payments');
  await expect(page).toHaveURL(/project=4/);
  const { length } = await api.get<Issue[]>('/issues?projectId=4&status=done');
  await expect(demo.columnCount('done')).toHaveText(String(length));
});

test('moves a card by keyboard, and keeps the focus on it', async ({ demo, requests }) => {
  const [todo, doing] = await Promise.all(
    ['todo', 'doing'].map(async (status) => Number(await demo.columnCount(status).innerText())),
  );
  const card = demo.list('To do').getByRole('article').first();
  const [name, id] = [await card.getAttribute('aria-label'), await card.getAttribute('data-issue')];
  const caused = await requests.during(async () => {
    await demo.button(`Move ${name} to Doing`).press('Enter');
    await expect(demo.card('Doing', id!)).toBeVisible();
    await expect(demo.status.getByText('is in Doing')).toBeVisible();
  });
  expect(caused).toEqual([`PATCH /api/issues/${id}`]);
  await expect(demo.columnCount('todo')).toHaveText(String(todo! - 1));
  await expect(demo.columnCount('doing')).toHaveText(String(doing! + 1));
  await expect(demo.button(`Move ${name} to Done`)).toBeFocused();
});

test('shows a dragged card in its column at once', async ({ page, api, demo, network }) => {
  const card = demo.list('Backlog').getByRole('article').first();
  const id = (await card.getAttribute('data-issue'))!;
  const hold = await network.hold('**/api/issues/*', 'PATCH');
  const columns = await recordColumns(page, id);
  await card.dragTo(page.locator('app-board-column').nth(3), over);
  await expect(demo.card('Done', id)).toBeVisible();
  expect(await api.get(`/issues/${id}`)).toMatchObject({ status: 'backlog' });
  await hold.release();
  await expect(demo.status.getByText('is in Done')).toBeVisible();
  expect(await columns.end()).toEqual(['Backlog', 'Done']);
  expect(await api.get(`/issues/${id}`)).toMatchObject({ status: 'done' });
});

test('does nothing when a card is dropped on its own column', async ({ page, demo, requests }) => {
  const card = demo.list('To do').getByRole('article').first();
  const caused = await requests.during(() =>
    card.dragTo(page.locator('app-board-column').nth(1), over),
  );
  expect(caused).toEqual([]);
  await expect(page.locator('.dragged, .over')).toHaveCount(0);
});

for (const way of ['dragged', 'moved by keyboard']) {
  test(`returns a card that was ${way} in vain`, async ({ page, demo, network }) => {
    const column = demo.list('To do').getByRole('article');
    const [name, id] = [
      await column.first().getAttribute('aria-label'),
      await column.first().getAttribute('data-issue'),
    ];
    const before = await column.allInnerTexts();
    await network.failNext();
    const columns = await recordColumns(page, id!);
    if (way === 'dragged') {
      await column.first().dragTo(page.locator('app-board-column').nth(2), over);
    } else {
      await demo.button(`Move ${name} to Doing`).press('Enter');
    }
    await expect(demo.alert).toContainText(`${name} was not moved. The server failed`);
    await expect(page).toBeAccessible();
    expect(await columns.end()).toEqual(['To do', 'Doing', 'To do']);
    expect(await column.allInnerTexts()).toEqual(before);
    if (way !== 'dragged') await expect(demo.button(`Move ${name} to Doing`)).toBeFocused();
    await demo.alert.getByRole('button', { name: 'Dismiss' }).click();
    await expect(demo.alert).toHaveCount(0);
  });
}

test('moves a card twice without waiting', async ({ page, api, demo, network }) => {
  const card = demo.list('To do').getByRole('article').first();
  const [name, id] = [await card.getAttribute('aria-label'), await card.getAttribute('data-issue')];
  await network.choose('Slow');
  await demo.button(`Move ${name} to Doing`).press('Enter');
  await expect(demo.button(`Move ${name} to Done`)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(demo.card('Done', id!)).toBeVisible({ timeout: 1_000 });
  await expect.poll(() => api.get<Issue>(`/issues/${id}`)).toMatchObject({ status: 'done' });
});
