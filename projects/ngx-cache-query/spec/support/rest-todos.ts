import { Entity, optimistic, restEndpoints } from 'ngx-cache-query';

/** A task on a board, with flat fields. */
export class Task extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly board: string = '';
  readonly done: boolean = false;
}

export const taskEndpoints = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  searchParams: {} as {
    readonly board?: string;
    readonly done?: boolean;
    readonly orderBy?: string;
  },
});
export const taskList = taskEndpoints.getList.schema;

/** The same endpoints with optimistic mutations. */
export const Optimistic = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  searchParams: {} as { readonly board?: string },
  optimistic: optimistic,
});
export const optimisticList = Optimistic.getList.schema;

/** Returns the titles of tasks, in order. */
export const titles = (tasks: readonly { readonly title: string }[] | undefined) =>
  tasks?.map(({ title }) => title).join(' ');
