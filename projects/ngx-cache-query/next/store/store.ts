import { Before, invalidate, type Journal, type Node, removeEdge } from '../reactive/node';
import { deserialize, keepMade } from '../reactive/deserialized';
import { List, moveLists } from '../reactive/list';
import { Row } from '../reactive/row';
import { eachSource } from '../reactive/stored';
import type { Table } from '../reactive/table';
import { Tables } from '../reactive/tables';
import type { Normalizer } from '../schema/normalizer';
import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import { hasFields } from '../util/equality';
import type { Fields } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { checkAgreement } from './agreement';
import { type Cause, changesIn, type Commit } from './commit';
import { isOlder, mergeOver, mergeUnder, recordFrom, showsSame } from './merge';
import { Rounds } from './rounds';
import { settle } from './settle';
import { asyncBatch } from './store-errors';

declare const ngDevMode: unknown;

/**
 * Writes rows. A batch changes rows at once, so that reads inside of it see the changes, and logs what they were, so
 * that it can be undone. Subscribers are notified after the outermost write.
 */
export class Store {
  readonly tables = new Tables(checkAgreement);
  readonly rounds: Rounds;
  /** Called in the transaction of each commit, before it ends. A hook may write more. */
  readonly hooks: ((commit: Commit) => void)[] = [];
  /** Called after each commit, before subscribers are notified. */
  readonly listeners: ((commit: Commit) => void)[] = [];
  /** The position of the last write in the write order. */
  clock = 0;
  /** The number of times that the application has deleted entities: later reads do not share earlier requests. */
  deletions = 0;
  readonly #journal: Journal;
  #depth = 0;
  /** Whether the open single write has changed a row twice. */
  #repeats = false;
  #causes: Cause[] = [];
  #known: Table[] = [];
  /** The reads that are in flight, by their positions in the write order. */
  readonly #reads = new Set<number>();
  #settled: OnSettled[] = [];
  /** The positions of the last deletions, while a response in flight may be older than they are. */
  readonly #graves = new Map<Row, number>();
  /** The graves that the open batch has changed, with their values from before. */
  #dug: [row: Row, before: number | undefined][] = [];

