import { randomUUID } from 'node:crypto';
import { type Request, Router } from 'express';
import type { DatabaseSync } from 'node:sqlite';
import { issues } from './resources';
import { Problem } from './problem';
import { toJson } from './resource-router';
import type { Fields } from './row';
import { idOf, readBody, readQuery, whole } from './rules';

const pages = { page: whole(1, 1_000_000), limit: whole(1, 1_000) };

/** `/api/session` and `/api/me`: the signed-in user. Sessions end with the process. */
export function sessionsRouter(database: DatabaseSync): Router {
  const users = new Map<string, Fields[string]>();
  const tokenOf = (request: Request) =>
    /^Bearer (.+)$/.exec(request.get('Authorization') ?? '')?.[1] ?? '';
  const userOf = (request: Request): Fields[string] => {
    const id = users.get(tokenOf(request));
    if (id === undefined) throw new Problem(401, 'You are not signed in.');
    return id;
  };
  const nameOf = database.prepare('SELECT name FROM users WHERE id = ?');
  const issuesOf = database.prepare(
    'SELECT * FROM issues WHERE assigneeId = ? ORDER BY updatedAt DESC, id LIMIT ? OFFSET ?',
  );
  const countOf = database.prepare('SELECT count(*) AS total FROM issues WHERE assigneeId = ?');

  return Router()
    .post('/session', (request, response) => {
      const { userId } = readBody(database, request.body, { userId: idOf('user') }, ['userId']);
      const token = randomUUID();
      users.set(token, userId);
      response.status(201).json({ token, userId, ...nameOf.get(userId) });
    })
    .delete('/session', (request, response) => {
      userOf(request);
      users.delete(tokenOf(request));
      // The browser must not keep any data of the user.
      response.set('Clear-Site-Data', '"cache"').status(204).end();
    })
    .get('/me/issues', (request, response) => {
      const id = userOf(request);
      const { page = 1, limit = 10 } = readQuery(request.query, pages);
      const found = issuesOf.all(id, limit, (Number(page) - 1) * Number(limit));
      response.json({ items: found.map((row) => toJson(issues, row)), ...countOf.get(id) });
    });
}
