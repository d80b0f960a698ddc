import { Subject } from 'rxjs';
import { isTemporary, schema } from 'ngx-cache-query';
import { checkPlace, checkShown } from './checks';
import type { Client, Mutation } from './client';
import { writes } from './local-writes';
import { type Fate, stamped } from './network';
import { always, type Operation, operation, pick, row, type Scene, servedRow } from './operation';
import { isOptimistic, rename, sentBy } from './rename';
import { reads, requests } from './reads';
import type { Message } from './server';
import { all, type Board, getWindow, list, scored, type Team, Todo, todos } from './todos';

const BOARDS: readonly Board[] = ['a', 'b', 'a', 'b', ''];
const TEAMS: readonly Team[] = ['x', 'y'];
const board = (n: number): Board => BOARDS[n % BOARDS.length];
const team = (n: number): Team => TEAMS[n % TEAMS.length];
const FATES: readonly Fate[] = ['refused', 'unreachable', 'missing', 'lost'];

const read = ({ numbers }: Scene) => pick(reads, numbers[1]);
const requestTo = ({ numbers }: Scene) => {
  const { endpoint, args } = pick(requests, numbers[1])!;
  return { endpoint, args: args as [], name: `${endpoint.name} ${JSON.stringify(args)}` };
};

const readOperations: Record<string, Operation> = {
  subscribe: operation(8, read, ({ client }, target) => client.observe(target)),
  unsubscribe: operation(
    3,
    ({ client, numbers }) => pick(client.observers, numbers[0]),
    ({ client }, target) => client.leave(target),
  ),
  fetch: operation(4, requestTo, ({ client }, { endpoint, args }) =>
    client.call(client.cache.fetch(endpoint, ...args)),
  ),
  ensure: operation(2, requestTo, ({ client }, { endpoint, args }) =>
    client.call(client.cache.ensure(endpoint, ...args)),
  ),
  'load more': operation(
    3,
    ({ client }) => client.observers.find(({ read: { name } }) => name.startsWith('pages')),
    (_, { last }) => (last as { loadMore(): void }).loadMore(),
  ),
};

const mutationOperations: Record<string, Operation> = {
  push: operation(4, always, ({ client, numbers: [a, b, c], world }) => {
    const title = `created ${world.unique()}`;
    const { push } = sentBy(a);
    // Either the search parameters or the body say where it belongs.
    const [of, rank] = [board(b), c % 5];
    const request$ =
      c % 2 === 0
        ? client.cache.fetch(push, { board: of }, { title, rank })
        : client.cache.fetch(push, { title, rank, board: of });
    client.create(request$, title);
    if (isOptimistic(a)) checkPlace(client, title, of, false);
  }),
  unshift: operation(3, always, ({ client, numbers: [a, b, c], world }) => {
    const title = `created first ${world.unique()}`;
    const of = board(b);
    const body = { title, rank: c % 5, board: of };
    client.create(client.cache.fetch(sentBy(a).unshift, body), title);
    if (isOptimistic(a)) checkPlace(client, title, of, true);
  }),
  rename: operation(5, row, rename),
  'change the id': operation(2, servedRow, ({ client, numbers: [, b, c], world }, { id }) => {
    const title = `another id ${world.unique()}`;
    // Also an id that another row had before.
    const to = 500 + (c % 6);
    const mutation = client.mutate(
      client.cache.fetch(sentBy(b).rename, { id }, { id: to, title }),
      title,
    );
    if (isOptimistic(b)) checkShown(client, title);
    if (to !== id) mutation.renames = id;
  }),
  'rename in turn': operation(3, row, ({ client, numbers: [, b], world }, { id }) => {
    const title = `renamed ${world.unique()}`;
    client.mutate(client.cache.fetch(sentBy(b).queued, { id }, { title }), title);
    if (isOptimistic(b)) checkShown(client, title);
  }),
  'rename several': operation(3, servedRow, ({ client, numbers: [a, b], world }, first) => {
    const second = pick(
      (client.cache.get(all) ?? []).filter((each) => !isTemporary(each)),
      a + 1,
    )!;
    const ids = [...new Set([first.id, second.id])];
    const changes = ids.map((id) => ({ id, title: `renamed ${world.unique()}` }));
    const titles = changes.map(({ title }) => title);
    client.mutate(client.cache.fetch(sentBy(b).bulk, changes), ...titles);
    if (isOptimistic(b)) for (const title of titles) checkShown(client, title);
  }),
  replace: operation(2, row, ({ client, numbers: [, b, c], world }, { id, board }) => {
    const title = `replaced ${world.unique()}`;
    const body = { title, board, rank: c % 5 };
    client.mutate(client.cache.fetch(sentBy(b).replace, { id }, body), title);
    if (isOptimistic(b)) checkShown(client, title);
  }),
  move: operation(3, row, ({ client, numbers: [, b, c] }, { id }) =>
    client.mutate(client.cache.fetch(sentBy(b).move, { id }, { board: board(c) })),
  ),
  take: operation(2, row, ({ client, numbers: [, b] }, { id, board }) =>
    client.mutate(client.cache.fetch(sentBy(b).take, { board: board as Board }, { id } as object)),
  ),
  remove: operation(4, row, ({ client, numbers: [, b] }, { id }) =>
    client.mutate(client.cache.fetch(sentBy(b).remove, { id })),
  ),
  score: operation(3, row, ({ client, numbers: [, b, c], world }, { id }) => {
    const score = 1_000 + world.unique();
    const request$ = client.cache.fetch(sentBy(b).score, { id, team: team(c) }, { score });
    client.mutate(request$, score);
    const shown = client.cache.get(scored, { id, team: team(c) })?.score;
    if (isOptimistic(b) && shown !== score)
      client.report(`row ${id} shows the score ${shown}, not ${score}`);
  }),
  abort: operation(
    1,
    ({ client, numbers }) =>
      pick(
        client.mutations.filter(({ state }) => state === 'pending'),
        numbers[0],
      ),
    ({ client }, mutation) => client.abort(mutation),
  ),
};

