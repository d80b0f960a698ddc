import type { Resource } from './resource-router';
import { idOf, key, keys, oneOf, text } from './rules';

export const statuses = ['backlog', 'todo', 'doing', 'done'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;

const status = oneOf(...statuses);
const priority = oneOf(...priorities);

/** `/api/issues`: relations are ids, and the database sets the times. */
export const issues: Resource = {
  name: 'issue',
  rules: {
    title: text(3, 120),
    body: text(0, 4_000),
    status,
    priority,
    projectId: idOf('project'),
    assigneeId: idOf('user', key.nullable()),
    labelIds: idOf('label', keys),
  },
  required: ['title', 'projectId'],
  json: { labelIds: (stored) => JSON.parse(String(stored)) as unknown },
  filters: { status, priority, projectId: key, assigneeId: key },
  searched: 'title',
};
