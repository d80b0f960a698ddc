import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** The issue tracker: every page follows whatever is done on another. */
export async function checkTracker(run, browser, url) {
  run.heading('The tracker');
  const demo = await DemoPage.open(browser, url, { path: '/' });
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);
  const column = (status) => page.locator(`[data-column=${status}]`).innerText().then(Number);
  const asked = () => page.locator('[data-count=asked]').innerText().then(Number);
  const lines = page.locator('app-issue-line');
  const data = async (path) => (await fetch(`${url}/api${path}`)).json();

  await check('opens on the board, with four requests', async () => {
    await page.locator('app-issue-card').first().waitFor();
    assert.match(page.url(), /\/board$/);
    assert.deepEqual(demo.requests.toSorted(), [
      'GET /api/issues',
      'GET /api/labels',
      'GET /api/projects',
      'GET /api/users',
    ]);
    assert.equal(await asked(), 4);
    for (const status of ['backlog', 'todo', 'doing', 'done']) {
      assert.equal(await column(status), (await data(`/issues?status=${status}`)).length);
    }
  });
  await check('moves a card by keyboard, and stays on it', async () => {
    const [todo, doing] = [await column('todo'), await column('doing')];
    const card = demo.list('To do').locator('article').first();
    const name = await card.getAttribute('aria-label');
    await card.getByRole('button', { name: `Move ${name} to Doing` }).focus();
    const requests = await demo.requestsOf(async () => {
      await page.keyboard.press('Enter');
      await demo.list('Doing').getByRole('article', { name }).waitFor();
    });
    assert.match(requests.join(), /^PATCH \/api\/issues\/\d+$/);
    assert.deepEqual([await column('todo'), await column('doing')], [todo - 1, doing + 1]);
    await eventually(
      () => page.evaluate(() => document.activeElement.textContent.trim()),
      (text) => text.includes(`Move ${name} to Done`),
    );
  });
  await check('shows one project, by the address bar', async () => {
    await demo.menu('Project', 'Payments');
    await page.waitForURL(/project=4/);
    await eventually(() => column('done'), (await data('/issues?projectId=4&status=done')).length);
  });

  await check('lists the issues, asking for nothing', async () => {
    const requests = await demo.requestsOf(async () => {
      await demo.goTo('Issues');
      await lines.first().waitFor();
    });
    assert.deepEqual(requests, []);
    assert.equal(await lines.count(), 25);
    await page.getByText('25 of 300 issues').waitFor();
    await eventually(() => page.evaluate(() => document.activeElement.textContent), 'Issues');
  });
  await check('filters and sorts through the address bar', async () => {
    await demo.menu('Status', 'Doing');
    await demo.menu('Label', 'bug');
    await demo.menu('Order', 'Title');
    await page.waitForURL(/status=doing&label=1&sort=title/);
    const expected = (await data('/issues?status=doing'))
      .filter(({ labelIds }) => labelIds.includes(1))
      .map(({ title }) => title)
      .sort((a, b) => a.localeCompare(b, 'en'));
    const titles = () => lines.locator('a').allInnerTexts();
    await eventually(titles, expected);
    await page.reload();
    await lines.first().waitFor();
    await eventually(titles, expected);
    await page.getByLabel('Title or key contains').fill('no issue at all');
    await page.getByText('No issue is like that.').waitFor();
    await page.getByRole('button', { name: 'Show all of them' }).click();
    await page.getByText('25 of 300 issues').waitFor();
  });

  await check('opens an issue with its comments', async () => {
    const [{ issueId }] = await data('/comments?limit=1');
    const { title } = await data(`/issues/${issueId}`);
    await page.getByLabel('Title or key contains').fill(`-${issueId}`);
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const comments = await data(`/issues/${issueId}/comments`);
    await eventually(() => demo.list('Comments').getByRole('listitem').count(), comments.length);
  });
  await check(
    'puts what the server refuses beside its field, and keeps what was typed',
    async () => {
      const field = page.getByLabel('Title', { exact: true });
      await field.fill('x');
      await demo.button('Save changes').click();
      await page.getByText('The title must be text of 3 to 120 characters.').waitFor();
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.equal(await field.inputValue(), 'x');
      assert.match(demo.takeProblems().join(), /status of 422/);
      await field.fill('A title that is long enough');
      await demo.menu('Status', 'Done');
      await demo.menu('Assignee', 'Nobody');
      await demo.button('Try again').click();
      await page.getByRole('heading', { level: 1, name: 'A title that is long enough' }).waitFor();
      await page.locator('app-issue-facts').getByText('Nobody').waitFor();
    },
  );
  await check('changes the description, and says what is wrong with it at its field', async () => {
    const field = page.getByRole('textbox', { name: 'Description' });
    const shown = page.getByRole('region', { name: 'Description' });
    await field.fill('x'.repeat(4_001));
    await demo.button('Save changes').click();
    await page.getByText('The description must be text of at most 4000 characters.').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal((await field.inputValue()).length, 4_001);
    assert.match(demo.takeProblems().join(), /status of 422/);
    await field.fill('It happens on Mondays.\n\nNobody knows why.');
    assert.deepEqual(await demo.requestsOf(() => demo.button('Try again').click()), [
      `PATCH /api/issues/${page.url().match(/\d+$/)[0]}`,
    ]);
    await eventually(
      () => shown.getByRole('paragraph').allInnerTexts(),
      ['It happens on Mondays.', 'Nobody knows why.'],
    );
    await field.fill('');
    await demo.button('Save changes').click();
    await shown.getByText('No description.').waitFor();
  });
  await check('adds a comment and deletes it', async () => {
    const list = demo.list('Comments').getByRole('listitem');
    const count = await list.count();
    await page.getByLabel('New comment').fill('Seen, thank you.');
    await demo.button('Add comment').click();
    await list.getByText('Seen, thank you.').waitFor();
    assert.equal(await list.count(), count + 1);
    await list.last().getByRole('button').click();
    await list.getByText('Seen, thank you.').waitFor({ state: 'detached' });
  });
  await check('creates an issue and deletes it', async () => {
    await demo.goTo('Issues');
    await page.locator('summary', { hasText: 'New issue' }).click();
    await demo.button('Create issue').click();
    await page.getByText('The title must be text').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Out of the blue');
    await demo.button('Create issue').click();
    await page.getByRole('heading', { level: 1, name: 'Out of the blue' }).waitFor();
    await page.getByRole('button', { name: /^Delete WEB-/ }).click();
    await page.getByText('25 of 300 issues').waitFor();
    assert.match(demo.takeProblems().join(), /status of 422/);
  });

  await check('one edit, five places, one paint, one request', async () => {
    await demo.goTo('People');
    await page.locator('app-everywhere').waitFor();
    const id = await page
      .locator('app-everywhere [data-person]')
      .first()
      .getAttribute('data-person');
    const shown = page.locator(`main [data-person="${id}"]`);
    const before = (await shown.first().innerText()).trim();
    await page.setViewportSize({ width: 1280, height: 800 });
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
    const lists = again.filter((request) => !/issues\/\d+/.test(request));
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

  await check('shows all of it under the hood', async () => {
    await demo.goTo('Under the hood');
    const tables = await demo.tables();
    assert.deepEqual(
      [tables.Issue, tables.Project, tables.Label, tables.User],
      ['300', '8', '12', '240'],
    );
    await page.getByRole('group', { name: 'Tables' }).getByText('Project').click();
    await page.getByLabel('Rows that contain').fill('paym');
    const rows = page.getByRole('region', { name: 'Rows of Project' }).getByRole('listitem');
    await eventually(() => rows.count(), 1);
    assert.ok(Number(await page.locator('app-cache-tiles dd').first().innerText()) > 600);
  });
  await check('lists the live queries: who watches, how often they ran, and how long', async () => {
    const rows = page.getByRole('region', { name: 'Results that are kept' }).getByRole('row');
    const query = async (name) => {
      const texts = await rows.filter({ hasText: name }).first().getByRole('cell').allInnerTexts();
      return texts.map(Number);
    };
    const idle = page.locator('app-live-queries tr.idle');
    const card = page.locator('app-issue-card').first();
    await demo.goTo('Board');
    await card.waitFor();
    await demo.goTo('Under the hood');
    const [subscribers, runs, ms] = await query('countOpenIssues()');
    assert.ok(subscribers === 1 && runs > 3 && ms > 0, [subscribers, runs, ms].join());
    assert.equal((await query("filteredIssues({ status: 'done' })"))[0], 0);
    assert.ok((await idle.count()) > 3);

    await demo.goTo('Board');
    await card.locator('[data-way="→"]').click();
    await page.getByRole('status').getByText('is in').waitFor();
    await demo.goTo('Under the hood');
    await eventually(async () => (await query('countOpenIssues()'))[1], runs + 1);
    // What was read since the last sweep outlives this one.
    await demo.button('Sweep').click();
    await demo.button('Sweep').click();
    await eventually(() => idle.count(), 0);
    assert.equal((await query('countOpenIssues()'))[0], 1);
  });
  await check('the skip link leads past the navigation', async () => {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'content');
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