const networkOperations: Record<string, Operation> = {
  reach: operation(
    14,
    ({ numbers, world }) => pick(world.network.sent, numbers[0]),
    // One of six fails.
    ({ numbers: [, b, c], world }, target) =>
      world.network.reach(target, b % 6 === 0 ? pick(FATES, c)! : 'ok'),
  ),
  arrive: operation(
    14,
    ({ numbers, world }) => pick(world.network.answered, numbers[0]),
    ({ world }, target) => world.arrive(target),
  ),
  'another user': operation(2, always, ({ numbers: [a, b, c], world }) => {
    const { server } = world;
    const target = pick(server.rows, a);
    const title = `by another user ${world.unique()}`;
    if (target && b % 3 === 0) server.remove(target.id);
    else if (target && b % 3 === 1) server.change(target.id, { title, board: board(c) });
    else server.create({ title, board: board(c), rank: a % 5 });
  }),
  connect: operation(
    2,
    ({ client }) => (client.connection ? undefined : ''),
    ({ client, numbers: [a, b], world }) => {
      const messages$ = new Subject<Message>();
      const change = { created: list.push, saved: Todo, deleted: new schema.Invalidate(Todo) };
      const refetches = () => (b % 2 === 0 ? [getWindow, todos.getList] : []);
      // A stream may begin with old messages.
      const received = Math.max(0, world.server.messages.length - (a % 4));
      const subscription = client.cache.connect(messages$, change, { refetches });
      client.connection = { messages$, subscription, received };
    },
  ),
  disconnect: operation(
    1,
    ({ client }) => client.connection && '',
    ({ client }) => {
      client.connection!.subscription.unsubscribe();
      client.connection = undefined;
    },
  ),
  message: operation(
    6,
    ({ client, world }) =>
      client.connection && client.connection.received < world.server.messages.length
        ? JSON.stringify(world.server.messages[client.connection.received])
        : undefined,
    ({ client, world }) => {
      const { messages } = world.server;
      send(client, messages[client.connection!.received++]);
    },
  ),
  'message again': operation(
    2,
    ({ client, world }) =>
      client.connection && world.server.messages[client.connection.received - 1] && '',
    ({ client, world }) => send(client, world.server.messages[client.connection!.received - 1]),
  ),
};

/** Whether a message may wait for the answer to a creation, with those after it. */
const isCreating = ({ state, temporary }: Mutation) =>
  state === 'pending' && temporary !== undefined;

function send(client: Client, { created, deleted, saved }: Message): void {
  const { cache, connection, session } = client;
  const { id } = (created ?? deleted ?? saved)!;
  const before = cache.get(Todo, id);
  connection!.messages$.next({
    ...(created && { created: stamped(created, session) as never }),
    ...(saved && { saved: stamped(saved, session) as never }),
    ...(deleted && { deleted }),
  });
  const after = cache.get(Todo, id);
  if (after === before && client.mutations.some(isCreating)) return;
  if (deleted ? before && !after : after?.title === (created ?? saved)!.title) client.written(id);
}

const cacheOperations: Record<string, Operation> = {
  refetch: operation(3, requestTo, ({ client, numbers: [a] }, { endpoint, args }) => {
    if (a % 2 === 0) void client.cache.refetch(endpoint);
    else void client.cache.refetch(endpoint, ...args);
    for (const each of client.observers)
      if (
        each.read.request?.endpoint === endpoint &&
        (a % 2 === 0 || each.read.request.args === args)
      )
        each.checkFetching('refetch');
  }),
  'refetch a row': operation(
    2,
    servedRow,
    ({ client }, { id }) => void client.cache.refetch(Todo, id),
  ),
  'refetch by a test': operation(1, always, ({ client, numbers: [a] }) => {
    void client.cache.refetch(({ key }) => key.length % 2 === a % 2);
  }),
  'reset a read': operation(1, requestTo, ({ client, numbers: [a] }, { endpoint, args }) => {
    if (a % 2 === 0) void client.cache.reset(endpoint);
    else void client.cache.reset(endpoint, ...args);
  }),
  reset: operation(0.5, always, ({ client }) => client.empty('reset')),
  clear: operation(0.5, always, ({ client }) => client.empty('clear')),
  snapshot: operation(0.7, always, ({ client, numbers: [a] }) => {
    client.reopen(a % 2 === 0, a % 3 === 0);
  }),
  sweep: operation(1, always, ({ client }) => client.sweep()),
  wait: operation(1, always, ({ world }) => world.clock.pass(61_000)),
};

/** Everything that happens in a history. */
export const operations: Readonly<Record<string, Operation>> = {
  ...readOperations,
  ...mutationOperations,
  ...networkOperations,
  ...cacheOperations,
  ...writes,
};
