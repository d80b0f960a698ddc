import { warnOnce } from '../util/warn';
import type { Reader } from './reader';

/** In dev mode, a warning is logged if there are more than this number of unused rows. */
const MANY = 10_000;

/** Logs a warning if a cache without retention contains many rows that no subscriber uses. Called only in dev mode. */
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
    `the cache holds more than ${MANY} entities that no subscriber uses, and it never evicts them. ` +
      'Add withRetention() to provideCache(…).',
  );
}
