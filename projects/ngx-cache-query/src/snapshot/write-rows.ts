import { deserializeAll } from '../reactive/deserialized';
import { canonicalPk } from '../schema/pk';
import { notWritable } from '../schema/write-errors';
import { commitAs } from '../store/commit';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import { copyData, type Fields } from '../util/plain-data';
import { CACHE, type CacheHandle } from '../extensions/cache-extension';
import type { StoredRow } from '../extensions/extension-commit';
import { Versions } from '../extensions/versions';
import { Waiting } from './waiting';

declare const ngDevMode: unknown;

/**
 * Writes rows unchanged, in one commit, for example to undo a commit.
 *
 * @throws CacheError NCQ4003 if the Entity class of a row has no static `key`
 *
 * @example
 * ```ts
 * const { rows } = inspect(cache);
 * writeRows(cache, rows('User'));
 * ```
 */
export function writeRows(cache: CacheHandle, rows: readonly StoredRow[]): void {
  const { store, write } = cache[CACHE];
  write('writeRows', () => writeTo(store, rows));
}

function writeTo(store: Store, rows: readonly StoredRow[]): void {
  const waiting = Waiting.of(store);
  const { origin } = Versions.of(store);
  commitAs(store, { kind: 'restore' }, () => {
    const order = ++store.order.last;
    for (const { table: name, pk: key, fields } of rows) {
      const table = store.tables.all.find((each) => each.main === each && each.plan.name === name);
      const pk = canonicalPk(key);
      if (pk === undefined) continue;
      const record = copyData(fields) as Fields;
      if (!table) {
        const row = { pk, fields: record, place: store.tables.arrive(), order, origin };
        waiting.add({ kind: 'entities', name, rows: [row], isKnown: true });
      } else if (typeof table.plan.identity !== 'string' && !table.plan.follow) throw unkeyed(name);
      else {
        deserializeAll(table, pk, record, 'restore');
        store.replace(table.row(pk), record, order);
        store.setKnown(table, true);
      }
    }
  });
}

/** Error NCQ4003. */
function unkeyed(name: string): CacheError {
  const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
  return notWritable(
    'restore',
    dev &&
      `${name} to have a static key of its own, because this key identifies the class of restored rows`,
    undefined,
  );
}
