import { Router } from 'express';
import type { Database, Row } from './database';
import { kind, toJson } from './feed';
import { inQuery, key, readQuery, whole } from './rules';
import type { Rule } from './rules';

/** A cursor that marks the end of a page: a time and an id, `2026-01-05T08:00:00.000Z~12`. */
const cursor: Rule = {
  demand: 'must be the cursor of a page',
  read: (given) =>
    typeof given === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z~\d{1,15}$/.test(given)
      ? given
      : undefined,
};
const rules = {
  cursor,
  limit: inQuery(whole(1, 100)),
  type: kind,
  authorId: inQuery(key),
};

/**
 * `/api/activity`: pages of links and posts, newest first. A page begins after the last row of the previous page, even
 * if there are new posts.
 */
export function activityRouter(database: Database): Router {
  const of = 'FROM feed WHERE ? IN (type, 0) AND ? IN (authorId, 0)';
  const older = database.prepare(
    `SELECT * ${of} AND (createdAt, id) < (?, ?) ORDER BY createdAt DESC, id DESC LIMIT ?`,
  );
  const count = database.prepare(`SELECT count(*) AS total ${of}`);
  const authors = database.prepare(`
    SELECT authorId AS id, authorId, sum(type = 'link') AS links, sum(type = 'post') AS posts
    FROM feed GROUP BY authorId ORDER BY count(*) DESC, authorId`);

  return Router()
    .get('/authors', (_request, response) => {
      response.json(authors.all());
    })
    .get('/', (request, response) => {
      const query = readQuery(request.query, rules);
      const { limit = 20, cursor: after = '~', type = 0, authorId = 0 } = query;
      const [time, id] = String(after).split('~');
      // One more row than requested is read, to check whether there is another page.
      const rows = older.all(type, authorId, time || '9', Number(id), Number(limit) + 1) as Row[];
      const items = rows.slice(0, Number(limit));
      response.json({
        items: items.map(toJson),
        total: count.get(type, authorId)?.['total'],
        nextCursor: rows.length > items.length ? cursorOf(items.at(-1)!) : null,
      });
    });
}

function cursorOf({ createdAt, id }: Row): string {
  return `${createdAt}~${id}`;
}
