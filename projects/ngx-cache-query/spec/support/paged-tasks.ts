import { pageNumber, paginated, restEndpoints } from 'ngx-cache-query';
import { Task } from './rest-todos';

/** Tasks whose list is loaded page by page. */
export const pagedTasks = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  pages: paginated('part', pageNumber()),
});

/** Returns a task as a server would send it. */
export const task = (id: number) => ({ id, title: `t${id}`, board: 'a' });
