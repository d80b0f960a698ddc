import type { Resource } from './resource-router';
import { idOf, idsOf, key, oneOf, orNull, text } from './rules';

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
    assigneeId: orNull(idOf('user')),
    labelIds: idsOf('label'),
  },
  required: ['title', 'projectId'],
  filters: { status, priority, projectId: key, assigneeId: key },
  searched: 'title',
};
