import type { EntityPlan } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import type { RowOp } from '../../schema/normalize/row-op';
import type { CommitHook } from '../../store/commit-hook';
import { show, showKnown } from '../../store/pending-rows';
import type { Store } from '../../store/store';
import type { Table } from '../../store/table';
import type { Transaction } from '../../store/transaction';
import type { Fields } from '../../util/plain-data';
import { withPatch } from './patch';
import { PendingMutation, RowSet } from './pending-mutation';
import { lastOrder, type RowOverlay, shownRow, withoutOptimistic } from './row-overlay';
import { settled } from './write-under-overlay';
import { TableOverlay } from './table-overlay';
import { include } from '../../store/undo-log';

/** The overlays of all tables of a cache, and the pending mutations. */
export class Overlays implements CommitHook {
  /** The mutations in flight. */
  readonly mutations = new Set<PendingMutation>();
  /** The rows whose patches must not be merged until older requests end. */
  readonly #waiting = new RowSet();
  readonly #byTable = new Map<Table, TableOverlay>();

  constructor(private readonly store: Store) {}

  /** Returns the overlay of a table. The first call attaches the overlay to the table. */
  of(table: Table): TableOverlay {
    let overlay = this.#byTable.get(table);
    if (overlay === undefined) {
      overlay = table.overlay = new TableOverlay(table, this.#waiting);
      this.#byTable.set(table, overlay);
    }
    return overlay;
  }

  /** The pending mutation that was called first. */
  get oldest(): PendingMutation | undefined {
    let oldest: PendingMutation | undefined;
    for (const mutation of this.mutations) {
      if (oldest === undefined || mutation.order < oldest.order) oldest = mutation;
    }
    return oldest;
  }

  /** Returns the most recently called pending mutation that changes the row. */
  pendingOn(table: Table, pk: Pk): PendingMutation | undefined {
    const patches = this.#byTable.get(table)?.get(pk)?.patches ?? [];
    const last = patches.filter(({ order }) => order === undefined).at(-1);
    return last?.mutation as PendingMutation | undefined;
  }

  /** Returns the server id that replaced a temporary id. Returns `undefined` if the server id is not known. */
  serverIdOf(temporary: Pk): Pk | undefined {
    for (const { serverIds } of this.#byTable.values()) {
      const pk = serverIds.get(temporary);
      if (pk !== undefined) return pk;
    }
    return undefined;
  }

  /**
   * Begins a mutation, and gives it a position in the order of calls. The optimistic response and the server response
   * have this position, unless `sendQueued` moves the mutation.
   *
   * @param waitsFor the temporary ids that need a server id before the mutation can be sent
   */
  begin(waitsFor?: ReadonlySet<Pk>): PendingMutation {
    const mutation = new PendingMutation(this.store.nextOrder(), waitsFor);
    this.mutations.add(mutation);
    return mutation;
  }

  /**
   * Ends a mutation. If a response was kept as a separate patch only because of this mutation, the response is merged
   * into the base.
   */
  end(transaction: Transaction, mutation: PendingMutation): void {
    const { journal, recheck } = transaction;
    for (const [table, pk] of mutation.rows) {
      if (!table.isEntities) continue;
      const overlay = this.of(table).get(pk);
      const order = overlay === undefined ? -1 : lastOrder(withoutOptimistic(overlay));
      recheck.push({ table, pk, order });
    }
    const wasOldest = this.oldest === mutation;
    include(journal, this.mutations, false, mutation);
    this.#settle(transaction, [...mutation.rows, ...(wasOldest ? this.#waiting : [])]);
  }

  /** Adds one operation of an optimistic response to the patch of the mutation, and shows the changed row. */
  expect(
    transaction: Transaction,
    mutation: PendingMutation,
    plan: EntityPlan,
    pk: Pk,
    op: RowOp,
  ): void {
    const { journal, tables } = transaction;
    const table = tables.of(plan);
    const creates = table.get(pk) === undefined;
    const overlay = this.of(table).open(plan, pk);
    const ops = [creates ? op : withSameIds(op, table.get(pk)!)];
    const touchedFields = ops.flatMap((entry) => ('put' in entry ? Object.keys(entry.put) : []));
    const patch = { mutation, ops, order: undefined, creates, touchedFields, wasOptimistic: true };
    include(journal, mutation.rows, true, table, pk);
    this.show(transaction, table, pk, {
      ...overlay,
      patches: withPatch(overlay.patches, patch),
    });
  }

  /** Replaces the overlay of a row, and shows the row with the new overlay. */
  show(transaction: Transaction, table: Table, pk: Pk, overlay: RowOverlay): void {
    this.of(table).set(transaction.journal, pk, overlay);
    show(transaction, table, pk, shownRow(overlay));
  }

  /** @see CommitHook */
  get waitsForReads(): boolean {
    return !this.#waiting.isEmpty;
  }

  /** @see CommitHook */
  readsEnded(transaction: Transaction, oldestRead: number): void {
    this.#settle(transaction, [...this.#waiting], oldestRead);
  }

  /** For each row, merges into the base all responses that precede the first patch that must stay separate. */
  #settle(
    transaction: Transaction,
    rows: Iterable<readonly [Table, Pk]>,
    oldestRead = transaction.oldestRead,
  ): void {
    const oldestMutation = this.oldest?.order ?? Infinity;
    for (const [table, pk] of rows) {
      const tableOverlay = this.of(table);
      const overlay = tableOverlay.get(pk);
      if (overlay === undefined) continue;
      const next = settled(overlay, oldestMutation, oldestRead);
      if (next.patches.length === 0) {
        tableOverlay.remove(transaction.journal, pk);
        showKnown(transaction, table, pk, { row: next.base, order: next.baseOrder });
      } else if (next !== overlay) tableOverlay.set(transaction.journal, pk, next);
    }
  }
}

/**
 * Returns `op` without the fields whose values differ from the row's values only in type. For example, `op` contains
 * `'5'` from a URL, and the row contains `5`. For these fields, the row keeps its values.
 */
function withSameIds(op: RowOp, row: Fields): RowOp {
  if (!('put' in op)) return op;
  const isText = ([name, value]: [string, unknown]) =>
    typeof value !== typeof row[name] && String(value) === String(row[name]);
  const fields = Object.entries(op.put);
  return fields.some(isText)
    ? { put: Object.fromEntries(fields.filter((field) => !isText(field))) }
    : op;
}
