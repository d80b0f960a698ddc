import { containing } from './containing';
import type { FieldProblems } from './problem';
import type { Resource } from './resource-router';
import { flag, inQuery, key, text } from './rules';

/** `/api/todos`: `userId` stays the same when the user is deleted. */
export const todos: Resource = {
  name: 'todo',
  table: 'todos',
  rules: { userId: key, title: text(1, 200), completed: flag },
  required: ['userId', 'title'],
  filters: {
    userId: { rule: inQuery(key), where: 'userId = ?' },
    completed: { rule: inQuery(flag), where: 'completed = ?' },
    q: containing('title'),
  },
  toJson: (row) => ({ ...row, completed: row['completed'] === 1 }),
  check(database, { userId }): FieldProblems {
    if (userId === undefined) return {};
    const user = database.prepare('SELECT 1 FROM users WHERE id = ?').get(userId);
    return user ? {} : { userId: 'must be the id of a user' };
  },
};
