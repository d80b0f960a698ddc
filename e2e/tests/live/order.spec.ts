import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { record } from '../../fixtures/record';
import { DemoServer } from '../../fixtures/server';
import { expect, test as base } from '../../fixtures/test';

/** Starts servers that share one database, and stops the servers that are still running after the test. */
const test = base.extend<{ start: (port?: string) => Promise<DemoServer> }>({
  start: async ({}, use, testInfo) => {
    const servers: DemoServer[] = [];
    await use(async (port) => {
      const server = await DemoServer.start({ database: testInfo.outputPath('demo.db'), port });
      servers.push(server);
      return server;
    });
    await Promise.all(servers.map((server) => server.stop()));
  },
});

/** The delay, in milliseconds. */
const late = 400;

declare global {
  interface Window {
    /** The delay of events on their way to the page, in milliseconds. */
    eventDelay: number;
    /** The number of events that the page has not received yet. */
    eventsDelayed: number;
  }
}

/** Runs in the page, before its own code. */
function delayEvents(): void {
  window.eventDelay = window.eventsDelayed = 0;
  type Add = (name: string, listener: (event: MessageEvent) => void) => void;
  const add = EventSource.prototype.addEventListener as Add;
  (EventSource.prototype.addEventListener as Add) = function (this: EventSource, name, listener) {
    add.call(this, name, (event) => {
      if (window.eventDelay === 0) return listener(event);
      window.eventsDelayed++;
      setTimeout(() => {
        window.eventsDelayed--;
        listener(event);
      }, window.eventDelay);
    });
  };
}

/** Delays all changes from now on. Returns a function that waits until the page has received all of them. */
async function delayChanges(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate((time) => (window.eventDelay = time), late);
  return () => page.waitForFunction(() => window.eventsDelayed === 0);
}

/** Delays the responses to writes. */
async function delayResponses(page: Page): Promise<() => Promise<unknown>> {
  await page.route('**/api/issues*', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const response = await route.fetch();
    await once(AbortSignal.timeout(late), 'abort');
    await route.fulfill({ response });
  });
  return () => page.waitForResponse((response) => response.request().method() === 'POST');
}

/** The titles of elements that contain a text, from the top. */
function titles({ selector, text }: { selector: string; text: string }): string[] {
  return [...document.querySelectorAll(selector)]
    .map((element) => (element.querySelector('.title') ?? element).textContent.trim())
    .filter((title) => title.includes(text));
}

for (const what of ['response', 'change'] as const) {
  test(`shows a new issue once in every frame when the ${what} is late`, async ({ page, demo }) => {
    await page.addInitScript(delayEvents);
    await page.goto('/issues');
    await expect(demo.issues.first()).toBeVisible();
    const title = `Once, with a late ${what}`;
    await demo.startIssue(title);
    const seen = await record(page, titles, { selector: 'app-issue-line', text: title });
    const isThere = await (what === 'response' ? delayResponses(page) : delayChanges(page));
    const responded = what === 'response' ? isThere() : undefined;
    await demo.button('Create issue').click();
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await (responded ?? isThere());
    await expect(demo.status.getByText('was created')).toBeVisible();
    expect(await seen.end()).toEqual([[], [title]]);
  });
}

test('never shows an earlier state again when changes are late', async ({ page, api, demo }) => {
  await page.addInitScript(delayEvents);
  await page.goto('/issues/61');
  const { title } = await api.get<{ title: string }>('/issues/61');
  await expect(demo.heading(title)).toBeVisible();
  const seen = await record(page, titles, { selector: 'main h1', text: '' });
  const received = await delayChanges(page);
  for (const now of ['The first of two', 'The second of two']) {
    await demo.title.fill(now);
    await demo.button('Save changes').click();
    await expect(demo.heading(now)).toBeVisible();
    await expect(demo.button('Save changes')).toBeVisible();
  }
  await received();
  expect(await seen.end()).toEqual([[title], ['The first of two'], ['The second of two']]);
});

test('refetches everything after a restart of the server', async ({
  page,
  demo,
  start,
  problems,
}) => {
  problems.ignore(/ERR_CONNECTION_/); // the page prefetches the code of the other pages
  const first = await start();
  await page.goto(`${first.url}/issues?sort=created`);
  await expect(page.getByText('25 of 300 issues')).toBeVisible();
  await first.stop();
  await expect(demo.status.getByText('Offline: reconnecting…')).toBeVisible();

  // In the meantime, another server changes the same database.
  const other = await start();
  await fetch(`${other.url}/api/issues/300`, { method: 'DELETE' });
  await fetch(`${other.url}/api/issues/299`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Changed during the restart' }),
  });
  await other.stop();

  await start(new URL(first.url).port);
  await expect(page.getByText('Changed during the restart')).toBeVisible();
  await expect(page.getByText('25 of 299 issues')).toBeVisible();
});
