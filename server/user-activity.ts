import { Router } from 'express';
import type { DatabaseSync } from 'node:sqlite';
import { oneOf, readQuery } from './rules';

/**
 * The start of each period. The initial content ends in April 2026, so the periods count back from there. A period that
 * ended today would contain none of that content.
 */
const begins = { '7d': '2026-04-04', '30d': '2026-03-12', all: '' };
const rules = { period: oneOf(...Object.keys(begins)) };

/**
 * `/api/users/activity?period=7d`: the number of issues that each user finished in a period, and the number of new
 * comments.
 */
export function userActivityRouter(database: DatabaseSync): Router {
  const counts = database.prepare(`
    SELECT id, coalesce(done, 0) AS done, coalesce(comments, 0) AS comments
    FROM users
    LEFT JOIN (
      SELECT assigneeId, count(*) AS done FROM issues
      WHERE status = 'done' AND updatedAt >= :begin GROUP BY assigneeId
    ) ON assigneeId = id
    LEFT JOIN (
      SELECT authorId, count(*) AS comments FROM comments
      WHERE createdAt >= :begin GROUP BY authorId
    ) ON authorId = id
    ORDER BY id`);

  return Router().get('/activity', (request, response) => {
    const { period = 'all' } = readQuery(request.query, rules);
    response.json(counts.all({ begin: begins[period as keyof typeof begins] }));
  });
}
