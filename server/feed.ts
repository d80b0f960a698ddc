import { Router } from 'express';
import type { Database, Row } from './database';
import { inQuery, readQuery, whole } from './rules';
import type { Rule } from './rules';

/** The kind of an item: link or post. */
export const kind: Rule = {
  demand: 'must be link or post',
  read: (given) => (given === 'link' || given === 'post' ? given : undefined),
};

/** `/api/feed`: links and posts, newest first. */
export function feedRouter(database: Database): Router {
  const newest = database.prepare(
    "SELECT * FROM feed WHERE ? IN (type, '') ORDER BY createdAt DESC, id DESC LIMIT ?",
  );
  return Router().get('/', (request, response) => {
    const query = readQuery(request.query, { type: kind, limit: inQuery(whole(1, 1_000)) });
    const rows = newest.all(query['type'] ?? '', query['limit'] ?? 1_000) as Row[];
    response.json(rows.map(toJson));
  });
}

export function toJson({ id, type, url, title, content, authorId, createdAt }: Row): object {
  const said = type === 'link' ? { url, title } : { content };
  return { id, type, ...said, authorId, createdAt };
}
