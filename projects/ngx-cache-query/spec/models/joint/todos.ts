import {
  Collection,
  Entity,
  groupRows,
  optimistic,
  orderBy,
  pageNumber,
  paginated,
  Query,
  RestEndpoint,
  restEndpoints,
  Scalar,
  schema,
  serial,
  typed,
  view,
  where,
} from 'ngx-cache-query';

/** The class of all rows of the model. */
export class Todo extends Entity {
  static override readonly key: string = 'JointTodo';
  readonly id: number = 0;
  /** Unique: the name of the mutation or of the local write that set it, so that a check finds where it came from. */
  readonly title: string = '';
  readonly board: string = '';
  /** The order in windows. */
  readonly rank: number = 0;
  /** Depends on the team. */
  readonly score: number = 0;
  /** What the server adds to each answer: how often the client had been emptied when it sent the request. */
  readonly session: number = -1;
}

/** Another class of the same rows, as of a list that shows only a part. */
export class TodoCard extends Entity {
  static override readonly key: string = 'JointTodo';
  readonly id: number = 0;
  readonly title: string = '';
  readonly board: string = '';
}

export type Board = 'a' | 'b' | '';
export type Team = 'x' | 'y';
/** The fields that a client sends. */
export type TodoBody = Partial<Pick<Todo, 'id' | 'title' | 'board' | 'rank' | 'score'>>;

/** The number of items on a page and in a window. */
export const SIZE = 2;

const options = {
  path: '/todos/:id',
  schema: Todo,
  searchParams: typed<{ board?: Board }>(),
  body: typed<TodoBody>(),
} as const;

export const todos = restEndpoints({
  ...options,
  pages: paginated('part', pageNumber()),
  nestKey: ({ id }: { id: string }) => ({ board: id }),
  optimistic,
});
/** Every list of the model: the plain lists, the list of the pages, and the windows. */
export const list = todos.getList.schema;
/** Loads board b page by page. */
export const getPage = todos.getList.getPage;

/** Contains a list of the Collection. */
export class Shelf extends Entity {
  static override readonly key: string = 'JointShelf';
  readonly id: string = '';
  readonly items: Todo[] = [];
  static override readonly schema = { items: list };
}
export const getShelves = new RestEndpoint({ path: '/shelves', schema: [Shelf] });

/** Has a relation. */
export class Link extends Entity {
  static override readonly key: string = 'JointLink';
  readonly id: number = 0;
  readonly items: Todo | undefined = undefined;
  static override readonly schema = { items: Todo };
}
export const getLinks = new RestEndpoint({ path: '/links', schema: [Link] });

/** A list whose filter decides. */
const high = new Collection([Todo], {
  name: 'JointHigh',
  filter: ({ rank }, { min }) => (rank ?? 0) >= Number(min),
});
export const getHigh = new RestEndpoint({
  path: '/high',
  searchParams: typed<{ min: number }>(),
  schema: high,
});

export const getWindow = new RestEndpoint({
  path: '/windows',
  searchParams: typed<{ board?: Board; page: number; limit: number; sort?: 'rank' }>(),
  schema: { items: list, total: 0 },
});

export const scored = new Scalar(Todo, {
  lens: ({ team }: { team: Team }) => team,
  fields: ['score'],
});
const scores = { searchParams: typed<{ team: Team }>() };
export const getScored = new RestEndpoint({ ...scores, path: '/scored', schema: [scored] });
export const getColumns = new RestEndpoint({
  ...scores,
  path: '/columns',
  schema: [scored.columns],
});

/** The mutations. `optimistic` ones show their change before the answer. */
function mutationsOf(isOptimistic: boolean) {
  const quiet = isOptimistic ? {} : { optimistic: undefined };
  return {
    push: todos.getList.push.extend(quiet),
    unshift: todos.getList.unshift.extend({ ...quiet, path: '/first' }),
    take: todos.getList.remove.extend(quiet),
    move: todos.getList.move.extend(quiet),
    replace: todos.update.extend(quiet),
    rename: todos.partialUpdate.extend(quiet),
    remove: todos.delete.extend(quiet),
    queued: todos.partialUpdate.extend({ ...quiet, serial }),
    bulk: new RestEndpoint({
      path: '/bulk',
      method: 'PATCH',
      body: typed<readonly TodoBody[]>(),
      schema: [Todo],
      ...(isOptimistic && { optimistic }),
    }),
    score: new RestEndpoint({
      ...scores,
      path: '/scored/:id',
      method: 'PATCH',
      body: typed<{ score: number }>(),
      schema: scored,
      ...(isOptimistic && { optimistic }),
    }),
  };
}
export const mutations = { optimistic: mutationsOf(true), quiet: mutationsOf(false) };

export const all = new schema.All(Todo);
export const titles = new Query(all, (rows) => rows.map(({ title }) => title).sort());
export const countOn = new Query(list, (rows) => rows.length);
export const ranked = scored.of(all);
export const cards = new schema.All(TodoCard);
export const onA = new Query(
  all,
  view(
    where(({ board }) => board === 'a'),
    orderBy('rank'),
  ),
);
export const byTitle = new Query(list, view(orderBy('title')));
export const cardsByBoard = new Query(
  new Query(cards, view(groupRows<TodoCard, 'board'>('board'))),
  (groups) =>
    [...groups].map(([board, rows]) => `${board}: ${rows.map(({ title }) => title).join()}`),
);
/** The list without an identity, with the other class. */
export const getCards = new RestEndpoint({ path: '/todos', schema: [TodoCard] });
