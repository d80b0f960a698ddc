import type { Pk } from '../../schema/entity/pk';
import { rekey, showKnown } from '../../store/pending-rows';
import type { Table } from '../../store/table';
import type { Transaction } from '../../store/transaction';
import { replaceDeep } from '../../util/replace-deep';
import type { Overlays } from '../overlay/overlays';
import { inCallOrder } from '../overlay/patch';
import { RowSet } from '../overlay/pending-mutation';
import { include } from '../../store/undo-log';

/** A temporary id and the server id that replaces it. */
export interface IdMapping {
  readonly table: Table;
  readonly temporary: Pk;
  readonly pk: Pk;
}

/**
 * Replaces a temporary id with its server id in the key of the row and in the patches of pending mutations. The row
 * keeps its slot. If a row with the server id already exists, that row keeps its slot and the temporary row is removed.
 */
export function mapId(
  transaction: Transaction,
  overlays: Overlays,
  { table, temporary, pk }: IdMapping,
): void {
  const { journal } = transaction;
  const tableOverlay = overlays.of(table);
  journal.setIn(tableOverlay.serverIds, temporary, pk);
  journal.setIn(tableOverlay.temporaryIds, pk, temporary);
  const overlay = tableOverlay.get(temporary);
  const exists = table.index.has(pk) || tableOverlay.has(pk);
  if (!exists) rekey(transaction, table, temporary, pk);
  if (overlay !== undefined) {
    const patches = inCallOrder([...(tableOverlay.get(pk)?.patches ?? []), ...overlay.patches]);
    const { base, baseOrder } = exists ? tableOverlay.open(overlay.plan, pk) : overlay;
    if (exists) {
      tableOverlay.remove(journal, temporary);
      const known = { row: undefined, order: overlay.baseOrder };
      showKnown(transaction, table, temporary, known);
    } else tableOverlay.set(journal, temporary, undefined);
    tableOverlay.set(journal, pk, { plan: overlay.plan, base, baseOrder, patches });
  }
  mapInternal(transaction, overlays, temporary, pk);
  const seen = new RowSet();
  for (const { rows } of overlays.mutations) {
    if (rows.has(table, temporary)) include(journal, rows, true, table, pk);
    for (const [rowTable, key] of rows) {
      if (seen.has(rowTable, key)) continue;
      seen.add(rowTable, key);
      mapInPatches(transaction, overlays, rowTable, key, temporary, pk);
    }
  }
}

/**
 * Replaces a temporary id in the keys of internal rows. For example, the key of a list in an entity contains the id of
 * the entity.
 */
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

/**
 * Returns `value` with `pk` in place of `temporary`. Returns `value` itself if it does not contain the temporary id.
 */
function withId<T>(value: T, temporary: Pk, pk: Pk): T {
  return replaceDeep(value, (part) => (part === temporary ? pk : part));
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
