import type { Entity } from '../../schema/entity/entity';
import type { EntityPlan } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import { BatchEntry } from '../../schema/normalize/batch';
import { applyOp, outlivesReads, type RowChange, type RowOp } from '../../schema/normalize/row-op';
import type { Overlay } from '../../store/overlay';
import { show, showKnown } from '../../store/pending-rows';
import type { Table } from '../../store/table';
import type { Transaction } from '../../store/transaction';
import { include, type UndoLog } from '../../store/undo-log';
import type { Fields } from '../../util/plain-data';
import { replaceDeep } from '../../util/replace-deep';
import type { MutationRef } from './patch';
import type { RowSet } from './pending-mutation';
import { type RowOverlay, shownRow, withoutDeletions, withoutOptimistic } from './row-overlay';
import { withChange, withWrite } from './write-under-overlay';
import { noteTemporaryId } from '../ids/track-entity';

/** The row overlays of one table, and the server ids that replaced temporary ids. */
export class TableOverlay implements Overlay {
  /** Maps each temporary id to the server id that replaced it. */
  readonly serverIds = new Map<Pk, Pk>();
  /** Maps each server id to the temporary id that it replaced. */
  readonly temporaryIds = new Map<Pk, Pk>();
  readonly #rows = new Map<Pk, RowOverlay>();

  /** @param waiting the rows with patches that must stay separate until older requests end */
  constructor(
    private readonly table: Table,
    private readonly waiting: RowSet,
  ) {}

  /** @see Overlay */
  get pks(): Iterable<Pk> {
    return this.#rows.keys();
  }

  /** @see Overlay */
  get records(): Iterable<Fields> {
    return [...this.#rows.values()].flatMap(({ base, patches }) => {
      const puts = patches.flatMap(({ ops }) => ops.flatMap((op) => ('put' in op ? [op.put] : [])));
      return base === undefined ? puts : [base, ...puts];
    });
  }

  /** @see Overlay */
  has(pk: Pk): boolean {
    return this.#rows.has(pk);
  }

  /** Returns the overlay of a row, or `undefined` if the row has none. */
  get(pk: Pk): RowOverlay | undefined {
    return this.#rows.get(pk);
  }

  /** Returns the overlay of a row. If the row has none, returns a new overlay without patches. */
  open(plan: EntityPlan, pk: Pk): RowOverlay {
    const overlay = this.#rows.get(pk);
    if (overlay !== undefined) return overlay;
    const { table } = this;
    const slot = table.index.get(pk);
    return slot === undefined
      ? { plan, base: undefined, baseOrder: -1, patches: [] }
      : { plan, base: table.records[slot], baseOrder: table.writeOrders[slot], patches: [] };
  }

  /** Replaces the overlay of a row without changing the row in the table. */
  set(undo: UndoLog, pk: Pk, overlay: RowOverlay | undefined): void {
    undo.setIn(this.#rows, pk, overlay);
  }

  /** Records that a patch of the row must stay separate until older requests end. */
  wait(undo: UndoLog, pk: Pk): void {
    include(undo, this.waiting, true, this.table, pk);
  }

  /** @see Overlay */
  keyOf(pk: Pk): Pk {
    return this.serverIds.size === 0 ? pk : (this.serverIds.get(pk) ?? pk);
  }

  /** @see Overlay */
  instantiated(entity: Entity, pk: Pk): void {
    const temporary = this.temporaryIds.get(pk);
    if (temporary !== undefined) noteTemporaryId(entity, temporary);
  }

  /** @see Overlay */
  shown(pk: Pk): Fields | undefined {
    const overlay = this.#rows.get(pk);
    return this.table.get(pk) ?? (overlay && shownRow(withoutDeletions(overlay)));
  }

  /** @see Overlay @param mutation if set, responses to mutations that were called after it are excluded */
  known(pk: Pk, mutation?: MutationRef): Fields | undefined {
    const overlay = this.#rows.get(pk);
    if (overlay === undefined) return this.table.get(pk);
    const known = withoutOptimistic(overlay);
    const last = shownRow(known);
    const at = known.patches.findIndex((patch) => patch.mutation === mutation);
    if (last === undefined || at < 0) return last;
    return shownRow({ ...known, patches: known.patches.slice(0, at + 1) });
  }

  /** @see Overlay */
  current(entry: BatchEntry): BatchEntry {
    const pk = this.keyOf(entry.pk);
    if (pk === entry.pk) return entry;
    const replace = (value: unknown) => (value === entry.pk ? pk : value);
    return new BatchEntry(entry.plan, pk, replaceDeep(entry.row, replace), 'nothing');
  }

  /** @see Overlay */
  write(
    transaction: Transaction,
    plan: EntityPlan,
    pk: Pk,
    op: RowOp,
    order: number,
    isLocal: boolean,
  ): void {
    const { table } = this;
    if ('put' in op && this.#base(pk) === undefined && table.isDeletedAfter(pk, order)) return;
    if ('remove' in op) transaction.leaveTombstone(table, pk, order);
    show(transaction, table, pk, this.#afterWrite(transaction, plan, pk, op, order, isLocal));
  }

  /** @see Overlay */
  drop(transaction: Transaction, pk: Pk): void {
    const overlay = this.#rows.get(pk);
    if (overlay === undefined) return;
    this.remove(transaction.journal, pk);
    const known = { row: overlay.base, order: overlay.baseOrder };
    showKnown(transaction, this.table, pk, known);
  }

  /** Removes the overlay of a row without changing the row in the table. */
  remove(undo: UndoLog, pk: Pk): void {
    include(undo, this.waiting, false, this.table, pk);
    this.set(undo, pk, undefined);
  }

  /** @see Overlay */
  clearKeys(undo: UndoLog): void {
    for (const ids of [this.serverIds, this.temporaryIds]) {
      for (const key of [...ids.keys()]) undo.setIn(ids, key, undefined);
    }
  }

  /** Returns the row without any pending changes. */
  #base(pk: Pk): Fields | undefined {
    const overlay = this.#rows.get(pk);
    return overlay === undefined ? this.table.get(pk) : overlay.base;
  }

  /** Adds a write to the overlay of a row. Returns the visible record of the row after the write. */
  #afterWrite(
    { journal }: Transaction,
    plan: EntityPlan,
    pk: Pk,
    op: RowOp,
    order: number,
    isLocal: boolean,
  ): Fields | undefined {
    if (outlivesReads(op)) return this.#change(journal, plan, pk, op, order);
    const next = withWrite(this.open(plan, pk), op, order, isLocal);
    this.set(journal, pk, next);
    return shownRow(next);
  }

  #change(undo: UndoLog, plan: EntityPlan, pk: Pk, op: RowChange, order: number) {
    const overlay = this.open(plan, pk);
    const next = withChange(overlay, op, order);
    this.wait(undo, pk);
    this.set(undo, pk, next);
    const isOnTop = overlay.patches.at(-1)?.order !== undefined;
    return isOnTop ? applyOp(plan, this.table.get(pk), op) : shownRow(next);
  }
}
