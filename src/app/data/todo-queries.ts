import { Query, schema } from 'ngx-cache-query';
import { Todo } from './todo';

export interface TodoFilter {
  readonly completed?: boolean;
  /** A part of the owner's name. */
  readonly owner?: string;
  readonly ownedByAdmin?: boolean;
}

/** Todos joined with their owners. The filters read the nested user. */
export const filteredTodos = new Query(
  new schema.All(Todo),
  (todos, { completed, owner = '', ownedByAdmin }: TodoFilter = {}) =>
    todos.filter(
      ({ completed: done, userId: user }) =>
        (completed === undefined || done === completed) &&
        (ownedByAdmin === undefined || user.isAdmin === ownedByAdmin) &&
        user.name.toLocaleLowerCase().includes(owner.toLocaleLowerCase()),
    ),
);

/** The number of todos, or the number of completed todos. */
export const countTodos = new Query(
  new schema.All(Todo),
  (todos, { completed }: { completed?: boolean } = {}) =>
    completed === undefined
      ? todos.length
      : todos.filter((todo) => todo.completed === completed).length,
);
