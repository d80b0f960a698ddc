import assert from 'node:assert/strict';
import { collected } from './collected.mjs';
import { countingDoor } from './counting-door.mjs';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';
import { heldData } from './held-data.mjs';
import { percent } from './soak-verdict.mjs';
import { riseOf } from './trend.mjs';

/** The pages, each with what is there when it is. */
const pages = [
  ['Issues', 'app-issue-line'],
  ['People', 'app-everywhere'],
  ['Activity', 'app-feed-entry'],
  ['Under the hood', 'app-hood-page'],
  ['Scale', 'app-scale-page'],
  ['Examples', 'app-users-section'],
  ['Board', 'app-issue-card'],
];
/** What is made when a page is seen for the first times. */
const warmUp = 3;
const rounds = 9;

/** Who goes through all pages again and again leaves nothing behind, neither in the page nor at the server. */
export async function checkLeaks(run, browser, url) {
  run.heading('Leaks: through all pages, again and again');
  const door = await countingDoor(url);
  const demo = await DemoPage.open(browser, door.url, { path: '/board' });
  const { page } = demo;
  const devtools = await page.context().newCDPSession(page);
  const check = (name, test) => run.check(name, test, page);
  const samples = [];

  await check(
    `goes to ${rounds * (pages.length + 1)} pages, with a stream on one of them`,
    async () => {
      for (let round = 0; round < warmUp + rounds; round++) {
        for (const [name, landmark] of pages) {
          await demo.goTo(name);
          await page.locator(landmark).first().waitFor();
          if (name === 'Issues') await openOne(page);
          // What was read and is watched no more stays for two sweeps.
          if (name === 'Under the hood') for (const _ of [1, 2]) await demo.button('Sweep').click();
          if (name === 'Scale') await streamOn(demo, door);
        }
        await eventually(() => door.streams, 1);
        if (round < warmUp) continue;
        samples.push({ ...(await collected(devtools)), data: await heldData(devtools) });
      }
    },
  );
  await check('one connection is open at the server', () => assert.equal(door.streams, 1));
  for (const name of ['data', 'nodes', 'listeners', 'documents']) {
    await check(`${name}: as many as before`, () => {
      const values = samples.map((sample) => sample[name]);
      console.log(`      ${name}: ${values.join(' ')} (${percent(riseOf(values))})`);
      assert.ok(riseOf(values) <= 0.02, `rises by ${percent(riseOf(values))}`);
    });
  }
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
  await check('none when the page is closed', () => eventually(() => door.streams, 0));
  door.close();
}

async function openOne(page) {
  await page.locator('app-issue-line a').first().click();
  await page.locator('app-issue-comments').waitFor();
}

/** Rows and edits that end with the page. */
async function streamOn(demo, door) {
  await demo.button('Load 10,000').click();
  await eventually(() => demo.count('rows'), '10,000 issues', 20_000);
  await demo.choose(/per second/, '200');
  await eventually(() => door.streams, 2);
  const commits = () => demo.count('commits').then(Number);
  await eventually(commits, (count) => count > 10);
}
