import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DemoPage } from './demo-page.mjs';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The page in both colour schemes, wide and narrow, empty and full: for axe and for the eye. */
export async function checkAccessibility(run, browser, url) {
  run.heading('Accessibility of the examples');

  await Promise.all([1280, 360].map((width) => checkWidth(run, browser, url, width)));

  const still = await DemoPage.open(browser, url, { motion: 'reduce' });
  await run.check('nothing moves for people who prefer reduced motion', async () => {
    await still.load('users');
    const moving = () =>
      document.getAnimations().filter(({ effect }) => effect.getTiming().duration);
    assert.equal(await still.page.evaluate(`(${moving})().length`), 0);
  });
  await still.close();
}

async function checkWidth(run, browser, url, width) {
  const demo = await DemoPage.open(browser, url, { width });
  demo.page.setDefaultTimeout(10_000);
  const check = (name, test, look = '') =>
    run.check(`${name} (${look}${width} px wide)`, test, demo.page);
  const checkBoth = async (name) => {
    for (const scheme of ['light', 'dark']) {
      await demo.page.emulateMedia({ colorScheme: scheme });
      await check(name, () => withoutViolations(demo), `${scheme}, `);
    }
  };

  await checkBoth('axe finds nothing on the empty page');
  await fill(demo);
  await checkBoth('axe finds nothing on the full page');
  await check('nothing is wider than the window', () => withinWindow(demo));
  await fail(demo);
  await checkBoth('axe finds nothing on messages about failures');
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}

/** Everything that the page can show at once: lists, a chosen user, a name being changed. */
async function fill(demo) {
  await demo.load('users', 'todos', 'feed');
  await demo.list('Users').locator('.name').nth(1).click();
  await demo.list('Users').getByRole('button', { name: 'Rename' }).nth(2).click();
  await demo.list('Todos').getByRole('checkbox').first().click();
  await demo.page
    .getByRole('status')
    .getByText(/done|open/)
    .waitFor();
}

async function fail(demo) {
  await demo.choose('Network', 'Offline');
  await demo.button('Reload users').click();
  await demo.page.getByLabel('Name', { exact: true }).fill('Nobody');
  await demo.button('Create user').click();
  await demo.page.getByText('The user was not created.').waitFor();
}

export async function withoutViolations(demo) {
  await demo.settle();
  await demo.page.evaluate(axeSource);
  const violations = await demo.page.evaluate(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    }));
  });
  assert.deepEqual(violations, []);
}

export async function withinWindow(demo) {
  const widths = () => [document.documentElement.scrollWidth, window.innerWidth];
  const [page, window_] = await demo.page.evaluate(widths);
  assert.ok(page <= window_, `the page is ${page} px wide`);
}
