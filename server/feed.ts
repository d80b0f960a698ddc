import { Router } from 'express';
import type { DatabaseSync } from 'node:sqlite';
import type { Row } from './row';
import { key, oneOf, readQuery, text, whole } from './rules';

const type = oneOf('link', 'post');
/** A cursor that marks the end of a page: a time and an id, `2026-01-05T08:00:00.000Z~12`. */
const cursor = text(0, 50).regex(
  /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z~\d{1,15})?$/,
  'must be the cursor of a page',
);

/** `/api/feed`: links and posts, newest first. */
export function feedRouter(database: DatabaseSync): Router {
  const newest = database.prepare(
    'SELECT * FROM feed WHERE ? IN (type, 0) ORDER BY createdAt DESC, id DESC LIMIT ?',
  );
  return Router().get('/', (request, response) => {
    const query = readQuery(request.query, { type, limit: whole(1, 1_000) });
    response.json(newest.all(query['type'] ?? 0, query['limit'] ?? 1_000).map(toJson));
  });
}

/**
 * `/api/activity`: pages of links and posts, newest first. A page begins after the last row of the previous page, even
 * if there are new posts.
 */
export function activityRouter(database: DatabaseSync): Router {
  const rules = { cursor, limit: whole(1, 100), type, authorId: key };
  const of = 'FROM feed WHERE ? IN (type, 0) AND ? IN (authorId, 0)';
  const older = database.prepare(
    `SELECT *, createdAt || '~' || id AS cursor ${of} AND (createdAt, id) < (?, ?) ORDER BY createdAt DESC, id DESC LIMIT ?`,
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
      const rows = older.all(type, authorId, time || '9', Number(id), Number(limit) + 1);
      const items = rows.slice(0, Number(limit));
      response.json({
        items: items.map(toJson),
        total: count.get(type, authorId)?.['total'],
        nextCursor: rows.length > items.length ? items.at(-1)?.['cursor'] : null,
      });
    });
}

function toJson({ id, type, url, title, content, authorId, createdAt }: Row): object {
  const said = type === 'link' ? { url, title } : { content };
  return { id, type, ...said, authorId, createdAt };
}
