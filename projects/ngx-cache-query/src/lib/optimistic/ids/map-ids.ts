import type { Pk } from '../../schema/entity/pk';
import type { Table } from '../../store/table';
import type { Transaction } from '../../store/transaction';
import { replaceDeep } from '../../util/replace-deep';
import type { Overlays } from '../overlay/overlays';
import { inCallOrder } from '../overlay/patch';
import { RowSet } from '../overlay/pending-mutation';

/** A temporary id, and the server's id that takes its place. */
export interface IdMapping {
  readonly table: Table;
  readonly temporary: Pk;
  readonly pk: Pk;
}

/**
 * Gives a row its server id, in its place, and replaces the temporary id wherever pending mutations name it. When the
 * server's row is already there, it stays where it is and the temporary row is removed.
 */
export function mapId(
  transaction: Transaction,
  overlays: Overlays,
  { table, temporary, pk }: IdMapping,
): void {
  const { journal } = transaction;
  const its = overlays.of(table);
  journal.setIn(its.serverIds, temporary, pk);
  journal.setIn(its.temporaryIds, pk, temporary);
  const overlay = its.get(temporary);
  const isThere = table.index.has(pk) || its.has(pk);
  if (!isThere) transaction.rekey(table, temporary, pk);
  if (overlay !== undefined) {
    const patches = inCallOrder([...(its.get(pk)?.patches ?? []), ...overlay.patches]);
    const { base, baseOrder } = isThere ? its.open(overlay.plan, pk) : overlay;
    if (isThere) {
      its.remove(journal, temporary);
      transaction.showKnown(table, temporary, { row: undefined, order: overlay.baseOrder });
    } else its.set(journal, temporary, undefined);
    its.set(journal, pk, { plan: overlay.plan, base, baseOrder, patches });
  }
  mapInternal(transaction, overlays, temporary, pk);
  const seen = new RowSet();
  for (const { rows } of overlays.mutations) {
    if (rows.has(table, temporary)) journal.include(rows, true, table, pk);
    for (const [each, key] of rows) {
      if (seen.has(each, key)) continue;
      seen.add(each, key);
      mapInPatches(transaction, overlays, each, key, temporary, pk);
    }
  }
}

/** Maps rows of features whose own key contains the id, such as the lists that belong to an entity. */
function mapInternal(transaction: Transaction, overlays: Overlays, temporary: Pk, pk: Pk): void {
  for (const table of transaction.tables.ofEntities) {
    const { internal } = table;
    if (internal === undefined) continue;
    for (const [key, slot] of [...table.index]) {
      const replace = <T>(value: T) => withId(value, temporary, pk);
      const next = internal.keyAfter(table.records[slot]!, replace);
      if (next !== undefined) mapId(transaction, overlays, { table, temporary: key, pk: next });
    }
  }
}

/** `value` with the server's id wherever it held the temporary one; the same when it held none. */
function withId<T>(value: T, temporary: Pk, pk: Pk): T {
  return replaceDeep(value, (each) => (each === temporary ? pk : each));
}

/** Replaces a temporary id in the patches of a row. */
function mapInPatches(
  transaction: Transaction,
  overlays: Overlays,
  table: Table,
  key: Pk,
  temporary: Pk,
  pk: Pk,
): void {
  const overlay = overlays.of(table).get(key);
  if (overlay === undefined) return;
  const patches = overlay.patches.map((patch) => {
    const ops = withId(patch.ops, temporary, pk);
    return ops === patch.ops ? patch : { ...patch, ops };
  });
  if (patches.some((patch, i) => patch !== overlay.patches[i])) {
    overlays.show(transaction, table, key, { ...overlay, patches });
  }
}
