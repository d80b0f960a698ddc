import { optimistic, restEndpoints, typed } from 'ngx-cache-query';
import { Todo } from './todo';

/** Todos. `getList.push` creates one, and changes are optimistic. */
export const todoEndpoints = restEndpoints({
  path: '/todos/:id',
  schema: Todo,
  body: typed<{ userId: number; title: string; completed?: boolean }>(),
  optimistic,
});
