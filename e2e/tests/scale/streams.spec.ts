import { expect, test as base } from '../../fixtures/test';
import { type CountedStreams, countStreams } from '../../fixtures/streams';

/** A proxy in front of the server counts the open streams. */
const test = base.extend<{ streams: CountedStreams }>({
  streams: ({ server }, use) => countStreams(server.url, use),
  baseURL: ({ streams }, use) => use(streams.url),
});

const rates = 'Edits per second, of one row each';
const edits = /scale\/ticks/;

test('no edits and no page means no stream at the server', async ({ page, demo, streams }) => {
  const open = () => [...streams.open].filter((path) => edits.test(path));
  await page.goto('/scale');
  await demo.button('Load 10,000').click();
  await expect(demo.count('rows')).toBeVisible();
  await demo.choose(rates, '200');
  await expect.poll(open).toEqual(['/api/scale/ticks?n=10000&rate=200']);
  await demo.choose(rates, '50');
  await expect.poll(open).toEqual(['/api/scale/ticks?n=10000&rate=50']);
  await demo.choose(rates, 'None');
  await expect.poll(open).toEqual([]);
  await demo.choose(rates, '200');
  await expect.poll(open).toHaveLength(1);
  await demo.goTo('Activity');
  await expect.poll(open).toEqual([]);
});
