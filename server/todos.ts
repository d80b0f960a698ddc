import type { Resource } from './resource-router';
import { flag, idOf, key, text } from './rules';

/** `/api/todos`: `userId` stays the same when the user is deleted. */
export const todos: Resource = {
  name: 'todo',
  rules: { userId: idOf('user'), title: text(1, 200), completed: flag },
  required: ['userId', 'title'],
  json: { completed: Boolean },
  filters: { userId: key, completed: flag },
  searched: 'title',
};
