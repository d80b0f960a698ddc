import { schema } from 'ngx-cache-query';
import { RestEndpoint } from 'ngx-cache-query/rest';
import { Todo } from './todo';

export const getTodos = new RestEndpoint({ path: '/todos', schema: new schema.All(Todo) });

export const createTodo = new RestEndpoint({
  path: '/todos',
  method: 'POST',
  body: {} as { userId: number; title: string },
  schema: Todo,
});

/** What a change may bring; only its type is used. */
const todoChange: { title?: string; completed?: boolean } = {};

export const updateTodo = new RestEndpoint({
  path: '/todos/:id',
  method: 'PATCH',
  body: todoChange,
  schema: Todo,
});

export const deleteTodo = new RestEndpoint({
  path: '/todos/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(Todo),
});
