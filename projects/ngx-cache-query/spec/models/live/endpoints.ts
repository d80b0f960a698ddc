import {
  Entity,
  optimistic,
  type OptimisticSnapshot,
  RestEndpoint,
  restEndpoints,
  schema,
  serial,
  typed,
} from 'ngx-cache-query';
import type { Row } from './server';

export class Todo extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  readonly board: string = '';
  readonly votes: number = 0;
}

/** Returns the endpoints, with some options. */
function endpointsWith(options: {
  readonly optimistic?: typeof optimistic;
  readonly serial?: typeof serial;
}) {
  return {
    ...restEndpoints({
      path: '/todos/:id',
      schema: Todo,
      searchParams: typed<{ board?: string }>(),
      ...options,
    }),
    bulk: new RestEndpoint({
      path: '/todos',
      method: 'PATCH',
      body: typed<readonly Partial<Row>[]>(),
      schema: [Todo],
      ...(options.optimistic && { optimistic }),
    }),
    vote: new RestEndpoint({
      path: '/todos/:id/votes',
      method: 'POST',
      schema: Todo,
      ...(options.optimistic && {
        optimistic: ({ get }: OptimisticSnapshot, { id }: { id: number | string }) =>
          optimistic({ id, votes: (get(Todo, Number(id))?.votes ?? 0) + 1 }),
      }),
    }),
  };
}
const plain = endpointsWith({});
/** The endpoints of a client, by its kind. */
export const variants = {
  plain,
  optimistic: endpointsWith({ optimistic }),
  serial: endpointsWith({ optimistic, serial }),
};
export const all = new schema.All(Todo);
/** What a message contains. */
export const change = { saved: plain.getList.move.schema, deleted: new schema.Invalidate(Todo) };
