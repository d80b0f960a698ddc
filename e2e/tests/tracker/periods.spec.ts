import type { Locator } from '@playwright/test';
import type { Api } from '../../fixtures/api';
import type { Demo } from '../../fixtures/demo';
import { expect, test } from '../../fixtures/test';

interface Counts {
  readonly id: number;
  readonly done: number;
  readonly comments: number;
}

/** The activity of a person: in a period, and in total. */
async function textOf(api: Api, id: number, period: string): Promise<string> {
  const countsIn = async (of: string) => {
    const all = await api.get<Counts[]>(`/users/activity?period=${of}`);
    return all.find((counts) => counts.id === id)!;
  };
  const [part, total] = [await countsIn(period), await countsIn('all')];
  const share = (a: number, b: number) => (period === 'all' ? `${b}` : `${a} of ${b}`);
  return `${share(part.done, total.done)} done, ${share(part.comments, total.comments)} comments`;
}

/** The activity of the person with the given id, in the list. */
function shownOf(demo: Demo, id: number): Locator {
  const row = demo.list('People').locator('app-person-row');
  return row
    .filter({ has: demo.page.locator(`[data-open="${id}"]`) })
    .locator('app-person-activity');
}

test.beforeEach(async ({ page, demo }) => {
  await page.goto('/people');
  await expect(demo.region('Everywhere at once')).toBeVisible();
});

test('a period requests only its columns, and is shown again without a request', async ({
  api,
  demo,
  requests,
}) => {
  await expect(shownOf(demo, 1)).toHaveText(await textOf(api, 1, 'all'));
  const first = await requests.during(async () => {
    await demo.choose('Activity in', '30 days');
    await expect(shownOf(demo, 1)).toHaveText(await textOf(api, 1, '30d'));
  });
  expect(first).toEqual(['GET /api/users/activity']);
  await demo.choose('Activity in', '7 days');
  await expect(shownOf(demo, 1)).toHaveText(await textOf(api, 1, '7d'));
  const again = await requests.during(async () => {
    for (const [label, period] of [
      ['30 days', '30d'],
      ['All time', 'all'],
      ['7 days', '7d'],
    ] as const) {
      await demo.choose('Activity in', label);
      await expect(shownOf(demo, 1)).toHaveText(await textOf(api, 1, period));
    }
  });
  expect(again).toEqual([]);
});

test('a new name keeps the numbers of all periods', async ({ api, demo, requests }) => {
  await demo.choose('Activity in', '30 days');
  const text = await textOf(api, 1, '30d');
  await expect(shownOf(demo, 1)).toHaveText(text);
  const [{ name }] = await api.get<[{ name: string }]>('/users');
  const caused = await requests.during(async () => {
    await demo.rename(name, 'Quite Another');
    await expect(demo.status.getByText('is now called Quite Another')).toBeVisible();
  });
  expect(caused).toEqual(['PATCH /api/users/1']);
  await expect(shownOf(demo, 1)).toHaveText(text);
});

test('follows what another browser writes', async ({ api, demo }) => {
  await demo.choose('Activity in', '7 days');
  const before = await textOf(api, 1, '7d');
  await expect(shownOf(demo, 1)).toHaveText(before);
  await api.send('POST', '/comments', { issueId: 1, authorId: 1, body: 'One more' });
  const after = await textOf(api, 1, '7d');
  expect(after).not.toBe(before);
  await expect(shownOf(demo, 1)).toHaveText(after);
});

test('shows that a period could not be loaded, and loads it on retry', async ({
  api,
  demo,
  network,
}) => {
  await network.choose('Offline');
  await demo.choose('Activity in', '30 days');
  await expect(demo.alert).toContainText('The activity could not be loaded. You are offline.');
  await expect(shownOf(demo, 1)).toContainText('– of');
  await network.choose('Normal');
  await demo.alert.getByRole('button', { name: 'Try again' }).click();
  await expect(shownOf(demo, 1)).toHaveText(await textOf(api, 1, '30d'));
  await expect(demo.alert).toHaveCount(0);
});
