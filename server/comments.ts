import { Router } from 'express';
import type { DatabaseSync } from 'node:sqlite';
import { issues } from './issues';
import { type Resource, find } from './resource-router';
import { idOf, key, text } from './rules';

/** `/api/comments` */
export const comments: Resource = {
  name: 'comment',
  rules: { issueId: idOf('issue'), authorId: idOf('user'), body: text(1, 2_000) },
  required: ['issueId', 'authorId', 'body'],
  filters: { issueId: key, authorId: key },
};

/** `/api/issues/:id/comments`: the comments on an issue, oldest first. */
export function commentsOfIssue(database: DatabaseSync): Router {
  const ofIssue = database.prepare('SELECT * FROM comments WHERE issueId = ? ORDER BY id');
  return Router().get('/:id/comments', (request, response) => {
    const { id } = find(database, issues, request.params.id);
    response.json(ofIssue.all(id));
  });
}
