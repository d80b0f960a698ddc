import { Router } from 'express';
import type { Database, Row } from './database';
import { isThere } from './issues';
import { type FieldProblems, Problem } from './problem';
import type { Resource } from './resource-router';
import { inQuery, key, text } from './rules';

/** `/api/comments` */
export const comments: Resource = {
  name: 'comment',
  table: 'comments',
  rules: { issueId: key, authorId: key, body: text(1, 2_000) },
  required: ['issueId', 'authorId', 'body'],
  filters: {
    issueId: { rule: inQuery(key), where: 'issueId = ?' },
    authorId: { rule: inQuery(key), where: 'authorId = ?' },
  },
  toJson: (row) => row,
  stamp: (isNew): Row => (isNew ? { createdAt: new Date().toISOString() } : {}),
  check(database, { issueId, authorId }): FieldProblems {
    const problems: FieldProblems = {};
    if (issueId !== undefined && !isThere(database, 'issues', issueId)) {
      problems['issueId'] = 'must be the id of an issue';
    }
    if (authorId !== undefined && !isThere(database, 'users', authorId)) {
      problems['authorId'] = 'must be the id of a user';
    }
    return problems;
  },
};

/** `/api/issues/:id/comments`: the comments on an issue, oldest first. */
export function commentsOfIssue(database: Database): Router {
  return Router().get('/:id/comments', (request, response) => {
    const id = Number(request.params.id);
    if (!Number.isSafeInteger(id) || !isThere(database, 'issues', id)) {
      throw new Problem(404, `There is no issue ${request.params.id}.`);
    }
    const found = database.prepare('SELECT * FROM comments WHERE issueId = ? ORDER BY id').all(id);
    response.json(found);
  });
}
