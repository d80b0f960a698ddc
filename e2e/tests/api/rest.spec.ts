import type { APIResponse } from '@playwright/test';
import type { Comment, FeedItem, Issue, Todo, User } from '../../fixtures/api';
import { expect, test } from '../../fixtures/test';

/** Checks the status of an error, its message, and the fields that it names. */
async function expectError(
  response: Promise<APIResponse>,
  status: number,
  fields: readonly string[] = [],
): Promise<void> {
  const got = await response;
  const body = (await got.json()) as { error: unknown; fields?: object };
  expect({ status: got.status(), fields: Object.keys(body.fields ?? {}) }).toEqual({
    status,
    fields,
  });
  expect(body.error).toEqual(expect.any(String));
}

test('lists users, todos and the mixed feed', async ({ api }) => {
  const users = await api.get<User[]>('/users');
  expect(users).toHaveLength(240);
  const fields = ['id', 'name', 'email', 'website', 'isAdmin', 'inTeam', 'hue'];
  expect(Object.keys(users[0]!)).toEqual(fields);
  expect(users[0]!.isAdmin).toEqual(expect.any(Boolean));

  const todos = await api.get<Todo[]>('/todos');
  expect(todos).toHaveLength(400);
  expect(Object.keys(todos[0]!)).toEqual(['id', 'userId', 'title', 'completed']);

  const feed = await api.get<FeedItem[]>('/feed');
  expect(feed).toHaveLength(120);
  expect(new Set(feed.map(({ type }) => type))).toEqual(new Set(['link', 'post']));
});

test('lists projects, labels, issues, comments and rows for Scale', async ({ api }) => {
  const sizes = { projects: 8, labels: 12, issues: 300, comments: 600, 'scale/issues?n=500': 500 };
  for (const [path, size] of Object.entries(sizes)) {
    expect(await api.get(`/${path}`), path).toHaveLength(size);
  }
  const activity = await api.get<object[]>('/users/activity?period=30d');
  expect(activity).toHaveLength(240);
  expect(Object.keys(activity[0]!)).toEqual(['id', 'done', 'comments']);
  await expectError(api.send('GET', '/users/activity?period=1y'), 422, ['period']);
  await expectError(api.send('GET', '/issues/9999/comments'), 404);
  await expectError(api.send('GET', '/scale/issues?n=1000000'), 422, ['n']);
});

/** Each query, and whether a row matches it. */
const filters: readonly [string, (row: never) => boolean][] = [
  ['/users?isAdmin=true', ({ isAdmin }: User) => isAdmin],
  ['/users?q=OKAFOR', ({ name }: User) => /okafor/i.test(name)],
  ['/todos?userId=3&completed=false&limit=2', (todo: Todo) => todo.userId === 3 && !todo.completed],
  ['/feed?type=post', ({ type }: FeedItem) => type === 'post'],
  [
    '/issues?status=doing&projectId=2',
    (issue: Issue) => issue.status === 'doing' && issue.projectId === 2,
  ],
  ['/issues/12/comments', ({ issueId }: Comment) => issueId === 12],
];
test('filters lists by the query', async ({ api }) => {
  for (const [query, matches] of filters) {
    const rows = await api.get<never[]>(query);
    expect(rows.length, query).toBeGreaterThan(0);
    expect(rows.every(matches), query).toBe(true);
  }
  expect(await api.get('/todos?userId=3&completed=false&limit=2')).toHaveLength(2);
  expect(await api.get('/users?q=%25')).toEqual([]);
});

test('rejects queries that make no sense', async ({ api }) => {
  await expectError(api.send('GET', '/users?isAdmin=perhaps'), 422, ['isAdmin']);
  await expectError(api.send('GET', '/todos?limit=100000'), 422, ['limit']);
  await expectError(api.send('GET', '/feed?type=song'), 422, ['type']);
  await expectError(api.send('GET', '/users?q=a&q=b'), 422, ['q']);
  for (const rate of ['0', '1001', 'fast']) {
    await expectError(api.send('GET', `/scale/ticks?rate=${rate}`), 422, ['rate']);
  }
  await expectError(api.send('GET', '/scale/ticks?n=1000000'), 422, ['n']);
});