  constructor() {
    this.#journal = this.tables.journal;
    this.rounds = new Rounds(this.#journal);
  }

  /** Whether a write is open. */
  get isOpen(): boolean {
    return this.#journal.log !== undefined;
  }

  /** Begins a read. Its response counts as written at the position that this method returns. */
  begin(): number {
    this.#reads.add(++this.clock);
    return this.clock;
  }

  end(read: number): void {
    this.#reads.delete(read);
    this.#bury();
  }

  /** Writes a normalized input. */
  write(input: Normalizer, cause: Cause, order = ++this.clock): void {
    const { plans } = input;
    let isBatch = this.#journal.isBatch || this.hooks.length + this.listeners.length > 0;
    for (let i = 0; i < plans.length && !isBatch; i++) isBatch = plans[i].decides;
    if (isBatch) {
      this.batch(() => this.#apply(input, order), cause);
      return;
    }
    const log: Before[] = (this.#journal.log = []);
    this.#repeats = false;
    try {
      this.#apply(input, order);
    } finally {
      if (this.#repeats) this.#commit(log, this.tables.grown());
      else this.#commit([]);
    }
  }

  /**
   * Runs code that writes and reads. If it throws, nothing has changed.
   *
   * @throws CacheError NCQ2002 if `run` is asynchronous
   */
  batch<T>(run: () => T, cause?: Cause): T {
    const journal = this.#journal;
    const log = (journal.log ??= []);
    const mark = log.length;
    const known = this.#known.length;
    const settled = this.#settled.length;
    const dug = this.#dug.length;
    if (cause) this.#causes.push(cause);
    this.#depth++;
    journal.isBatch = true;
    try {
      const result = run();
      if (isThenable(result)) throw asyncBatch();
      if (this.#depth === 1) for (const hook of this.hooks) hook(this.#commitOf(log));
      return result;
    } catch (error) {
      this.#undo(log.splice(mark));
      for (const [row, before] of this.#dug.splice(dug).reverse()) {
        if (before === undefined) this.#graves.delete(row);
        else this.#graves.set(row, before);
      }
      for (const table of this.#known.splice(known)) {
        table.setKnown(!table.isKnown);
      }
      // The writes of an inner batch are as lost as if each had failed.
      const lost = this.#settled.splice(settled);
      if (lost.length > 0) this.#settled.push(() => lost.forEach((each) => each({ error })));
      throw error;
    } finally {
      if (--this.#depth === 0) this.#commit(log);
    }
  }

  /** Calls `run` when the open batch has ended and subscribers were notified; at once if no batch is open. */
  whenSettled(run: OnSettled): void {
    if (this.isOpen) this.#settled.push(run);
    else run();
  }

  /** Deletes all rows, and makes all types unknown. */
  empty(): void {
    this.batch(() => {
      const order = ++this.clock;
      for (const table of this.tables.all.values()) {
        if (table.main !== table) continue;
        for (const row of [...table.all()]) this.#remove(row, order);
        this.#setKnown(table, false);
      }
    });
  }

  #apply(input: Normalizer, order: number): void {
    const { plans, pks, rows, listed, source } = input;
    const values = this.#deserialize(input);
    for (const plan of listed) this.#setKnown(this.tables.of(plan).main, true);
    let plan: Plan | undefined;
    let table!: Table;
    for (let i = 0; i < plans.length; i++) {
      if (plans[i] !== plan) table = this.tables.of((plan = plans[i])).main;
      this.#put(table, plan, pks[i], rows[i], order, values?.[i], source);
    }
  }

  /** Runs the deserializers of the rows before anything is written, because they may throw. */
  #deserialize({ plans, pks, rows, source }: Normalizer): Made[][] | undefined {
    let all: Made[][] | undefined;
    for (let i = 0; i < plans.length; i++) {
      const row = rows[i];
      if (row === undefined) continue;
      const table = this.tables.of(plans[i]).main;
      const made = deserializeAll(table, table.record(pks[i]), row, pks[i], source);
      if (made !== undefined) (all ??= [])[i] = made;
    }
    return all;
  }

  /** Decides what a row of an input changes. */
  #put(
    table: Table,
    plan: Plan,
    pk: Pk,
    incoming: Fields | undefined,
    order: number,
    made: readonly Made[] | undefined,
    source: string,
  ): void {
    if (!this.#journal.isBatch && table.isIdle) {
      if (this.#putRecord(table, plan, pk, incoming, order, made)) return;
    }
    const row = table.row(pk);
    const { data } = row;
    if (incoming === undefined) {
      if (order >= row.order) this.#remove(row, order);
      return;
    }
    // The row was deleted, and perhaps created again, after this response was requested.
    if (order < (this.#graves.get(row) ?? 0)) return;
    this.#setKnown(table, true);
    if (data === undefined) {
      const record = recordFrom(plan, incoming);
      this.change(row, record, order);
      keepAll(made, record);
      return;
    }
    const isOld = isOlder(plan, row.order, order, data, incoming);
    const after = (isOld ? mergeUnder : mergeOver)(plan, data, incoming);
    const next = isOld ? row.order : Math.max(order, row.order);
    if (after === data) {
      if (next !== row.order && this.#journal.isBatch) this.#journal.log!.push(new Before(row));
      row.order = next;
      return;
    }
    if (made)
      keepAll(
        isOld || plan.ownMerge ? deserializeAll(table, data, after, pk, source) : made,
        after,
      );
    this.change(row, after, next);
  }

  /** Writes a row that is only a record. Returns whether that was possible. */
  #putRecord(
    table: Table,
    plan: Plan,
    pk: Pk,
    incoming: Fields | undefined,
    order: number,
    made: readonly Made[] | undefined,
  ): boolean {
    if (incoming === undefined) return false;
    const known = table.index.get(pk);
    if (known === undefined) {
      const record = recordFrom(plan, incoming);
      table.isKnown = true;
      table.addRecord(pk, record, order);
      keepAll(made, record);
      return true;
    }
    if (typeof known !== 'number') return false;
    const at = table.place(known);
    if (order < table.orders[at] || !hasFields(table.rows[at] as Fields, incoming)) return false;
    table.orders[at] = order;
    return true;
  }

  #remove(row: Row, order: number): void {
    this.#dug.push([row, this.#graves.get(row)]);
    this.#graves.set(row, order);
    if (row.data !== undefined) return this.change(row, undefined, order);
    if (this.#journal.isBatch) this.#journal.log!.push(new Before(row));
    row.order = order;
  }

  /** Replaces the record of a row, and marks what depends on it. */
  change(row: Row, after: Fields | undefined, order: number, arrival?: number): void {
    const { table, data: before } = row;
    if (before === after) return;
    if (before !== undefined && row.order === order) this.#repeats = true;
    this.#change(row, after, order, arrival);
    for (const mirror of table.mirrors) {
      this.#change(mirror.row(row.pk), after, order, row.arrival);
    }
  }

  #change(row: Row, after: Fields | undefined, order: number, arrival?: number): void {
    const { table, data: before } = row;
    const journal = this.#journal;
    const isSame = before && after && showsSame(table.plan, before, after);
    if (isSame) {
      // Only default values were added: the instance stays the same.
      journal.log?.push(new Before(row));
      row.adopt(after);
    } else if (row.dirty) {
      if (journal.isBatch || before !== undefined) journal.log?.push(new Before(row));
      table.changed(row);
    } else {
      const reached = invalidate(row, journal);
      if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfReach(row, reached);
    }
    if (before !== undefined) {
      if (after !== undefined) moveLists(before, after, isSame === true);
      if (!isSame && row.value !== undefined) {
        eachSource(row, before, (source) => leave(source, row));
      }
      if (after === undefined) table.remove(row);
    }
    row.data = after;
    row.order = order;
    if (before === undefined) table.insert(row, arrival);
    if (!isSame) for (const feed of table.feeds) feed.add(row);
  }

  #setKnown(table: Table, isKnown: boolean): void {
    if (table.isKnown === isKnown) return;
    table.setKnown(isKnown);
    this.#known.push(table);
  }

  #commitOf(log: readonly Before[]): Commit {
    return { rows: changesIn(log), known: [...this.#known], causes: [...this.#causes] };
  }

  #undo(log: readonly Before[]): void {
    const journal = this.#journal;
    const outer = journal.log;
    journal.log = undefined;
    for (let i = log.length - 1; i >= 0; i--) {
      const { node, data, order, arrival } = log[i];
      if (!(node instanceof Row) || node.table.main !== node.table) continue;
      this.change(node, data, order, arrival || undefined);
      node.order = order;
    }
    settle(log, this.tables);
    journal.log = outer;
    // An outer batch must still know what the other nodes were.
    for (const before of log) if (!(before.node instanceof Row)) outer!.push(before);
  }

  #commit(log: Before[], grown?: ReadonlySet<Node>): void {
    const journal = this.#journal;
    const commit = this.listeners.length > 0 && log.length > 0 ? this.#commitOf(log) : undefined;
    journal.log = undefined;
    journal.isBatch = false;
    this.#causes = [];
    this.#known = [];
    this.#dug = [];
    if (log.length > 0) settle(log, this.tables, grown);
    if (this.#graves.size > 0) this.#bury();
    if (commit) for (const listener of this.listeners) listener(commit);
    const settled = this.#settled.splice(0);
    try {
      this.rounds.run();
    } finally {
      for (const each of settled) each();
    }
  }

  /** Forgets the deleted rows that no response in flight can restore. */
  #bury(): void {
    if (this.#reads.size > 0 || this.isOpen) return;
    for (const row of this.#graves.keys()) if (row.data === undefined) row.table.forget(row);
    this.#graves.clear();
  }
}

/** In dev mode, a warning is logged if a change marks more than this number of instances. */
const FAR_REACHING = 1_000;

function warnOfReach({ plan }: Row, reached: number): void {
  if (reached <= FAR_REACHING) return;
  warnOnce(
    `a change to one ${plan.name} affects ${FAR_REACHING} or more rows that reference it directly or indirectly, ` +
      `so every such change is slow. If most entities reference each other, use schema.Lazy for one of their ` +
      `relations.`,
  );
}

/** Called when a batch has ended. If it was rolled back, receives the error. */
export type OnSettled = (failure?: { readonly error: unknown }) => void;

/** The values of the deserializers of a class for one row. */
type Made = readonly [plan: Plan, values: readonly unknown[]];

function keepAll(made: readonly Made[] | undefined, record: Fields): void {
  if (made) for (const [plan, values] of made) keepMade(plan, record, values);
}

/** Runs the deserializers of all classes that show a row. */
function deserializeAll(
  table: Table,
  before: Fields | undefined,
  after: Fields,
  pk: Pk,
  source: string,
): Made[] | undefined {
  let made: Made[] | undefined;
  for (const { plan } of [table, ...table.mirrors]) {
    if (plan.deserializers.length === 0) continue;
    (made ??= []).push([plan, deserialize(plan, before, after, pk, source)]);
  }
  return made;
}

function isThenable(value: unknown): boolean {
  return typeof (value as PromiseLike<unknown> | undefined)?.then === 'function';
}

/** Removes the edge from a source. A list that nothing shows any more is dropped. */
function leave(source: Node, node: Row): void {
  removeEdge(source, node);
  if (source instanceof List) source.leave();
}
