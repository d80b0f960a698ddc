import assert from 'node:assert/strict';

/** The REST API by itself: what it gives, takes and refuses. */
export async function checkApi(run, url) {
  const call = async (method, path, body, raw) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: raw ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text && JSON.parse(text), headers: response.headers };
  };
  const refused = async (status, fields, ...request) => {
    const answer = await call(...request);
    assert.equal(answer.status, status);
    assert.equal(typeof answer.body.error, 'string');
    assert.deepEqual(Object.keys(answer.body.fields ?? {}), fields);
  };

  run.heading('The API');

  await run.check('lists users, todos and the mixed feed', async () => {
    const users = await call('GET', '/users');
    assert.equal(users.status, 200);
    assert.equal(users.body.length, 240);
    assert.deepEqual(Object.keys(users.body[0]), [
      'id',
      'name',
      'email',
      'website',
      'isAdmin',
      'hue',
    ]);
    assert.equal(typeof users.body[0].isAdmin, 'boolean');

    const todos = await call('GET', '/todos');
    assert.equal(todos.body.length, 400);
    assert.deepEqual(Object.keys(todos.body[0]), ['id', 'userId', 'title', 'completed']);

    const feed = await call('GET', '/feed');
    assert.equal(feed.body.length, 120);
    assert.deepEqual([...new Set(feed.body.map(({ type }) => type))].sort(), ['link', 'post']);
  });

  await run.check('filters lists by what the query says', async () => {
    const admins = await call('GET', '/users?isAdmin=true');
    assert.ok(admins.body.length > 0 && admins.body.every(({ isAdmin }) => isAdmin));
    const named = await call('GET', '/users?q=OKAFOR');
    assert.ok(named.body.length > 0 && named.body.every(({ name }) => /okafor/i.test(name)));
    assert.deepEqual((await call('GET', '/users?q=%25')).body, []);
    const open = await call('GET', '/todos?userId=3&completed=false&limit=2');
    assert.equal(open.body.length, 2);
    assert.ok(open.body.every(({ userId, completed }) => userId === 3 && !completed));
    const posts = await call('GET', '/feed?type=post');
    assert.ok(posts.body.every(({ type }) => type === 'post'));
  });

  await run.check('lists projects, labels, issues and comments', async () => {
    const sizes = { projects: 8, labels: 12, issues: 300, comments: 600 };
    for (const [name, size] of Object.entries(sizes)) {
      assert.equal((await call('GET', `/${name}`)).body.length, size);
    }
    const { body: issues } = await call('GET', '/issues?status=doing&projectId=2');
    assert.ok(issues.length > 0);
    assert.ok(issues.every(({ status, projectId }) => status === 'doing' && projectId === 2));
    const { body: comments } = await call('GET', '/issues/7/comments');
    assert.ok(comments.every(({ issueId }) => issueId === 7));
    await refused(404, [], 'GET', '/issues/9999/comments');
    const { body: rows } = await call('GET', '/scale/issues?n=500');
    assert.equal(rows.length, 500);
    await refused(422, ['n'], 'GET', '/scale/issues?n=1000000');
  });

  await run.check('creates, changes, refuses and deletes issues and comments', async () => {
    const given = { title: 'A new one', projectId: 1, labelIds: [3, 3, 1], assigneeId: null };
    const { status, body: issue } = await call('POST', '/issues', given);
    assert.equal(status, 201);
    assert.deepEqual(issue.labelIds, [3, 1]);
    assert.equal(issue.status, 'backlog');
    const path = `/issues/${issue.id}`;
    const { body: changed } = await call('PATCH', path, { status: 'done', assigneeId: 2 });
    assert.deepEqual([changed.status, changed.assigneeId], ['done', 2]);
    assert.ok(changed.updatedAt >= issue.updatedAt && changed.createdAt === issue.createdAt);
    await refused(422, ['title'], 'PATCH', path, { title: 'x' });
    const { body: described } = await call('PATCH', path, { body: ' Why, and how. ' });
    assert.equal(described.body, 'Why, and how.');
    await refused(422, ['body'], 'PATCH', path, { body: 'x'.repeat(4_001) });
    await refused(422, ['body'], 'PATCH', path, { body: null });
    await refused(422, ['status'], 'PATCH', path, { status: 'maybe' });
    await refused(422, ['projectId', 'labelIds'], 'PATCH', path, { projectId: 99, labelIds: [99] });
    await refused(422, ['title', 'projectId'], 'POST', '/issues', {});
    const said = { issueId: issue.id, authorId: 1, body: 'Yes.' };
    const { body: comment } = await call('POST', '/comments', said);
    assert.equal((await call('GET', `${path}/comments`)).body.length, 1);
    assert.equal((await call('DELETE', `/comments/${comment.id}`)).status, 204);
    assert.equal((await call('DELETE', path)).status, 204);
  });

  await run.check('refuses filters that make no sense', async () => {
    await refused(422, ['isAdmin'], 'GET', '/users?isAdmin=perhaps');
    await refused(422, ['limit'], 'GET', '/todos?limit=100000');
    await refused(422, ['type'], 'GET', '/feed?type=song');
    await refused(422, ['q'], 'GET', '/users?q=a&q=b');
  });

  await run.check('creates with 201, reads, changes and deletes with 204', async () => {
    const created = await call('POST', '/users', { name: '  Ada ', email: 'ada@example.com' });
    assert.equal(created.status, 201);
    assert.equal(created.body.name, 'Ada');
    const path = created.headers.get('location').replace('/api', '');
    assert.deepEqual((await call('GET', path)).body, created.body);

    const changed = await call('PATCH', path, { isAdmin: true });
    assert.deepEqual(changed.body, { ...created.body, isAdmin: true });
    assert.deepEqual((await call('PATCH', path, {})).body, changed.body);

    assert.equal((await call('DELETE', path)).status, 204);
    await refused(404, [], 'GET', path);
    await refused(404, [], 'DELETE', path);
    await refused(404, [], 'PATCH', path, { name: 'Nobody' });
  });

  await run.check('keeps the todos of a user who is deleted', async () => {
    const { body: user } = await call('POST', '/users', { name: 'Brief' });
    const { body: todo } = await call('POST', '/todos', { userId: user.id, title: 'Stay' });
    await call('DELETE', `/users/${user.id}`);
    assert.deepEqual((await call('GET', `/todos/${todo.id}`)).body, todo);
    await refused(422, ['userId'], 'POST', '/todos', { userId: user.id, title: 'Too late' });
    assert.equal((await call('DELETE', `/todos/${todo.id}`)).status, 204);
  });

  await run.check('says which fields are wrong with 422', async () => {
    await refused(422, ['name'], 'POST', '/users', {});
    await refused(422, ['name'], 'POST', '/users', { name: '   ' });
    await refused(422, ['name'], 'POST', '/users', { name: 'x'.repeat(81) });
    await refused(422, ['email'], 'POST', '/users', { name: 'x', email: 'not an address' });
    await refused(422, ['isAdmin'], 'POST', '/users', { name: 'x', isAdmin: 'true' });
    await refused(422, ['constructor'], 'POST', '/users', { name: 'x', constructor: 1 });
    await refused(422, ['__proto__'], 'POST', '/users', '{"name":"x","__proto__":{}}', 'raw');
    await refused(422, ['id'], 'PATCH', '/users/1', { id: 2 });
    await refused(422, ['userId'], 'POST', '/todos', { userId: '1', title: 'x' });
    await refused(422, [], 'POST', '/users', [{ name: 'x' }]);
    await refused(422, [], 'POST', '/users');
  });

  await run.check('takes an address once only, in any case', async () => {
    const { body: user } = await call('GET', '/users/2');
    const email = user.email.toUpperCase();
    await refused(422, ['email'], 'POST', '/users', { name: 'x', email });
    assert.equal((await call('PATCH', '/users/2', { email: user.email })).status, 200);
  });

  await run.check('answers broken, large and lost requests as JSON', async () => {
    await refused(400, [], 'POST', '/users', '{"name":', 'raw');
    await refused(413, [], 'POST', '/users', { name: 'x'.repeat(40_000) });
    await refused(404, [], 'GET', '/nowhere');
    await refused(404, [], 'PUT', '/users/1', {});
    await refused(404, [], 'GET', '/users/1%20OR%201=1');
    await refused(400, [], 'GET', '/users/%E0%A4%A');
  });
}