test('creates, changes, rejects and deletes issues and comments', async ({ api }) => {
  const given = { title: 'A new one', projectId: 1, labelIds: [3, 3, 1], assigneeId: null };
  const created = await api.send('POST', '/issues', given);
  const issue = (await created.json()) as Issue;
  expect(created.status()).toBe(201);
  expect(issue).toMatchObject({ labelIds: [3, 1], status: 'backlog' });

  const path = `/issues/${issue.id}`;
  const change = async (body: unknown) =>
    (await (await api.send('PATCH', path, body)).json()) as Issue;
  const changed = await change({ status: 'done', assigneeId: 2 });
  expect(changed).toMatchObject({ status: 'done', assigneeId: 2, createdAt: issue.createdAt });
  expect(changed.updatedAt >= issue.updatedAt).toBe(true);
  expect(await change({ body: ' Why, and how. ' })).toMatchObject({ body: 'Why, and how.' });
  for (const [body, ...fields] of [
    [{ title: 'x' }, 'title'],
    [{ body: 'x'.repeat(4_001) }, 'body'],
    [{ body: null }, 'body'],
    [{ status: 'maybe' }, 'status'],
    [{ projectId: 99, labelIds: [99] }, 'projectId', 'labelIds'],
  ] as const) {
    await expectError(api.send('PATCH', path, body), 422, fields);
  }
  await expectError(api.send('POST', '/issues', {}), 422, ['title', 'projectId']);

  const said = { issueId: issue.id, authorId: 1, body: 'Yes.' };
  const { id } = (await (await api.send('POST', '/comments', said)).json()) as Comment;
  expect(await api.get(`${path}/comments`)).toHaveLength(1);
  expect((await api.send('DELETE', `/comments/${id}`)).status()).toBe(204);
  expect((await api.send('DELETE', path)).status()).toBe(204);
});

test('creates with 201, reads, changes, and deletes with 204', async ({ api }) => {
  const response = await api.send('POST', '/users', { name: '  Ada ', email: 'ada@example.com' });
  const created = (await response.json()) as User;
  expect(response.status()).toBe(201);
  expect(created.name).toBe('Ada');
  const path = response.headers()['location']!.replace('/api', '');
  expect(await api.get(path)).toEqual(created);

  const changed = await api.send('PATCH', path, { isAdmin: true });
  expect(await changed.json()).toEqual({ ...created, isAdmin: true });
  const unchanged = await api.send('PATCH', path, {});
  expect(await unchanged.json()).toEqual({ ...created, isAdmin: true });

  expect((await api.send('DELETE', path)).status()).toBe(204);
  await expectError(api.send('GET', path), 404);
  await expectError(api.send('DELETE', path), 404);
  await expectError(api.send('PATCH', path, { name: 'Too late' }), 404);
});

test('keeps the todos of a deleted user', async ({ api }) => {
  const [todo] = await api.get<Todo[]>('/todos?userId=3');
  await api.send('DELETE', '/users/3');
  expect(await api.get(`/todos/${todo!.id}`)).toEqual(todo);
  await expectError(api.send('POST', '/todos', { userId: 3, title: 'Too late' }), 422, ['userId']);
});

test('names the wrong fields with 422', async ({ api }) => {
  const users: readonly [unknown, ...string[]][] = [
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: 'x', email: 'not an address' }, 'email'],
    [{ name: 'x', isAdmin: 'true' }, 'isAdmin'],
    [{ name: 'x', constructor: 1 }, 'constructor'],
    [Buffer.from('{"name":"x","__proto__":{}}'), '__proto__'],
    [[{ name: 'x' }]],
    [undefined],
  ];
  for (const [body, ...fields] of users) {
    await expectError(api.send('POST', '/users', body), 422, fields);
  }
  await expectError(api.send('PATCH', '/users/1', { id: 2 }), 422, ['id']);
  await expectError(api.send('POST', '/todos', { userId: '1', title: 'x' }), 422, ['userId']);
});

test('accepts an email address once only, in any case', async ({ api }) => {
  const { email } = await api.get<User>('/users/2');
  for (const same of [email, email.toUpperCase()]) {
    await expectError(api.send('POST', '/users', { name: 'x', email: same }), 422, ['email']);
  }
  await expect(await api.send('PATCH', '/users/2', { email })).toBeOK();
});

test('responds to broken, large and lost requests with JSON', async ({ api }) => {
  await expectError(api.send('POST', '/users', Buffer.from('{"name":')), 400);
  await expectError(api.send('POST', '/users', { name: 'x'.repeat(40_000) }), 413);
  await expectError(api.send('GET', '/nowhere'), 404);
  await expectError(api.send('PUT', '/users/1', {}), 404);
  await expectError(api.send('GET', '/users/1%20OR%201=1'), 404);
  await expectError(api.send('GET', '/users/%E0%A4%A'), 400);
});

test('gives pages of the activity that continue each other', async ({ api }) => {
  interface Page {
    readonly items: readonly FeedItem[];
    readonly total: number;
    readonly nextCursor: string | null;
  }
  const ids: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const next = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await api.get<Page>(`/activity?limit=50${next}`);
    expect(page.total).toBe(120);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(ids).toEqual((await api.get<FeedItem[]>('/feed')).map(({ id }) => id));

  const { items, total } = await api.get<Page>('/activity?type=link&authorId=2&limit=100');
  expect(items).toHaveLength(total);
  expect(items.every(({ type, authorId }) => type === 'link' && authorId === 2)).toBe(true);
  for (const field of ['cursor', 'limit', 'type', 'authorId']) {
    await expectError(api.send('GET', `/activity?${field}=0`), 422, [field]);
  }
  const authors = await api.get<{ links: number; posts: number }[]>('/activity/authors');
  expect(authors.reduce((sum, { links, posts }) => sum + links + posts, 0)).toBe(120);
});
