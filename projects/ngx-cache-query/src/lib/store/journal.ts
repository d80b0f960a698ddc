import type { Pk } from '../schema/entity/pk';
import { sameFields } from '../util/equality';
import type { Change, ChangeSet } from './change-set';
import type { Knowledge, Table } from './table';
import type { Members, UndoLog } from './undo-log';

/** A step that is not a change of a row, as it is taken back. */
interface Step {
  /** How many changes there were before it. */
  readonly after: number;
  undo(): void;
}

/** Rows beside each other that were written with what they had, and so only became younger. */
class Confirmed implements Step {
  #to: number;

  /** @param order of the rows' write before */
  constructor(
    readonly after: number,
    private readonly table: Table,
    private readonly from: number,
    private readonly order: number,
  ) {
    this.#to = from;
  }

  /** Takes in the next row, if nothing else happened since. */
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

/** Where a journal stood. */
interface Mark {
  readonly changes: number;
  readonly steps: number;
}

const NONE: readonly never[] = [];

/**
 * Every step of a transaction, so that it can be taken back from the end, and summed up at the end.
 */
export class Journal implements UndoLog {
  readonly #changes: Change[] = [];
  readonly #steps: Step[] = [];
  /** The rows confirmed last, while more may be added to them. */
  #confirmed: Confirmed | undefined;
  /** What was known of the tables before. */
  #knowledge: Map<Table, Knowledge> | undefined;
  #repeats = false;
  #isBatch = false;

  /** The tables with changes, those that came to nothing included. */
  readonly tables: Table[] = [];

  /** Grows with each step forth or back. */
  version = 0;
  /** The fewest changes that there were since somebody set it: those before are still the same. */
  lowest = 0;

  /** Whether there is nothing to take back. */
  get isEmpty(): boolean {
    return this.#changes.length === 0 && this.#steps.length === 0;
  }

  /** The place to come back to with {@link undoTo}. */
  mark(): Mark {
    this.#confirmed = undefined;
    return { changes: this.#changes.length, steps: this.#steps.length };
  }

  /** The changes so far, in order; a row may occur several times. */
  get changes(): readonly Change[] {
    return this.#changes;
  }

  row(change: Change, repeated: boolean): void {
    this.version++;
    const { table } = change;
    if (!this.tables.includes(table)) this.tables.push(table);
    this.#changes.push(change);
    this.#repeats ||= repeated;
  }

  /** Expects several steps, which may write a row several times, and between which reads may begin. */
  beginBatch(): void {
    this.#repeats = true;
    this.#isBatch = true;
  }

  /** Whether there are several steps. */
  get isBatch(): boolean {
    return this.#isBatch;
  }

  /** Whether a row may have been written before in this transaction. */
  get mayRepeat(): boolean {
    return this.#repeats;
  }

  /** Sets what is known of a table. */
  know(table: Table, knowledge: Knowledge): void {
    this.version++;
    this.#knowledge ??= new Map();
    if (!this.#knowledge.has(table)) this.#knowledge.set(table, table.knowledge);
    this.assign(table, 'knowledge', knowledge);
  }

  /** @see UndoLog */
  setIn<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
    const before = map.get(key);
    setOrDelete(map, key, value);
    this.onUndo(() => setOrDelete(map, key, before));
  }

  /** @see UndoLog */
  assign<T extends object, Name extends keyof T>(target: T, name: Name, value: T[Name]): void {
    const before = target[name];
    target[name] = value;
    this.onUndo(() => (target[name] = before));
  }

  /** @see UndoLog */
  include<Item extends readonly unknown[]>(set: Members<Item>, isIn: boolean, ...item: Item): void {
    if (set.has(...item) === isIn) return;
    change(set, isIn, item);
    this.onUndo(() => change(set, !isIn, item));
  }

  /** Notes what to do when the steps up to here are undone; no reader sees it. */
  onUndo(undo: () => void): void {
    this.#confirmed = undefined;
    this.#steps.push({ after: this.#changes.length, undo });
  }

  /** Notes that a row was written with what it had, and so only became younger. */
  confirmed(table: Table, slot: number, order: number): void {
    const after = this.#changes.length;
    if (this.#confirmed?.extend(after, table, slot, order)) return;
    this.#steps.push((this.#confirmed = new Confirmed(after, table, slot, order)));
  }

  /** Takes back all steps since the mark, the last one first. */
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

  /** What changed in sum: each row once; a row that ends as it began is not in it. */
  sum(): ChangeSet {
    const knowledge = [...(this.#knowledge ?? NONE)].filter(
      ([table, before]) => table.isKnown !== (before === 'known'),
    );
    return {
      rows: this.#repeats ? this.#sumRows() : this.#changes,
      tables: this.tables,
      knowledge: knowledge.map(([table]) => table),
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

function change<Item extends readonly unknown[]>(
  set: Members<Item>,
  isIn: boolean,
  item: Item,
): void {
  if (isIn) set.add(...item);
  else set.delete(...item);
}

/** A row whose record ends equal to what it was gets that record back, and counts only if it moved. */
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

/** The last slot is given back; any other stays as a hole. */
function undoAppend(table: Table, pk: Pk, slot: number): void {
  table.clear(pk, slot);
  if (slot !== table.records.length - 1 || table.hidden.get(pk) === slot) return;
  table.records.pop();
  table.writeOrders.pop();
  table.insertionOrders.pop();
}
