import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from '../../fixtures/test';

/** Moves the focus with the Tab key, and checks that each focused element shows a focus ring. */
class Keyboard {
  /** The focused elements that showed no focus ring. */
  readonly stopsWithoutRing = new Set<string>();

  constructor(readonly page: Page) {}

  /** Presses Tab until the focus is on the element. */
  async reach(target: Locator, key = 'Tab'): Promise<void> {
    for (let stops = 0; stops < 150; stops++) {
      const { isThere, bare } = await target.evaluate(lookAtFocus);
      if (bare) this.stopsWithoutRing.add(bare);
      if (isThere) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`The Tab key does not reach ${String(target)}.`);
  }

  async press(target: Locator, key: string): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.press(key);
  }
}

/**
 * Returns whether the element has the focus, and a description of the focused element if neither it nor its label shows
 * a ring.
 */
function lookAtFocus(target: Element): { isThere: boolean; bare: string | undefined } {
  let at = document.activeElement!;
  // Inside of the devtools, the shadow root knows.
  at = at.shadowRoot?.activeElement ?? at;
  const shown = [at, at.nextElementSibling].filter((element) => element !== null);
  const ring = shown.some((element) => getComputedStyle(element).outlineStyle !== 'none');
  const bare = ring || at === document.body ? undefined : at.outerHTML.slice(0, 120);
  return { isThere: at === target, bare };
}

/** All tests use only the keyboard, and every element that the Tab key reaches must show a focus ring. */
const test = base.extend<{ keyboard: Keyboard }>({
  keyboard: async ({ page }, use) => {
    const keyboard = new Keyboard(page);
    await use(keyboard);
    expect([...keyboard.stopsWithoutRing], 'stops without a focus ring').toEqual([]);
  },
});

test.beforeEach(async ({ page, examples, keyboard }) => {
  await page.goto('/examples');
  await keyboard.press(examples.button('Load users'), 'Enter');
  await expect(examples.userNames).toHaveCount(10);
});

test('renames a user, or not with Escape', async ({ page, examples, keyboard }) => {
  const first = await examples.userNames.first().innerText();
  await keyboard.press(examples.button(`Rename ${first}`), 'Enter');
  await expect(page.getByLabel(`New name of ${first}`)).toBeFocused();
  await page.keyboard.type('Aaa Keyboard');
  await page.keyboard.press('Enter');
  await expect(examples.userNames.first()).toHaveText('Aaa Keyboard');
  await expect(examples.button('Rename Aaa Keyboard')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New name of Aaa Keyboard')).toBeFocused();
  await page.keyboard.type('Nonsense');
  await page.keyboard.press('Escape');
  await expect(examples.button('Rename Aaa Keyboard')).toBeFocused();
  await expect(examples.userNames.first()).toHaveText('Aaa Keyboard');
});

test('filters, and moves the focus on when a row leaves', async ({ page, examples, keyboard }) => {
  const total = (count: string) => page.getByText(`of ${count} users`);
  const admins = await examples.count('Admins').innerText();
  await keyboard.reach(page.getByRole('radio', { name: 'Everyone' }).first());
  await page.keyboard.press('ArrowRight');
  await expect(total(admins)).toBeVisible();
  const [first, second] = await examples.userNames.allInnerTexts();
  await keyboard.press(examples.user(first!).getByRole('switch'), 'Space');
  await expect(examples.users.getByRole('button', { name: second, exact: true })).toBeFocused();
  await expect(total(String(Number(admins) - 1))).toBeVisible();
  await keyboard.reach(page.getByRole('radio', { name: 'Admins' }).first(), 'Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(total('240')).toBeVisible();
});

test('deletes a user, and moves the focus to the next', async ({ examples, keyboard }) => {
  const [first, second] = await examples.userNames.allInnerTexts();
  await keyboard.press(examples.button(`Delete ${first}`), 'Enter');
  await expect(examples.user(first!)).toHaveCount(0);
  await expect(examples.users.getByRole('button', { name: second, exact: true })).toBeFocused();
});

test('creates a user, and adds and completes a todo', async ({ page, examples, keyboard }) => {
  await keyboard.reach(examples.name);
  await page.keyboard.type('Zoë Keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await keyboard.press(examples.button('Create user'), 'Enter');
  await expect(examples.chosenUser.getByRole('heading', { name: 'Zoë Keyboard' })).toBeVisible();
  await expect(examples.admins.getByText('Zoë Keyboard')).toBeVisible();

  await keyboard.reach(examples.newTodo, 'Shift+Tab');
  await page.keyboard.type('Type less');
  await page.keyboard.press('Enter');
  const todo = examples.chosenTodos.getByRole('checkbox', { name: 'Type less' });
  await expect(todo).toBeVisible();
  await keyboard.reach(todo, 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(todo).toBeChecked();
});
