import { planOf } from '../schema/plan';
import type { Client } from './client';
import { type ResponseName, responsesOf } from './responses';

/**
 * Drops the responses that a target names, and makes their observers request them again.
 *
 * @see CacheService.reset
 */
export function reset(client: Client, target: unknown, args: readonly unknown[]): Promise<void> {
  const { store } = client;
  const dropped = responsesOf(client, 'reset', target, args);
  store.batch(() => {
    const entryOf = ({ endpoint: of, key }: ResponseName) => client.entriesOf(of).get(key) ?? [];
    client.dropping(true, new Set(dropped.flatMap(entryOf)));
    const order = ++store.order.clock;
    for (const { endpoint: of, key } of dropped) {
      const table = store.tables.of(planOf(of.responses));
      if (table.record(key)) store.remove(table.row(key), order);
    }
  });
  return new Promise((resolve) => store.whenSettled(() => resolve()));
}
