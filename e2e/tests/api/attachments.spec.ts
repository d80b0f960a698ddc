import type { Attachment } from '../../fixtures/api';
import { expect, test } from '../../fixtures/test';

const file = (name: string, size = 5) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(size, 'a'),
});

test('keeps a file on an issue, and sends its content', async ({ api, request }) => {
  const created = await api.upload({ issueId: 13, file: file('  notes.txt ') });
  expect(created.status()).toBe(201);
  const { id, createdAt, ...row } = (await created.json()) as Attachment;
  expect(row).toEqual({ issueId: 13, name: 'notes.txt', type: 'text/plain', size: 5 });
  expect(await api.get('/attachments?issueId=13')).toEqual([{ id, createdAt, ...row }]);

  const content = await request.get(`/api/attachments/${id}/content`);
  expect(await content.text()).toBe('aaaaa');
  expect(content.headers()).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename=notes.txt',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  });

  await api.upload({ issueId: 13, file: file('later.txt') });
  const newest = await api.get<Attachment[]>('/attachments?issueId=13&sort=-createdAt');
  expect(newest.map(({ name }) => name)).toEqual(['later.txt', 'notes.txt']);
});

test('rejects what is not a file on an issue', async ({ api }) => {
  for (const [form, status, message] of [
    [{ issueId: 13, file: file('large.bin', 1_000_001) }, 413, 'The file is larger than 1 MB.'],
    [{ issueId: 13, file: file('huge.bin', 5_000_000) }, 413, 'The file is larger than 1 MB.'],
    [{ issueId: 13, file: file('../secret') }, 422, 'A field is not valid.'],
    [{ issueId: 13, file: file('..') }, 422, 'A field is not valid.'],
    [{ issueId: 13, file: 'text' }, 422, 'A field is not valid.'],
    [{ issueId: 9999, file: file('a.txt') }, 422, 'A field is not valid.'],
    [{ file: file('a.txt') }, 422, 'A field is not valid.'],
  ] as const) {
    const response = await api.upload(form);
    expect(response.status(), JSON.stringify(form).slice(0, 60)).toBe(status);
    expect(await response.json()).toMatchObject({ error: message });
  }
  expect((await api.send('POST', '/attachments', { issueId: 13 })).status()).toBe(415);
  const broken = { method: 'POST', headers: { 'Content-Type': 'multipart/form-data' }, data: 'x' };
  expect((await api.request.fetch('/api/attachments', broken)).status()).toBe(400);
  expect(await api.get('/attachments?issueId=13')).toEqual([]);
  expect((await api.send('GET', '/attachments/9999/content')).status()).toBe(404);
});

test('accepts a file of 1 MB', async ({ api }) => {
  const response = await api.upload({ issueId: 13, file: file('full.bin', 1_000_000) });
  expect(response.status()).toBe(201);
});

test('deletes attachments with their issue', async ({ api }) => {
  const stored = () => api.get<Attachment[]>('/attachments?issueId=12');
  expect(await stored()).toHaveLength(3);
  await api.send('DELETE', '/issues/12');
  expect(await stored()).toEqual([]);
});
