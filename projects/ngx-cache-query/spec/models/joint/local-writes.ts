import { schema } from 'ngx-cache-query';
import type { Client } from './client';
import { type Operation, operation, pick, row, type Scene } from './operation';
import { textOf } from './plain';
import { reads } from './reads';
import { rename } from './rename';
import { all, getWindow, list, scored, type Team, Todo, TodoCard, todos } from './todos';

/** Writes of the application: without requests, so that a refetch replaces them. */
export const writes: Readonly<Record<string, Operation>> = {
  'set a row': operation(2, row, (scene, target) => {
    local[0](scene, target);
    scene.client.written(target.id);
  }),
  update: operation(2, row, (scene, target) => {
    local[1](scene, target);
    scene.client.written(target.id);
  }),
  'set an item': operation(1, row, (scene, target) => local[2](scene, target)),
  'set a response': operation(1, row, (scene, target) => local[3](scene, target)),
  'set a score': operation(1, row, (scene, target) => local[4](scene, target)),
  delete: operation(2, row, (scene, target) => {
    local[5](scene, target);
    scene.client.written(target.id);
  }),
  'delete by a test': operation(1, row, (scene, target) =>
    noting(scene, () => local[6](scene, target)),
  ),
  'set a card': operation(1, row, ({ client, world }, { id }) => {
    client.cache.set(TodoCard, { id, title: `set ${world.unique()}` });
    client.written(id);
  }),
  'delete a card': operation(1, row, ({ client }, { id }) => {
    client.cache.delete(TodoCard, id);
    client.written(id);
  }),
  invalidate: operation(1, row, (scene, target) => noting(scene, () => local[7](scene, target))),
  batch: operation(3, row, (scene, target) =>
    noting(scene, () => scene.client.cache.batch(() => some(scene, target))),
  ),
  'batch that fails': operation(3, row, (scene, target) => {
    const before = scene.world.unique();
    const { cache } = scene.client;
    const shown = reads.map(({ get }) => textOf(get(cache)));
    try {
      cache.batch(() => {
        some(scene, target);
        throw FAILURE;
      });
    } catch (error) {
      if (error !== FAILURE) throw error;
    }
    for (const [i, { get, name }] of reads.entries()) {
      const text = textOf(get(cache));
      if (text !== shown[i])
        scene.client.report(`${name} was ${shown[i]} before the batch, and is ${text} after it`);
    }
    const { forbidden } = scene.world;
    for (let n = before + 1, end = scene.world.unique(); n < end; n++) {
      for (const value of [`set ${n}`, 2_000 + n]) forbidden.add(value);
    }
  }),
};
const FAILURE = new Error('on purpose');

type Write = (scene: Scene, target: Todo) => void;

/** Notes the rows that a write deletes. */
function noting({ client }: Scene, write: () => void): void {
  const shown = () => new Set(client.cache.get(all)?.map(({ id }) => id));
  const before = shown();
  write();
  const after = shown();
  for (const id of before) if (!after.has(id)) client.written(id);
}

const fresh = ({ session, world }: Client) => ({ title: `set ${world.unique()}`, session });

const local: readonly Write[] = [
  ({ client }, { id }) => client.cache.set(Todo, { id, ...fresh(client) }),
  ({ client }, { id }) => client.cache.set(Todo, id, () => fresh(client)),
  ({ client, numbers: [, b] }, { board }) => {
    const item = { id: 900 + (b % 3), board, ...fresh(client) };
    client.cache.set(b % 2 === 0 ? list.push : list.unshift, item);
  },
  ({ client, numbers: [, b] }, target) => {
    const item = { id: target.id, board: target.board, ...fresh(client) };
    if (b % 2 === 0) client.cache.set(todos.getList, [{ board: 'a' }], [item]);
    else {
      const args = { board: 'a', page: 1, limit: 2, sort: 'rank' } as const;
      client.cache.set(getWindow, [args], { items: [item], total: 1 });
    }
  },
  // Without other fields: those that are shown may belong to a mutation that will fail.
  ({ client, numbers: [, b], world }, { id }) => {
    const team = pick<Team>(['x', 'y'], b)!;
    const { session } = client;
    client.cache.set(scored.at({ team }), { id, session, score: 2_000 + world.unique() });
  },
  ({ client }, { id }) => client.cache.delete(Todo, id),
  ({ client, numbers: [, b] }) => client.cache.delete(Todo, ({ rank }) => rank === b % 5),
  ({ client }, { id }) => client.cache.set(new schema.Invalidate(Todo), { id }),
  rename,
];

/** Several writes of a batch, between which it may read. Subscribers receive nothing before its end. */
function some(scene: Scene, target: Todo): void {
  const { emissions } = scene.client;
  const [a, b, c] = scene.numbers;
  for (const n of [a, b, c].slice(0, 1 + (c % 3))) {
    // A row that is deleted and set again is a new row: no mutation has created it.
    if (!scene.client.cache.get(Todo, target.id)) return;
    local[n % local.length](scene, target);
    if (n % 2 === 0) scene.client.cache.get(list);
  }
  const received = scene.client.emissions - emissions;
  if (received > 0) scene.client.report(`subscribers received ${received} emissions in a batch`);
}
