import { warnOnce } from '../util/warn';
import type { Reader } from './reader';

/** The number of unused rows above which dev mode logs a warning. */
const MANY = 10_000;

/** Logs a warning if a cache without retention holds many rows that no subscriber uses. Called in dev mode only. */
export function warnOfUnusedRows({ graph, store }: Reader): void {
  let unused = 0;
  for (const table of store.tables.ofEntities) {
    if (table.internal !== undefined) continue;
    const types = graph.byTable.get(table) ?? [];
    for (const slot of table.index.values()) {
      if (!types.some(({ cells }) => cells[slot]?.isWatched === true)) unused++;
    }
  }
  if (unused <= MANY) return;
  warnOnce(
    `the cache holds more than ${MANY.toLocaleString('en')} entities that no subscriber uses, and it never evicts them. ` +
      'Add withRetention() to provideCache(…).',
  );
}
