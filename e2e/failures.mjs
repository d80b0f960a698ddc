import assert from 'node:assert/strict';
import { DemoPage } from './demo-page.mjs';
import { eventually } from './run.mjs';

/** Failures are shown and can be retried, and no data is lost. */
export async function checkFailures(run, browser, url) {
  run.heading('Failures');
  const demo = await DemoPage.open(browser, url);
  const { page } = demo;
  const check = (name, test) => run.check(name, test, page);

  await check('says that a list is on its way', async () => {
    await demo.choose('Network', 'Slow');
    await demo.button('Load feed').click();
    const button = demo.button('Loading feed…');
    assert.equal(await button.getAttribute('aria-busy'), 'true');
    await page.getByText('No feed in cache yet').waitFor();
    await demo.button('Reload feed').waitFor();
  });
  await check('shows that a list could not be loaded, and retries', async () => {
    await demo.choose('Network', 'Offline');
    await demo.button('Load users').click();
    const alert = page.getByRole('alert').filter({ hasText: 'The users did not come.' });
    await alert.waitFor();
    assert.equal(await page.getByText('No users in cache yet').count(), 2);
    await demo.choose('Network', 'Normal');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await demo.button('Reload users').waitFor();
    await alert.waitFor({ state: 'detached' });
  });
  await check('loses nothing when a request fails later', async () => {
    const [all, names] = [await demo.count('all'), await demo.userNames()];
    await demo.choose('Network', 'Offline');
    await demo.button('Reload users').click();
    await demo.user(names[0]).getByRole('switch').click();
    await page.getByRole('alert').filter({ hasText: 'did not come' }).waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: `${names[0]} stays as before.` })
      .waitFor();
    assert.deepEqual([await demo.count('all'), await demo.userNames()], [all, names]);
    await demo.choose('Network', 'Normal');
    for (const dismiss of (await demo.button('Dismiss').all()).reverse()) await dismiss.click();
  });
  await check('shows what the server says against a field', async () => {
    const all = await demo.count('all');
    const [{ email }] = await (await fetch(`${url}/api/users`)).json();
    await page.getByLabel('Name', { exact: true }).fill('A Double');
    const field = page.getByLabel('Email, if any');
    await field.fill(email);
    await demo.button('Create user').click();
    await page.getByText('The email already belongs to').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await demo.count('all'), all);
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'A Double');
    // The browser itself notes every 4xx answer.
    const problems = demo.takeProblems();
    assert.equal(problems.length, 1);
    assert.match(problems[0], /status of 422/);
  });
  await check('creates the user once the field is right', async () => {
    const all = Number(await demo.count('all'));
    await page.getByLabel('Email, if any').fill('a.double@example.com');
    await demo.button('Try again').click();
    await eventually(async () => Number(await demo.count('all')), all + 1);
    assert.equal(await page.getByText('already belongs to').count(), 0);
  });
  await check('a user who was created here is no answer about all users', async () => {
    await demo.button('Empty the cache').click();
    await page.getByLabel('Name', { exact: true }).fill('Only One');
    await demo.button('Create user').click();
    await eventually(() => demo.userNames(), ['Only One']);
    assert.equal(await demo.count('all'), '1');
    await demo.load('users');
    await eventually(async () => Number(await demo.count('all')) > 200, true);
  });
  await check('says when the server cannot be reached', async () => {
    await page.context().setOffline(true);
    await demo.button('Load todos').click();
    await page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' }).waitFor();
    await page.context().setOffline(false);
    await demo.button('Try again').click();
    await demo.button('Reload todos').waitFor();
    const problems = demo.takeProblems();
    assert.equal(problems.length, 1);
    assert.match(problems[0], /ERR_INTERNET_DISCONNECTED/);
  });
  await check('the console says nothing else', () => assert.deepEqual(demo.takeProblems(), []));
  await demo.close();
}
