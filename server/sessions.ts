import { randomUUID } from 'node:crypto';
import { type Request, Router } from 'express';
import type { Database, Row, Value } from './database';
import { issues } from './issues';
import { Problem } from './problem';

/** `/api/session` and `/api/me`: the signed-in user. Sessions end with the process. */
export function sessionsRouter(database: Database): Router {
  const users = new Map<string, Value>();
  const tokenOf = (request: Request) =>
    /^Bearer (.+)$/.exec(request.get('Authorization') ?? '')?.[1];
  const userOf = (request: Request): Value => {
    const id = users.get(tokenOf(request) ?? '');
    if (id === undefined) throw new Problem(401, 'You are not signed in.');
    return id;
  };
  return Router()
    .post('/session', (request, response) => {
      const { userId } = request.body as Row;
      const user = database.prepare('SELECT name FROM users WHERE id = ?').get(userId ?? null);
      if (user === undefined) throw Problem.invalid({ userId: 'must be the id of a user' });
      const token = randomUUID();
      users.set(token, userId);
      response.status(201).json({ token, userId, name: user['name'] });
    })
    .delete('/session', (request, response) => {
      userOf(request);
      users.delete(tokenOf(request)!);
      // The browser must not keep any data of the user.
      response.set('Clear-Site-Data', '"cache"').status(204).end();
    })
    .get('/me/issues', (request, response) => {
      const id = userOf(request);
      const [page, limit] = [request.query['page'], request.query['limit']].map(Number);
      const found = database
        .prepare(
          'SELECT * FROM issues WHERE assigneeId = ? ORDER BY updatedAt DESC, id LIMIT ? OFFSET ?',
        )
        .all(id, limit || 10, ((page || 1) - 1) * (limit || 10));
      const { total } = database
        .prepare('SELECT COUNT(*) AS total FROM issues WHERE assigneeId = ?')
        .get(id) as { total: number };
      response.json({ items: found.map((row) => issues.toJson(row as Row)), total });
    });
}
