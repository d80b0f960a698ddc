import { containing } from './containing';
import type { Database, Row, Value } from './database';
import type { FieldProblems } from './problem';
import type { Resource } from './resource-router';
import { inQuery, key, keys, oneOf, orNull, text } from './rules';

export const statuses = ['backlog', 'todo', 'doing', 'done'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;

/** `/api/issues`: relations are ids, and the server sets the times. */
export const issues: Resource = {
  name: 'issue',
  table: 'issues',
  rules: {
    title: text(3, 120),
    body: text(0, 4_000),
    status: oneOf(...statuses),
    priority: oneOf(...priorities),
    projectId: key,
    assigneeId: orNull(key),
    labelIds: keys,
  },
  required: ['title', 'projectId'],
  filters: {
    status: { rule: oneOf(...statuses), where: 'status = ?' },
    priority: { rule: oneOf(...priorities), where: 'priority = ?' },
    projectId: { rule: inQuery(key), where: 'projectId = ?' },
    assigneeId: { rule: inQuery(key), where: 'assigneeId = ?' },
    q: containing('title'),
  },
  toJson: (row) => ({ ...row, labelIds: idsOf(row['labelIds']) }),
  stamp(isNew): Row {
    const now = new Date().toISOString();
    return isNew ? { createdAt: now, updatedAt: now } : { updatedAt: now };
  },
  check(database, { projectId, assigneeId, labelIds }): FieldProblems {
    const problems: FieldProblems = {};
    if (projectId !== undefined && !isThere(database, 'projects', projectId)) {
      problems['projectId'] = 'must be the id of a project';
    }
    if (assigneeId != null && !isThere(database, 'users', assigneeId)) {
      problems['assigneeId'] = 'must be the id of a user';
    }
    if (idsOf(labelIds).some((id) => !isThere(database, 'labels', id))) {
      problems['labelIds'] = 'must be ids of labels';
    }
    return problems;
  },
};

export function isThere(database: Database, table: string, id: Value): boolean {
  return database.prepare(`SELECT 1 FROM ${table} WHERE id = ?`).get(id) !== undefined;
}

function idsOf(stored: Value | undefined): number[] {
  return typeof stored === 'string' ? (JSON.parse(stored) as number[]) : [];
}
