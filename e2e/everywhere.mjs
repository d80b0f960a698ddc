import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** One person in many places: a change shows in all of them in one paint, and takes one request. */
export async function checkEverywhere(run, browser, url) {
  run.heading('One edit, five places');
  const demo = await DemoPage.open(browser, url, { path: '/people', height: 800 });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const asked = () => page.locator('[data-count=asked]').innerText().then(Number);

  await check('one edit, five places, one paint, one request', async () => {
    await page.locator('app-everywhere').waitFor();
    const id = await page
      .locator('app-everywhere [data-person]')
      .first()
      .getAttribute('data-person');
    const shown = page.locator(`main [data-person="${id}"]`);
    const before = (await shown.first().innerText()).trim();
    assert.deepEqual(await page.evaluate(placesInSight, id), places);
    await page.evaluate(watchNames, id);
    const count = await asked();
    const requests = await demo.requestsOf(async () => {
      await page.getByRole('button', { name: `Rename ${before}` }).click();
      await page.getByLabel(`New name of ${before}`).fill('Quite Another');
      await demo.button('Save').click();
      await demo.list('People').locator('.name', { hasText: 'Quite Another' }).waitFor();
    });
    assert.deepEqual(requests, [`PATCH /api/users/${id}`]);
    assert.equal(await asked(), count + 1);
    assert.match(await page.locator('app-network-log li').first().innerText(), /^PATCH \/users/);
    const seen = await page.evaluate(() => window.namesSeen);
    const all = (name) => JSON.stringify(places.map((place) => [place, [name]]));
    assert.deepEqual([...new Set(seen)], [all(before), all('Quite Another')]);
    assert.deepEqual(await page.evaluate(placesInSight, id), places);

    const lines = page.locator('app-issue-line');
    const again = await demo.requestsOf(async () => {
      await demo.goTo('Board');
      const counts = demo.list('Open issues by person');
      await counts.getByText('Quite Another').click();
      await lines.first().getByText('Quite Another').waitFor();
      await lines.first().getByRole('link').click();
      await page.locator('app-issue-facts').getByText('Quite Another').waitFor();
      await demo.goTo('Activity');
      await page.locator('app-feed-entry').getByText('Quite Another').first().waitFor();
    });
    const lists = again.filter((request) => !/issues\/\d+|comments|activity/.test(request));
    assert.deepEqual(lists, []);
  });
  await check('makes an admin: the counts follow', async () => {
    await demo.goTo('People');
    const admins = () => page.getByRole('group', { name: 'Show' }).getByText('Admins').innerText();
    const before = Number((await admins()).match(/\d+/)[0]);
    const toggle = demo.list('People').getByRole('switch').first();
    const was = await toggle.isChecked();
    await toggle.click();
    await eventually(admins, `Admins ${before + (was ? -1 : 1)}`);
  });
  await check('shows the activity by kind, and of one person', async () => {
    await demo.goTo('Activity');
    await demo.choose('Show', 'Posts 60');
    await eventually(() => page.locator('app-feed-entry', { hasText: 'shared a link' }).count(), 0);
    const author = demo.list('Authors').getByRole('button').first();
    await author.click();
    const [name, total] = [
      await author.locator('[data-person]').innerText(),
      await author.locator('b').innerText(),
    ];
    await demo.choose('Show', 'Everything');
    await page.getByText(`${total} of ${total} items`).waitFor();
    const names = await page.locator('app-feed-entry [data-person]').allInnerTexts();
    assert.deepEqual([...new Set(names)], [name]);
  });
  await check('the console says nothing', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}

/** Where a person shows at once. */
const places = ['board', 'list', 'detail', 'counts', 'feed'];

/** The places that show a person without scrolling. */
function placesInSight(id) {
  return [...document.querySelectorAll('[data-place]')]
    .filter((place) => {
      const name = place.querySelector(`[data-person="${id}"]`)?.getBoundingClientRect();
      return name && name.width > 0 && name.top >= 0 && name.bottom <= window.innerHeight;
    })
    .map(({ dataset }) => dataset.place);
}

/** Notes the names that a person has in each place: at each frame, and after whatever changed between two. */
function watchNames(id) {
  window.namesSeen = [];
  const look = () => {
    const names = [...document.querySelectorAll('[data-place]')].map((place) => {
      const all = [...place.querySelectorAll(`[data-person="${id}"]`)];
      return [place.dataset.place, [...new Set(all.map(({ textContent }) => textContent.trim()))]];
    });
    window.namesSeen.push(JSON.stringify(names));
  };
  const main = document.querySelector('main');
  new MutationObserver(look).observe(main, { characterData: true, childList: true, subtree: true });
  const frame = () => {
    look();
    requestAnimationFrame(frame);
  };
  frame();
}
