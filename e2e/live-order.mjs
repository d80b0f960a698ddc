import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoPage } from './demo-page.mjs';
import { startServer } from './demo-server.mjs';

/** Responses and changes arrive over different connections: users never see which was first. */
export async function checkLiveOrder(run, browser, url) {
  run.heading('Answers and changes in any order');
  const demo = await DemoPage.open(browser, url, { path: '/issues' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  await page.addInitScript(delayEvents);
  await page.reload();

  for (const late of ['answer', 'change']) {
    await check(
      `what one creates is there once in every frame, when the ${late} is late`,
      async () => {
        const title = `Once, with a late ${late}`;
        const line = 'app-issue-line';
        await page.locator(line).first().waitFor();
        await page.locator('summary', { hasText: 'New issue' }).click();
        await page.getByLabel('Title', { exact: true }).fill(title);
        const seen = await framesOf(page, { selector: line, text: title }, async () => {
          const release = await slowDown(page, late);
          await demo.button('Create issue').click();
          await page.getByRole('link', { name: title }).waitFor();
          await release();
        });
        assert.deepEqual(seen, [[], [title]]);
        await page.reload();
      },
    );
  }
  await check('two changes of one row never show the first again', async () => {
    await page.goto(`${url}/issues/61`);
    const title = page.getByLabel('Title', { exact: true });
    const before = await title.inputValue();
    const seen = await framesOf(page, { selector: 'main h1' }, async () => {
      const release = await slowDown(page, 'change');
      for (const now of ['The first of two', 'The second of two']) {
        await title.fill(now);
        await demo.button('Save changes').click();
        await page.getByRole('heading', { level: 1, name: now }).waitFor();
        await demo.button('Save changes').waitFor();
      }
      await release();
    });
    assert.deepEqual(seen, [[before], ['The first of two'], ['The second of two']]);
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();

  await run.check(
    'after a restart of the server everything is refetched, and deleted rows disappear',
    () => checkRestart(browser),
  );
}

/** Changes are made while the server is away, by another on the same database. */
async function checkRestart(browser) {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const database = join(folder, 'demo.db');
  const servers = [];
  const start = async (port) => {
    const server = await startServer({ database, port });
    servers.push(server);
    return server;
  };
  try {
    const first = await start();
    const demo = await DemoPage.open(browser, first.url, { path: '/issues?sort=created' });
    await demo.page.getByText('25 of 300 issues').waitFor();
    await first.stop();
    await demo.page.getByText('Offline: reconnecting…').waitFor();

    const other = await start();
    const call = (method, path, body) =>
      fetch(`${other.url}/api${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: body && JSON.stringify(body),
      });
    await call('DELETE', '/issues/300');
    await call('PATCH', '/issues/299', { title: 'Changed behind its back' });
    await other.stop();

    await start(new URL(first.url).port);
    await demo.page.getByText('Changed behind its back').waitFor({ timeout: 10_000 });
    await demo.page.getByText('25 of 299 issues').waitFor();
    // Code of other pages may have been on its way when the server went.
    const others = demo.takeProblems().filter((text) => !/ERR_CONNECTION_/.test(text));
    assert.deepEqual(others, []);
    await demo.close();
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true });
  }
}

/** Runs in the page: events of streams are heard as late as it says. */
function delayEvents() {
  const { addEventListener } = EventSource.prototype;
  window.lateEvents = 0;
  EventSource.prototype.addEventListener = function (name, listener) {
    addEventListener.call(this, name, (event) => {
      if (window.lateEvents > 0) setTimeout(() => listener(event), window.lateEvents);
      else listener(event);
    });
  };
}

/** Makes answers or changes late; the function that it gives waits for the last of them. */
async function slowDown(page, what) {
  const late = 400;
  if (what === 'change') await page.evaluate((time) => (window.lateEvents = time), late);
  const answer = async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, late));
    return route.fulfill({ response });
  };
  if (what === 'answer') await page.route('**/api/issues*', answer);
  return async () => {
    await page.waitForTimeout(late + 100);
    await page.evaluate(() => (window.lateEvents = 0));
    await page.unroute('**/api/issues*', answer);
  };
}

/** What the elements say in each frame while `act` runs; what stays the same is there once. */
async function framesOf(page, { selector, text = '' }, act) {
  await page.evaluate(
    ([selector, text]) => {
      const seen = (window.seenFrames = []);
      (function look() {
        const titles = [...document.querySelectorAll(selector)]
          .map((element) => (element.querySelector('.title') ?? element).textContent.trim())
          .filter((said) => said.includes(text));
        if (JSON.stringify(seen.at(-1)) !== JSON.stringify(titles)) seen.push(titles);
        window.nextLook = requestAnimationFrame(look);
      })();
    },
    [selector, text],
  );
  await act();
  return page.evaluate(() => {
    window.cancelAnimationFrame(window.nextLook);
    return window.seenFrames;
  });
}
