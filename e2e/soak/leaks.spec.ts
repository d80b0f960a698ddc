import type { CDPSession } from '@playwright/test';
import { heldBytes, heldNodes } from '../fixtures/memory';
import { expect, test as base } from '../fixtures/test';
import { type CountedStreams, countStreams } from '../fixtures/streams';
import { percent, riseOf } from '../fixtures/trend';

/** A proxy in front of the server counts the open streams. */
const test = base.extend<{ streams: CountedStreams; devtools: CDPSession }>({
  streams: ({ server }, use) => countStreams(server.url, use),
  baseURL: ({ streams }, use) => use(streams.url),
  devtools: async ({ context, page }, use) => use(await context.newCDPSession(page)),
});

const rates = 'Edits per second, of one row each';

/** The pages, each with an element that is visible when the page has loaded. */
const pages = [
  ['Issues', 'app-issue-line'],
  ['People', 'app-everywhere'],
  ['Activity', 'app-feed-entry'],
  ['Scale', 'app-scale-page'],
  ['Examples', 'app-users-section'],
  ['Board', 'app-issue-card'],
] as const;
/**
 * The number of rounds through all pages before the measurement. In these rounds, the pages allocate memory that they
 * keep.
 */
const warmUp = 3;
const rounds = 7;

test('visiting all pages leaves nothing behind', async ({ page, demo, streams, devtools }) => {
  test.setTimeout(120_000);
  await page.goto('/board');
  const held: Record<string, number>[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [name, landmark] of pages) {
      await demo.goTo(name);
      await page.locator(landmark).first().waitFor();
      if (name === 'Issues') {
        await demo.issues.getByRole('link').first().click();
        await expect(demo.newComment).toBeVisible();
      }
      if (name === 'Scale') {
        await demo.button('Load 10,000').click();
        await expect(demo.count('rows')).toHaveText('10,000 issues');
        await demo.choose(rates, '200');
        await expect(demo.count('commits')).toHaveText(/\d\d/);
        await expect.poll(() => [...streams.open]).toHaveLength(2);
      }
    }
    await expect.poll(() => [...streams.open]).toHaveLength(1);
    if (round >= warmUp) {
      held.push({ ...(await heldNodes(devtools)), data: await heldBytes(devtools) });
    }
  }
  for (const name of ['data', 'nodes', 'listeners', 'documents']) {
    const values = held.map((sample) => sample[name]!);
    const rise = riseOf(values);
    const description = `${name} ${percent(rise)}: ${values.join(' ')}`;
    test.info().annotations.push({ type: 'held', description });
    expect.soft(rise, description).toBeLessThanOrEqual(0.02);
  }
  await page.close();
  await expect.poll(() => [...streams.open]).toEqual([]);
});
