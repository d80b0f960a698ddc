import type { User } from '../../fixtures/api';
import { record } from '../../fixtures/record';
import { expect, test } from '../../fixtures/test';

/** The parts of the page that show a person. */
const places = ['board', 'list', 'detail', 'counts', 'feed'];

test.use({ viewport: { width: 1280, height: 800 } });
test.beforeEach(async ({ page, demo }) => {
  await page.goto('/people');
  await expect(demo.region('Everywhere at once')).toBeVisible();
});

/** The parts of the page that show a person without scrolling. */
function placesInSight(id: string): (string | undefined)[] {
  return [...document.querySelectorAll<HTMLElement>('[data-place]')]
    .filter((place) => {
      const name = place.querySelector(`[data-person="${id}"]`)?.getBoundingClientRect();
      return name && name.width > 0 && name.top >= 0 && name.bottom <= innerHeight;
    })
    .map(({ dataset }) => dataset['place']);
}

/** The names that a person has in each part. */
function namesByPlace(id: string): (string | string[] | undefined)[][] {
  return [...document.querySelectorAll<HTMLElement>('[data-place]')].map((place) => {
    const names = [...place.querySelectorAll(`[data-person="${id}"]`)];
    return [place.dataset['place'], ...new Set(names.map((name) => name.textContent.trim()))];
  });
}

test('shows one edit in five places in one frame', async ({ page, demo, requests }) => {
  const person = demo.region('Everywhere at once').locator('[data-person]').first();
  const id = (await person.getAttribute('data-person'))!;
  const before = (await person.innerText()).trim();
  expect(await page.evaluate(placesInSight, id)).toEqual(places);

  const names = await record(page, namesByPlace, id);
  const count = Number(await demo.count('logged').innerText());
  const caused = await requests.during(async () => {
    await demo.rename(before, 'Quite Another');
    await expect(demo.status.getByText('is now called Quite Another')).toBeVisible();
  });
  expect(caused).toEqual([`PATCH /api/users/${id}`]);
  await expect(demo.count('logged')).toHaveText(String(count + 1));
  await expect(demo.list('Network log').getByRole('listitem').first()).toContainText(
    'PATCH /users',
  );
  const all = (name: string) => places.map((place) => [place, name]);
  expect(await names.end()).toEqual([all(before), all('Quite Another')]);
  expect(await page.evaluate(placesInSight, id)).toEqual(places);
});

test('shows a new name on all pages without a refetch', async ({ page, demo, requests }) => {
  const people = demo.list('People').locator('.name');
  const before = await people.first().innerText();
  await demo.rename(before, 'Quite Another');
  await expect(people.getByText('Quite Another')).toBeVisible();
  const caused = await requests.during(async () => {
    await demo.goTo('Board');
    await demo.list('Open issues by person').getByText('Quite Another').click();
    await expect(demo.issues.first().getByText('Quite Another')).toBeVisible();
    await demo.issues.first().getByRole('link').click();
    await expect(page.locator('app-issue-facts').getByText('Quite Another')).toBeVisible();
    await demo.goTo('Activity');
    await expect(demo.activity.getByText('Quite Another').first()).toBeVisible();
  });
  const lists = caused.filter(
    (request) => !/issues\/\d+|comments|attachments|activity/.test(request),
  );
  expect(lists).toEqual([]);
});

test('shows a new role in the counts', async ({ page, api, demo }) => {
  const { length } = await api.get<User[]>('/users?isAdmin=true');
  const toggle = demo.list('People').getByRole('switch').first();
  const now = length + ((await toggle.isChecked()) ? -1 : 1);
  await expect(page.getByRole('group', { name: 'Show' })).toContainText(`Admins ${length}`);
  await toggle.click();
  await expect(page.getByRole('group', { name: 'Show' })).toContainText(`Admins ${now}`);
});

test('accepts three edits before a response', async ({ page, demo, network, requests }) => {
  const row = demo.list('People').getByRole('listitem').first();
  const people = demo.list('People').locator('.name');
  const name = await row.locator('.name').innerText();
  const wasAdmin = await row.getByRole('switch').isChecked();
  const hold = await network.hold('**/api/users/*', 'PATCH');
  const caused = await requests.during(async () => {
    await row.getByRole('switch').click();
    await expect(row.getByRole('switch')).toBeChecked({ checked: !wasAdmin });
    await demo.rename(name, 'Renamed at once');
    await expect(people.getByText('Renamed at once')).toBeVisible();
    await demo.rename('Renamed at once', 'And again');
    await expect(people.getByText('And again')).toBeVisible();
  });
  expect(caused).toHaveLength(3);
  await hold.release();
  await expect(demo.status.getByText('is now called And again')).toBeVisible();
  await expect(people.getByText('And again')).toBeVisible();
  await expect(page.getByText('Renamed at once', { exact: true })).toHaveCount(0);
});

test('shows that the server rejects a name at its field', async ({ page, demo, problems }) => {
  const people = demo.list('People').locator('.name');
  const name = await people.first().innerText();
  await demo.rename(name, '   ');
  await expect(page.getByText(/^The name must be/)).toBeVisible();
  problems.expect(/status of 422/);
  const field = page.getByLabel(`New name of ${name}`);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('A real name');
  await demo.button('Save').click();
  await expect(people.getByText('A real name')).toBeVisible();
});
