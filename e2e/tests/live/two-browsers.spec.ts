import type { Locator, Page } from '@playwright/test';
import type { Issue } from '../../fixtures/api';
import { Examples } from '../../fixtures/demo';
import { expect, test as base } from '../../fixtures/test';

/** `page` only shows the data, and `other` changes it. */
const test = base.extend<{ other: Examples; notice: Locator }>({
  other: ({ otherPage }, use) => use(new Examples(otherPage)),
  notice: ({ demo }, use) => use(demo.status.getByText('Offline: reconnecting…')),
});

/** Opens an address in both browsers. */
const open = (pages: readonly Page[], path: string) =>
  Promise.all(pages.map((page) => page.goto(path)));

/** Moves the first card of a column to the next one, and returns its id. */
async function moveFirst(demo: Examples, column: string): Promise<string> {
  const card = demo.list(column).getByRole('article').first();
  const id = await card.getAttribute('data-issue');
  await card.locator('[data-way="→"]').click();
  return id!;
}

test.describe('what happens in one shows in the other without a request', () => {
  test('a card that is moved', async ({ page, demo, requests, otherPage, other }) => {
    await open([page, otherPage], '/board');
    await expect(demo.cards.first()).toBeVisible();
    const caused = await requests.during(async () => {
      const id = await moveFirst(other, 'To do');
      await expect(demo.card('Doing', id)).toBeVisible();
      await expect(demo.card('To do', id)).toHaveCount(0);
    });
    expect(caused).toEqual([]);
  });

  test('a title and a comment', async ({ page, demo, requests, otherPage, other }) => {
    await open([page, otherPage], '/issues/60');
    await expect(demo.comments.first()).toBeVisible();
    const comment = demo.comments.filter({ hasText: 'Said to both' });
    const caused = await requests.during(async () => {
      await other.title.fill('Seen by both');
      await other.button('Save changes').click();
      await expect(demo.heading('Seen by both')).toBeVisible();
      await other.addComment('Said to both');
      await expect(comment).toBeVisible();
      await other.comments.filter({ hasText: 'Said to both' }).getByRole('button').click();
      await expect(comment).toHaveCount(0);
    });
    expect(caused).toEqual([]);
  });

  test('an issue', async ({ page, requests, otherPage, other }) => {
    await open([page, otherPage], '/issues');
    await expect(page.getByText('25 of 300 issues')).toBeVisible();
    const caused = await requests.during(async () => {
      await other.startIssue('Made by the other');
      await other.button('Create issue').click();
      await expect(page.getByText('25 of 301 issues')).toBeVisible();
      await otherPage.getByRole('link', { name: 'Made by the other' }).click();
      await otherPage.getByRole('button', { name: /^Delete WEB-\d/ }).click();
      await expect(page.getByText('25 of 300 issues')).toBeVisible();
    });
    expect(caused).toEqual([]);
  });

  test('a todo', async ({ page, examples, requests, otherPage, other }) => {
    await open([page, otherPage], '/examples');
    for (const each of [examples, other]) {
      await each.load('users', 'todos');
      await each.userNames.first().click();
    }
    const todoOf = (each: Examples) =>
      each.chosenTodos.getByRole('listitem').filter({ hasText: 'For both of us' });
    const caused = await requests.during(async () => {
      await other.newTodo.fill('For both of us');
      await other.button('Add todo').click();
      await expect(todoOf(examples)).toBeVisible();
      await todoOf(other).getByRole('checkbox').click();
      await expect(todoOf(examples).getByRole('checkbox')).toBeChecked();
      await todoOf(other).getByRole('button').click();
      await expect(todoOf(examples)).toHaveCount(0);
    });
    expect(caused).toEqual([]);
  });
});

test.describe('a lost connection', () => {
  test.beforeEach(async ({ page, otherPage, demo, notice }) => {
    await open([page, otherPage], '/board');
    await expect(demo.cards.first()).toBeVisible();
    await expect(notice).toHaveCount(0);
    await page.waitForLoadState('networkidle'); // the code of other pages is prefetched
  });

  for (const how of ['the browser', 'the switch of the demo'] as const) {
    test(`by ${how} is shown, and ends`, async ({
      context,
      api,
      demo,
      network,
      notice,
      requests,
      other,
    }) => {
      const setOffline = (offline: boolean) =>
        how === 'the browser'
          ? context.setOffline(offline)
          : network.choose(offline ? 'Offline' : 'Normal');
      await setOffline(true);
      await expect(notice).toBeVisible();
      const id = await moveFirst(other, 'Backlog');
      await expect(other.status.getByText('is in To do')).toBeVisible();
      expect(await api.get<Issue>(`/issues/${id}`)).toMatchObject({ status: 'todo' });
      await expect(demo.card('Backlog', id)).toBeVisible();
      const caused = await requests.during(async () => {
        await setOffline(false);
        await expect(demo.card('To do', id)).toBeVisible();
      });
      expect(caused).toEqual([]);
      await expect(notice).toHaveCount(0);
      await expect(demo.status.getByText('Connected again.')).toBeAttached();
    });
  }

  test('for a moment is not shown', async ({ page, context, demo, requests, other }) => {
    await page.evaluate(() => {
      const notices = new MutationObserver(() => {
        if (document.body.innerText.includes('Offline: reconnecting')) document.title = 'shown';
      });
      notices.observe(document.body, { childList: true, subtree: true });
    });
    const reconnected = page.waitForRequest(/\/api\/changes/);
    await context.setOffline(true);
    await context.setOffline(false);
    await reconnected;
    const id = await moveFirst(other, 'Backlog');
    await expect(demo.card('To do', id)).toBeVisible();
    await expect(page).not.toHaveTitle('shown');
    expect(requests.all).toEqual([]);
  });
});
