import assert from 'node:assert/strict';
import { withoutViolations } from './accessibility.mjs';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** A card is in the other column before the server answers, and goes back without a flicker when it refuses. */
export async function checkMoves(run, browser, url) {
  run.heading('Cards that are moved');
  const demo = await DemoPage.open(browser, url, { path: '/board' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const data = async (path) => (await fetch(`${url}/api${path}`)).json();
  const fail = () => page.getByRole('switch', { name: 'Fail the next request' }).click();
  const alert = page.getByRole('alert').filter({ hasText: /\S/ });
  const firstOf = (column) => demo.list(column).locator('article').first();

  await check('a card is dragged to another column, and is there before the answer', async () => {
    const card = firstOf('Backlog');
    await card.waitFor();
    const id = await card.getAttribute('data-issue');
    const hold = await demo.hold('**/api/issues/*', 'PATCH');
    const watch = await watchCard(page, id);
    await card.dragTo(page.locator('app-board-column').nth(3), over);
    await demo.list('Done').locator(`[data-issue="${id}"]`).waitFor();
    assert.equal((await data(`/issues/${id}`)).status, 'backlog');
    await hold.release();
    await page.getByRole('status').getByText('is in Done').waitFor();
    assert.deepEqual(await watch.end(), ['Backlog', 'Done']);
    assert.equal((await data(`/issues/${id}`)).status, 'done');
  });
  await check('a column that has the card already does not take it', async () => {
    const card = firstOf('To do');
    const requests = await demo.requestsOf(() =>
      card.dragTo(page.locator('app-board-column').nth(1), over),
    );
    assert.deepEqual(requests, []);
    assert.equal(await page.locator('.dragged, .over').count(), 0);
  });
  for (const [how, move] of [
    ['dragged', (card) => card.dragTo(page.locator('app-board-column').nth(2), over)],
    ['moved by keyboard', (card) => card.getByRole('button', { name: /to Doing/ }).press('Enter')],
  ]) {
    await check(`a card that was ${how} and refused goes back without a flicker`, async () => {
      const card = firstOf('To do');
      const [id, name] = [
        await card.getAttribute('data-issue'),
        await card.getAttribute('aria-label'),
      ];
      const before = await demo.list('To do').locator('article').allInnerTexts();
      await fail();
      const watch = await watchCard(page, id);
      await move(card);
      await alert.getByText(`${name} stays where it is. The server failed`).waitFor();
      await withoutViolations(demo);
      assert.deepEqual(await watch.end(), ['To do', 'Doing', 'To do']);
      assert.deepEqual(await demo.list('To do').locator('article').allInnerTexts(), before);
      if (how !== 'dragged') {
        const isHere = `[data-issue="${id}"] button:focus`;
        await eventually(() => page.locator(isHere).count(), 1);
      }
      await alert.getByRole('button', { name: 'Dismiss' }).click();
    });
  }

  await check('two moves follow each other without waiting', async () => {
    const card = firstOf('To do');
    const id = await card.getAttribute('data-issue');
    await demo.choose('Network', 'Slow');
    await card.getByRole('button', { name: /to Doing/ }).press('Enter');
    await page.locator(`[data-issue="${id}"] button:focus`, { hasText: 'to Done' }).waitFor();
    await page.keyboard.press('Enter');
    await demo.list('Done').locator(`[data-issue="${id}"]`).waitFor({ timeout: 1_000 });
    await eventually(async () => (await data(`/issues/${id}`)).status, 'done');
    await demo.choose('Network', 'Normal');
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}

/** The upper part of a column: the rest of it is below the window. */
const over = { targetPosition: { x: 80, y: 330 } };

/** Notes in which columns a card is: at each frame, and after whatever changed between two. */
async function watchCard(page, id) {
  await page.evaluate((issue) => {
    const seen = (window.columnsSeen = []);
    const look = () => {
      const cards = [...document.querySelectorAll(`[data-issue="${issue}"]`)];
      const names = cards.map((card) => card.closest('ul').getAttribute('aria-label')).join();
      if (seen.at(-1) !== names) seen.push(names);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.querySelector('main'), { childList: true, subtree: true });
    const frame = () => {
      look();
      if (window.columnsSeen === seen) requestAnimationFrame(frame);
      else observer.disconnect();
    };
    frame();
  }, id);
  return {
    end: () =>
      page.evaluate(() => {
        const seen = window.columnsSeen;
        window.columnsSeen = undefined;
        return seen;
      }),
  };
}
