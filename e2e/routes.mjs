import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { withinWindow, withoutViolations } from './accessibility.mjs';
import { DemoPage } from './demo-page.mjs';
import { eventually, imageOf } from './run.mjs';

/** Each page, and what is there when it is. */
const routes = [
  ['board', '/board', 'app-issue-card'],
  ['issues', '/issues?sort=priority', 'app-issue-line'],
  ['issue', '/issues/12', 'app-issue-comments li'],
  ['people', '/people', 'app-everywhere'],
  ['activity', '/activity', 'app-feed-entry'],
  ['under-the-hood', '/under-the-hood', 'app-hood-page'],
  ['examples', '/examples', 'app-users-section'],
];
const scale = ['scale', '/scale', 'app-scale-page'];
const sizes = [
  [1280, 800],
  [360, 740],
];

/** Every page in both colour schemes, wide and narrow: for axe, and as pictures for the documentation. */
export async function checkRoutes(run, browser, url) {
  run.heading('Every page in both themes, wide and narrow');
  await Promise.all(sizes.map((size) => checkSize(run, browser, url, size, routes)));
  // One after the other, because these show how fast they are.
  for (const size of sizes) await checkSize(run, browser, url, size, [scale]);

  await run.check('each example stands beside its source, and that is the source', async () => {
    const folder = 'src/app/data';
    const files = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
    const demo = await DemoPage.open(browser, url);
    const shown = await demo.page.locator('[data-source]').allTextContents();
    assert.equal(shown.length, 5);
    for (const part of shown.flatMap((text) => text.split('\n\n'))) {
      assert.ok(
        files.some((file) => file.includes(part.trim())),
        `not in ${folder}:\n${part}`,
      );
    }
    await demo.page.setViewportSize({ width: 1280, height: 800 });
    assert.deepEqual(await demo.page.evaluate(placesOfSources), Array(5).fill('beside'));
    await demo.page.setViewportSize({ width: 360, height: 740 });
    assert.deepEqual(await demo.page.evaluate(placesOfSources), Array(5).fill('below'));
    await demo.close();
  });
  await run.check('an unknown address shows a message', async () => {
    const demo = await DemoPage.open(browser, url, { path: '/nowhere' });
    await demo.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await demo.page.goto(`${url}/issues/99999`);
    await demo.page.getByRole('heading', { name: 'There is no such issue' }).waitFor();
    await demo.close();
  });
}

/** All pages in one width, each in both themes. */
async function checkSize(run, browser, url, [width, height], pages) {
  const demo = await DemoPage.open(browser, url, { path: pages[0][1], width, height });
  demo.page.setDefaultTimeout(10_000);
  for (const [name, path, landmark] of pages) {
    const check = (scheme, test) =>
      run.check(
        `${name} (${scheme}, ${width} px): axe finds nothing, and it fits`,
        async () => {
          await test();
          await demo.page.emulateMedia({ colorScheme: scheme });
          await checkLook(demo, name, `${name}-${scheme}-${width}`);
        },
        demo.page,
      );
    await check('light', async () => {
      if (name !== pages[0][0]) await demo.visit(url + path);
      await demo.page.locator(landmark).first().waitFor();
      await fill(demo, name);
    });
    await check('dark', () => undefined);
  }
  await demo.close();
}

async function checkLook(demo, name, look) {
  // The examples have a check of their own, with all that they can show.
  if (name !== 'examples') await withoutViolations(demo);
  await withinWindow(demo);
  assert.deepEqual(await demo.page.evaluate(smallTargets), []);
  await eventually(() => demo.page.evaluate(isEntryInSight), true);
  assert.deepEqual(demo.takeProblems(), []);
  if (name === 'scale') await calm(demo);
  await demo.image(look);
  assert.ok(statSync(imageOf(look)).size < 150_000);
}

/** What drawing the page and axe cost is not what the page costs: wait for the next measure. */
async function calm(demo) {
  const rate = demo.page.locator('[data-count=fps]');
  await eventually(async () => Number(await rate.innerText()), atLeast58, 1_500).catch(() => {});
}
const atLeast58 = (rate) => rate >= 58;

/** What is too low to be hit with a finger: a box counts with its label. */
function smallTargets() {
  return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
    .filter((each) => !each.closest('.visually-hidden') && !each.closest('app-source'))
    .map((each) => (each.matches('label > input') ? each.parentElement : each))
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 24)
    .map((each) => each.outerHTML.slice(0, 160));
}

/** Whether the navigation shows where one is. */
function isEntryInSight() {
  const { left, right } = document.querySelector('nav .here').getBoundingClientRect();
  return left >= 0 && right <= window.innerWidth;
}

/** Where the source of each example is: beside it, or below. */
function placesOfSources() {
  return [...document.querySelectorAll('.example')].map(
    ({ firstElementChild, lastElementChild }) => {
      const [example, source] = [firstElementChild, lastElementChild].map((element) =>
        element.getBoundingClientRect(),
      );
      if (source.left >= example.right && Math.abs(source.top - example.top) < 2) return 'beside';
      return source.top >= example.bottom ? 'below' : 'elsewhere';
    },
  );
}

/** What makes a page worth looking at. */
async function fill(demo, name) {
  if (name === 'under-the-hood') {
    await demo.goTo('Board');
    await demo.page.locator('app-issue-card').first().waitFor();
    await demo.page.locator('app-issue-card [data-way="→"]').first().click();
    await demo.page.getByRole('status').getByText('is in').waitFor();
    await demo.goTo('Under the hood');
    await demo.page.locator('app-row-list .lit').first().waitFor();
  } else if (name === 'scale') {
    await demo.button('Load 10,000').click();
    await demo.page.locator('[data-count=rows]').waitFor();
    await demo.page.getByText('200', { exact: true }).first().click();
    await demo.page.getByRole('img', { name: /The last 60/ }).waitFor();
    await demo.page.getByText('None', { exact: true }).first().click();
  } else if (name === 'examples') {
    await demo.load('users', 'todos', 'feed');
  }
}
