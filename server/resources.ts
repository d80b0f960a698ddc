import type { FieldProblems } from './problem';
import type { Resource } from './resource-router';
import { flag, idOf, key, keys, oneOf, text, whole } from './rules';

const email = text(0, 120).regex(/^([^\s@]+@[^\s@.]+(\.[^\s@.]+)+)?$/, 'must be an email address');
const website = text(0, 200).regex(
  /^(https?:\/\/[^\s/]+\.[^\s/]+.*)?$/,
  'must be a web address (https://…)',
);

/** `/api/users` */
export const users: Resource = {
  name: 'user',
  rules: {
    name: text(1, 80),
    email,
    website,
    isAdmin: flag,
    hue: whole(0, 359),
  },
  required: ['name'],
  json: { isAdmin: Boolean, inTeam: Boolean },
  filters: { isAdmin: flag, inTeam: flag },
  searched: 'name',
  check(database, { email }, id): FieldProblems {
    if (!email) return {};
    const taken = database
      .prepare('SELECT name FROM users WHERE email = ? AND id IS NOT ?')
      .get(email, id ?? null) as { name: string } | undefined;
    return taken ? { email: `already belongs to ${taken.name}` } : {};
  },
};

/** `/api/todos`: `userId` stays the same when the user is deleted. */
export const todos: Resource = {
  name: 'todo',
  rules: { userId: idOf('user'), title: text(1, 200), completed: flag },
  required: ['userId', 'title'],
  json: { completed: Boolean },
  filters: { userId: key, completed: flag },
  searched: 'title',
};

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

/** `/api/comments` */
export const comments: Resource = {
  name: 'comment',
  rules: { issueId: idOf('issue'), authorId: idOf('user'), body: text(1, 2_000) },
  required: ['issueId', 'authorId', 'body'],
  filters: { issueId: key, authorId: key },
};
