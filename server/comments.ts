import { Router } from 'express';
import type { DatabaseSync } from 'node:sqlite';
import { find } from './resource-router';
import { issues } from './resources';

/** `/api/issues/:id/comments`: the comments on an issue, oldest first. */
export function commentsOfIssue(database: DatabaseSync): Router {
  const ofIssue = database.prepare('SELECT * FROM comments WHERE issueId = ? ORDER BY id');
  return Router().get('/:id/comments', (request, response) => {
    const { id } = find(database, issues, request.params.id);
    response.json(ofIssue.all(id));
  });
}
