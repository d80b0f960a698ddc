import type { Attachment, Issue } from '../../fixtures/api';
import { Demo } from '../../fixtures/demo';
import { expect, test } from '../../fixtures/test';

const file = (name: string, size = 1_500, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: Buffer.alloc(size, 'a'),
});
const picture = {
  name: 'dot.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
};

/** Issue 12 has three files. */
test.beforeEach(async ({ page, demo }) => {
  await page.goto('/issues/12');
  await expect(demo.attachments).toHaveCount(3);
});

test('shows the newest files first, with a preview of images', async ({ demo }) => {
  const names = ['server.log', 'screenshot.svg', 'steps.txt'];
  await expect(demo.attachments.getByRole('link')).toHaveText(names);
  const drawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  const image = demo.attachments.nth(1).locator('img');
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate(drawn)).toBe(true);
  await expect(demo.attachments.first().locator('img')).toHaveCount(0);
});

test('requests the list with its default order', async ({ page, demo }) => {
  const list = page.waitForRequest(/\/api\/attachments\?/);
  await demo.navigate('/issues/18');
  expect(new URL((await list).url()).search).toBe('?issueId=18&sort=-createdAt');
});

test('shows the progress of an upload, and then the file', async ({
  page,
  api,
  demo,
  requests,
  network,
}) => {
  await network.limitUploads(300_000);
  const bar = demo.uploads.getByRole('progressbar', { name: 'Upload of large.bin' });
  const progress = () => bar.evaluate((each: HTMLProgressElement) => each.value);
  const caused = await requests.during(async () => {
    await demo.newFiles.setInputFiles(file('large.bin', 900_000));
    await expect.poll(progress, { intervals: [50] }).toBeGreaterThan(0.1);
    expect(await progress()).toBeLessThan(1);
    await expect(page).toBeAccessible();
    await expect(demo.attachments).toHaveCount(3);
    await expect(demo.attachments).toHaveCount(4);
    await expect(demo.status.getByText('large.bin was attached.')).toBeVisible();
  });
  expect(caused).toEqual(['POST /api/attachments']);
  await expect(demo.uploads).toHaveCount(0);
  await expect(demo.attachments.first()).toContainText(/large\.bin\s*900\.0 kB/);
  const [stored] = await api.get<Attachment[]>('/attachments?issueId=12&sort=-createdAt');
  expect(stored).toMatchObject({ name: 'large.bin', size: 900_000 });

  await page.reload();
  await expect(demo.attachments).toHaveCount(4);
  await expect(demo.attachments.first()).toContainText('large.bin');
});

test('uploads several files, and downloads one', async ({ page, demo }) => {
  await demo.newFiles.setInputFiles([file('notes.txt'), picture]);
  await expect(demo.attachments).toHaveCount(5);
  const download = page.waitForEvent('download');
  await demo.attachments.getByRole('link', { name: 'notes.txt' }).click();
  expect((await download).suggestedFilename()).toBe('notes.txt');
});

test('says why a file was refused, and shows no row for it', async ({ page, demo, problems }) => {
  await demo.newFiles.setInputFiles([file('too-large.bin', 1_200_000), file('small.txt')]);
  problems.expect(/status of 413/);
  await expect(demo.alert).toContainText(
    'too-large.bin was not attached. The file is larger than 1 MB.',
  );
  await expect(demo.attachments).toHaveCount(4);
  await expect(demo.attachments.first()).toContainText('small.txt');
  await expect(page).toBeAccessible();
  await demo.button('Dismiss').click();
  await expect(demo.uploads).toHaveCount(0);
  await expect(demo.attachments).toHaveCount(4);
});

test('uploads a file on retry', async ({ demo, network }) => {
  await network.failNext();
  await demo.newFiles.setInputFiles(file('notes.txt'));
  await expect(demo.alert).toContainText('notes.txt was not attached. The server failed');
  await demo.button('Try again').click();
  await expect(demo.attachments.first()).toContainText('notes.txt');
  await expect(demo.alert).toHaveCount(0);
});

test('an upload continues when the user leaves', async ({ api, demo, network, problems }) => {
  const hold = await network.hold('**/api/attachments', 'POST');
  await demo.newFiles.setInputFiles([file('kept.txt'), file('large.bin', 1_200_000)]);
  problems.expect(/status of 413/);
  await expect(demo.uploads).toHaveCount(2);
  await demo.goTo('Board');
  await hold.release();
  await expect(demo.status.getByText('kept.txt was attached.')).toBeVisible();
  await expect(demo.alert).toContainText('large.bin was not attached.');
  await demo.button('Dismiss').click();
  await demo.navigate('/issues/12');
  await expect(demo.attachments.first()).toContainText('kept.txt');
  expect(await api.get('/attachments?issueId=12')).toHaveLength(4);
});

test('a deleted file disappears at once, and returns if the deletion fails', async ({
  api,
  demo,
  network,
}) => {
  const hold = await network.hold('**/api/attachments/*', 'DELETE');
  await demo.button('Delete server.log').click();
  await expect(demo.attachments).toHaveCount(2);
  await hold.release();
  await expect(demo.status.getByText('The attachment was deleted.')).toBeVisible();
  expect(await api.get('/attachments?issueId=12')).toHaveLength(2);

  await network.failNext();
  await demo.button('Delete steps.txt').click();
  await expect(demo.alert).toContainText('The attachment was not deleted. The server failed');
  await expect(demo.attachments).toHaveCount(2);
});

test('the keyboard adds and deletes files', async ({ page, demo }) => {
  // Playwright enables the interception of the file chooser in the background, so this line must come before the focus
  // moves to the input.
  const chooser = page.waitForEvent('filechooser');
  await demo.newFiles.focus();
  await expect(demo.newFiles).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(file('notes.txt'));
  await expect(demo.attachments.first()).toContainText('notes.txt');
  await demo.button('Delete notes.txt').press('Enter');
  await expect(demo.attachments).toHaveCount(3);
  await expect(demo.button('Delete server.log')).toBeFocused();
});

test('two browsers show the same files', async ({ page, demo, requests, otherPage }) => {
  const other = new Demo(otherPage);
  await otherPage.goto('/issues/12');
  await expect(other.attachments).toHaveCount(3);
  const caused = await requests.during(async () => {
    for (const name of ['a.txt', 'b.txt']) {
      await other.newFiles.setInputFiles(file(name));
      await expect(other.attachments.first()).toContainText(name);
    }
    await expect(demo.attachments.getByRole('link')).toHaveText([
      'b.txt',
      'a.txt',
      'server.log',
      'screenshot.svg',
      'steps.txt',
    ]);
    await other.button('Delete server.log').click();
    await expect(demo.attachments).toHaveCount(4);
  });
  expect(caused).toEqual([]);
  await page.reload();
  await expect(demo.attachments.first()).toContainText('b.txt');
  await expect(demo.attachments).toHaveCount(4);
});

test('shows a note on an issue without files', async ({ page, api, demo }) => {
  await demo.navigate('/issues/13');
  await expect(demo.heading((await api.get<Issue>('/issues/13')).title)).toBeVisible();
  await expect(page.getByText('There are no attachments yet.')).toBeVisible();
});
