import type { Pk } from '../schema/entity/pk';
import { sameFields } from '../util/equality';
import type { Causes, CommitCause } from './cause';
import type { Change, ChangeSet } from './change-set';
import type { Knowledge, Table } from './table';
import type { UndoLog } from './undo-log';

/** A step of a transaction that is not a {@link Change}. */
interface Step {
  /** The number of changes before this step. */
  readonly after: number;
  undo(): void;
}

/**
 * A step in which only the write order of neighboring rows changes, because the rows were written again with unchanged
 * data.
 */
class Confirmed implements Step {
  #to: number;

  /** @param order the write order that the rows had before this step */
  constructor(
    readonly after: number,
    private readonly table: Table,
    private readonly from: number,
    private readonly order: number,
  ) {
    this.#to = from;
  }

  /** Adds the row in the slot to this step, if possible. Returns whether the row was added. */
  extend(after: number, table: Table, slot: number, order: number): boolean {
    if (table !== this.table || order !== this.order) return false;
    if (slot !== this.#to + 1 || after !== this.after) return false;
    this.#to = slot;
    return true;
  }

  undo(): void {
    this.table.writeOrders.fill(this.order, this.from, this.#to + 1);
  }
}

/** A position in a journal. */
interface Mark {
  readonly changes: number;
  readonly steps: number;
}

const NONE: readonly never[] = [];

/**
 * Records the steps of a transaction, such as changes to rows. Can undo the steps one by one, and can summarize the
 * changes in a {@link ChangeSet}.
 */
export class Journal implements UndoLog, Causes {
  /** Whether some of the data was written by the application and not by the server. */
  isLocal = false;
  /** The causes of the writes, if a feature recorded them. */
  causes: CommitCause[] | undefined;
  readonly #changes: Change[] = [];
  readonly #steps: Step[] = [];
  /** The last {@link Confirmed} step, if more rows can still be added to it. */
  #confirmed: Confirmed | undefined;
  /** The `knowledge` that each table had before the transaction. */
  #knowledge: Map<Table, Knowledge> | undefined;
  /** Whether the transaction may write the same row several times. */
  mayRepeat = false;
  /** Whether the journal belongs to a batch. */
  isBatch = false;

  /** The tables with changed rows, even if the changes were undone. */
  readonly tables: Table[] = [];

  /** Increases with each change to rows, each change to a table's `knowledge`, and each undo. */
  version = 0;
  /**
   * The number of {@link changes} that a `Draft` has processed, not counting those that were rolled back afterwards.
   * The draft sets this field, and a rollback can lower it.
   */
  lowest = 0;

  /** Whether there is nothing to undo. */
  get isEmpty(): boolean {
    return this.#changes.length === 0 && this.#steps.length === 0;
  }

  /** Returns the current position, which can be passed to {@link undoTo}. */
  mark(): Mark {
    this.#confirmed = undefined;
    return { changes: this.#changes.length, steps: this.#steps.length };
  }

  /** The changes made so far, in order. The same row can appear several times. */
  get changes(): readonly Change[] {
    return this.#changes;
  }

  row(change: Change, repeated: boolean): void {
    this.version++;
    const { table } = change;
    if (!this.tables.includes(table)) this.tables.push(table);
    this.#changes.push(change);
    this.mayRepeat ||= repeated;
  }

  /**
   * Marks the journal as the journal of a batch. The steps of a batch may write the same row several times, and reads
   * may begin between the steps.
   */
  beginBatch(): void {
    this.mayRepeat = true;
    this.isBatch = true;
  }

  /** Sets the `knowledge` of a table. */
  know(table: Table, knowledge: Knowledge): void {
    this.version++;
    this.#knowledge ??= new Map();
    if (!this.#knowledge.has(table)) this.#knowledge.set(table, table.knowledge);
    this.assign(table, 'knowledge', knowledge);
  }

  setIn<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
    const before = map.get(key);
    setOrDelete(map, key, value);
    this.onUndo(() => setOrDelete(map, key, before));
  }

  assign<T extends object, Name extends keyof T>(target: T, name: Name, value: T[Name]): void {
    const before = target[name];
    target[name] = value;
    this.onUndo(() => (target[name] = before));
  }

  onUndo(undo: () => void): void {
    this.#confirmed = undefined;
    this.#steps.push({ after: this.#changes.length, undo });
  }

  /** Adds a step for a row that was written again with unchanged data, so that only its write order changed. */
  confirmed(table: Table, slot: number, order: number): void {
    const after = this.#changes.length;
    if (this.#confirmed?.extend(after, table, slot, order)) return;
    this.#steps.push((this.#confirmed = new Confirmed(after, table, slot, order)));
  }

  /** Undoes all steps since `mark`, in reverse order. */
  undoTo(mark: Mark): void {
    this.version++;
    this.#confirmed = undefined;
    while (this.#changes.length > mark.changes || this.#steps.length > mark.steps) {
      const step = this.#steps.at(-1);
      if (this.#steps.length > mark.steps && step!.after === this.#changes.length) {
        this.#steps.pop()!.undo();
      } else {
        undoChange(this.#changes.pop()!);
      }
    }
    this.lowest = Math.min(this.lowest, this.#changes.length);
  }

  /**
   * Summarizes the changes. Each changed row appears once. Omits rows that have the same data and the same slot as
   * before the transaction.
   */
  sum(): ChangeSet {
    const knowledge = [...(this.#knowledge ?? NONE)].filter(
      ([table, before]) => table.isKnown !== (before === 'known'),
    );
    return {
      rows: this.mayRepeat ? this.#sumRows() : this.#changes,
      tables: this.tables,
      knowledge: knowledge.map(([table]) => table),
      isLocal: this.isLocal,
      causes: this.causes,
    };
  }

  #sumRows(): Change[] {
    const sums = new Map<Table, Map<Pk, Change>>();
    for (const change of this.#changes) {
      let rows = sums.get(change.table);
      if (rows === undefined) sums.set(change.table, (rows = new Map<Pk, Change>()));
      const first = rows.get(change.pk);
      rows.set(
        change.pk,
        first === undefined
          ? change
          : { ...change, from: first.from, before: first.before, order: first.order },
      );
    }
    const rows: Change[] = [];
    for (const changed of sums.values()) {
      for (const change of changed.values()) {
        const net = keepEqualRecord(change);
        if (net !== undefined) rows.push(net);
      }
    }
    return rows;
  }
}

function setOrDelete<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

/**
 * Restores the previous record of a row if the new record contains the same data. The row then counts as changed only
 * if it moved to another slot.
 *
 * @returns the change that remains, or `undefined`
 */
function keepEqualRecord(change: Change): Change | undefined {
  const { table, before, after, from, to } = change;
  if (before === undefined || after === undefined) return before === after ? undefined : change;
  if (before !== after && !sameFields(before, after)) return change;
  table.records[to] = before;
  return from === to ? undefined : { ...change, after: before };
}

function undoChange({ table, pk, from, to, before, order }: Change): void {
  if (before === undefined) {
    undoAppend(table, pk, to);
  } else if (to === -1) {
    table.restore(pk, from, before);
  } else {
    table.records[to] = before;
    table.writeOrders[to] = order;
  }
}

/**
 * Undoes an append: clears the slot of the row. Also removes the slot if it is the last slot of the table. If the row
 * is hidden, its slot is not removed.
 */
function undoAppend(table: Table, pk: Pk, slot: number): void {
  table.clear(pk, slot);
  if (slot !== table.records.length - 1 || table.hidden.get(pk) === slot) return;
  table.records.pop();
  table.writeOrders.pop();
  table.insertionOrders.pop();
}
