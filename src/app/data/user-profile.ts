import { Query, schema } from 'ngx-cache-query';
import { Todo } from './todo';
import { User } from './user';

/** One user with the todos of that user. */
export const userProfile = new Query(
  { user: User, todos: new schema.All(Todo) },
  ({ user, todos }, { id }: { id: number }) =>
    user && { user, todos: todos?.filter((todo) => todo.userId.id === id) },
);
