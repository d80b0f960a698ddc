import { Query, schema } from 'ngx-cache-query';
import { Todo } from './todo';

export interface TodoFilter {
  readonly completed?: boolean;
  /** A part of the owner's name. */
  readonly owner?: string;
  readonly ownedByAdmin?: boolean;
}

/** Todos joined with their owners: the filters look at the nested user. */
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

/** How many todos there are, or how many of them are done. */
export const countTodos = new Query(
  new schema.All(Todo),
  (todos, { completed }: { completed?: boolean } = {}) =>
    completed === undefined
      ? todos.length
      : todos.filter((todo) => todo.completed === completed).length,
);
