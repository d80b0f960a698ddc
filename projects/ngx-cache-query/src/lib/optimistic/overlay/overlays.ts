import type { EntityPlan } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import type { RowOp } from '../../schema/normalize/row-op';
import type { CommitHook } from '../../store/commit-hook';
import type { Store } from '../../store/store';
import type { Table } from '../../store/table';
import type { Transaction } from '../../store/transaction';
import type { Fields } from '../../util/plain-data';
import { withPatch } from './patch';
import { PendingMutation, RowSet } from './pending-mutation';
import { type RowOverlay, shownRow } from './row-overlay';
import { settled } from './row-writes';
import { TableOverlay } from './table-overlay';

/** The overlays of all tables of a cache, and the mutations in flight. */
export class Overlays implements CommitHook {
  /** The mutations in flight. */
  readonly mutations = new Set<PendingMutation>();
  /** Rows with patches that stay apart while an older request is in flight. */
  readonly #waiting = new RowSet();
  readonly #byTable = new Map<Table, TableOverlay>();

  constructor(private readonly store: Store) {}

  /** The overlay of a table. */
  of(table: Table): TableOverlay {
    let overlay = this.#byTable.get(table);
    if (overlay === undefined) {
      overlay = table.overlay = new TableOverlay(table, this.#waiting);
      this.#byTable.set(table, overlay);
    }
    return overlay;
  }

  /** The mutation that was called first of those in flight. */
  get oldest(): PendingMutation | undefined {
    let oldest: PendingMutation | undefined;
    for (const mutation of this.mutations) {
      if (oldest === undefined || mutation.order < oldest.order) oldest = mutation;
    }
    return oldest;
  }

  /** The mutation in flight that was called last of those that change a row. */
  pendingOn(table: Table, pk: Pk): PendingMutation | undefined {
    const patches = this.#byTable.get(table)?.get(pk)?.patches ?? [];
    const last = patches.filter(({ order }) => order === undefined).at(-1);
    return last?.mutation as PendingMutation | undefined;
  }

  /** The server's id in place of a temporary one, if there is one. */
  serverIdOf(temporary: Pk): Pk | undefined {
    for (const { serverIds } of this.#byTable.values()) {
      const pk = serverIds.get(temporary);
      if (pk !== undefined) return pk;
    }
    return undefined;
  }

  /**
   * Begins a mutation: its optimistic response and its response have this place in the order of calls.
   *
   * @param waitsFor the temporary ids that must have a server id before it is sent
   */
  begin(waitsFor?: ReadonlySet<Pk>): PendingMutation {
    const mutation = new PendingMutation(this.store.nextOrder(), waitsFor);
    this.mutations.add(mutation);
    return mutation;
  }

  /** Ends a mutation: responses that stayed apart only because of it are merged into what is known. */
  end(transaction: Transaction, mutation: PendingMutation): void {
    const { journal, recheck } = transaction;
    for (const [table, pk] of mutation.rows) if (table.isEntities) recheck.push({ table, pk });
    const wasOldest = this.oldest === mutation;
    journal.include(this.mutations, false, mutation);
    this.#settle(transaction, [...mutation.rows, ...(wasOldest ? this.#waiting : [])]);
  }

  /** Shows one operation of an optimistic response. */
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
    const touchedFields = ops.flatMap((each) => ('put' in each ? Object.keys(each.put) : []));
    const patch = { mutation, ops, order: undefined, creates, touchedFields, wasOptimistic: true };
    journal.include(mutation.rows, true, table, pk);
    this.show(transaction, table, pk, {
      ...overlay,
      patches: withPatch(overlay.patches, patch),
    });
  }

  /** Replaces what lies over a row, and shows it. */
  show(transaction: Transaction, table: Table, pk: Pk, overlay: RowOverlay): void {
    this.of(table).set(transaction.journal, pk, overlay);
    transaction.show(table, pk, shownRow(overlay));
  }

  /** @see CommitHook */
  get waitsForReads(): boolean {
    return !this.#waiting.isEmpty;
  }

  /** @see CommitHook */
  readsEnded(transaction: Transaction, oldestRead: number): void {
    this.#settle(transaction, [...this.#waiting], oldestRead);
  }

  /** Merges responses into what is known of rows, where no older request is in flight anymore. */
  #settle(
    transaction: Transaction,
    rows: Iterable<readonly [Table, Pk]>,
    oldestRead = transaction.oldestRead,
  ): void {
    const oldestMutation = this.oldest?.order ?? Infinity;
    for (const [table, pk] of rows) {
      const its = this.of(table);
      const overlay = its.get(pk);
      if (overlay === undefined) continue;
      const next = settled(overlay, oldestMutation, oldestRead);
      if (next.patches.length === 0) {
        its.remove(transaction.journal, pk);
        transaction.showKnown(table, pk, { row: next.base, order: next.baseOrder });
      } else if (next !== overlay) its.set(transaction.journal, pk, next);
    }
  }
}

/** An operation without ids that are only written as texts, as in a URL: the row's own type counts. */
function withSameIds(op: RowOp, row: Fields): RowOp {
  if (!('put' in op)) return op;
  const isText = ([name, value]: [string, unknown]) =>
    typeof value !== typeof row[name] && String(value) === String(row[name]);
  const fields = Object.entries(op.put);
  return fields.some(isText)
    ? { put: Object.fromEntries(fields.filter((field) => !isText(field))) }
    : op;
}
