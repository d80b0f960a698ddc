import { deserializeAll } from '../reactive/deserialized';
import { moveLists } from '../reactive/list';
import { Before, invalidate, Journal, type Node } from '../reactive/node';
import type { Rounds } from '../reactive/rounds';
import { Row } from '../reactive/row';
import { leaveSources } from '../reactive/stored';
import type { Table } from '../reactive/table';
import { Tables } from '../reactive/tables';
import type { WriteOrder } from '../reactive/write-order';
import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import type { Input, Operation } from '../schema/input';
import { CacheError } from '../util/cache-error';
import { hasFields } from '../util/equality';
import type { Fields } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import type { WriteCause, Witness } from './commit';
import type { Follow, Followers } from './followers';
import { merged, mergedPurely, recordFrom, showsSame } from './merge';
import type { Overlay } from './overlay';
import { settle } from './settle';

declare const ngDevMode: unknown;

/** The position of an operation that is older than everything in its row. */
const LATE = -1;

const SET: WriteCause = { kind: 'set' };

/** In dev mode, a warning is logged if a change marks more than this number of instances. */
const FAR_REACHING = 1_000;

/** Called when a write has ended. If it was rolled back, receives the error. */
type OnEnd = (failure?: { readonly error: unknown }) => void;

/**
 * Writes rows. A batch changes rows at once, so that reads inside of it see the changes, and logs what they were, so
 * that it can be undone. Subscribers are notified after the outermost write.
 */
export class Store {
  readonly tables: Tables;
  /** Records what commits change, if something needs to know it. */
  recorder: Witness | undefined;
  /** The mutations in flight, if some are optimistic. */
  overlay: Overlay | undefined;
  /** What the arguments of lists mean in the API of the cache. */
  listHabits: object | undefined;
  /** Why the next commit happens. */
  cause = SET;
  /** What else must be undone if the open batch fails. Each function receives the error. */
  readonly undos: ((error: unknown) => void)[] = [];
  /** Called after {@link empty}, before subscribers are notified. */
  readonly emptied: (() => void)[] = [];
  /** Called when rows were evicted, with the keys that the server knows. */
  readonly evicted: ((table: Table, pks: ReadonlySet<Pk>) => void)[] = [];
  readonly #journal: Journal;
  #depth = 0;
  /** The position at which the open batch began. */
  #start = 0;
  /** Whether the open write has changed a row twice. */
  #repeats = false;
  #followers: Followers | undefined;
  #committed: (() => void)[] = [];
  #settled: (() => void)[] = [];

  /** @param above the store of the cache above, whose rounds are shared */
  constructor(above?: Store) {
    this.#journal = new Journal(above?.rounds);
    this.tables = new Tables(this.#journal);
    this.listHabits = above?.listHabits;
  }

  get journal(): Journal {
    return this.#journal;
  }

  get rounds(): Rounds {
    return this.#journal.rounds;
  }

  get order(): WriteOrder {
    return this.tables.order;
  }

  /** The rows that follow the writes of other rows, if there are some. */
  get followers(): Followers | undefined {
    const [table] = this.tables.followers;
    return table && (this.#followers ??= (table.plan.follow as Follow).begin(this));
  }

  /** Whether a write is open. */
  get isOpen(): boolean {
    return this.#journal.log !== undefined;
  }

  /** Begins a read. If it begins in a batch, it is older than all writes of the batch. */
  beginRead(): number {
    return this.order.begin(this.#journal.isBatch ? this.#start : undefined);
  }

  /** Ends a read. */
  endRead(): void {
    this.order.end();
    if (!this.isOpen) this.#forget();
  }

  #forget(): void {
    this.order.forget();
    if (!this.order.hasReads) this.#followers?.log.clear();
  }

  /** Names the cause of the commits that a function makes. */
  as<T>(cause: WriteCause, run: () => T): T {
    const outer = this.cause;
    this.cause = cause;
    try {
      return run();
    } finally {
      this.cause = outer;
    }
  }

  /** Writes a normalized input. */
  write(input: Input, order = ++this.order.last): void {
    const journal = this.#journal;
    if (
      journal.isBatch ||
      input.decides ||
      this.overlay?.isBusy ||
      this.followers?.mayThrow(input)
    ) {
      this.batch(() => this.#apply(input, order));
      return;
    }
    const log: Before[] = (journal.log = []);
    this.rounds.open++;
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
  batch<T>(run: () => T): T {
    const journal = this.#journal;
    if (this.#depth === 0) {
      this.rounds.open++;
      this.#start = this.order.last;
    }
    const log = (journal.log ??= []);
    const mark = log.length;
    const first = this.undos.length;
    this.#depth++;
    journal.isBatch = true;
    try {
      const result = run();
      if (typeof (result as PromiseLike<unknown> | undefined)?.then === 'function') {
        throw asyncBatch();
      }
      return result;
    } catch (error) {
      this.#undo(log.splice(mark));
      for (const undo of this.undos.splice(first).reverse()) undo(error);
      throw error;
    } finally {
      if (--this.#depth === 0) this.#commit(log);
    }
  }

  /** Calls `run` when the open write has ended, before subscribers are notified; at once if no write is open. */
  onCommit(run: OnEnd): void {
    this.#onEnd(this.#committed, run);
  }

  /** Calls `run` when the open write has ended and subscribers were notified; if no write is open, as soon as they are. */
  whenSettled(run: OnEnd): void {
    if (this.isOpen) this.#onEnd(this.#settled, run);
    else this.rounds.after(run);
  }

  #onEnd(list: (() => void)[], run: OnEnd): void {
    if (!this.isOpen) return run();
    let failure: { readonly error: unknown } | undefined;
    this.undos.push((error) => (failure = { error }));
    list.push(() => run(failure));
  }

  /** Deletes all rows, and makes all types unknown. */
  empty(): void {
    this.batch(() => {
      const order = ++this.order.last;
      this.overlay?.clear();
      for (const table of this.tables.all) {
        if (table.main !== table) continue;
        for (const row of [...table.all()]) this.remove(row, order);
        this.setKnown(table, false);
      }
      this.onCommit((failure) => {
        if (!failure) for (const each of this.emptied) each();
      });
    });
  }

  /** Replaces the record of a row, and marks what depends on it. */
  change(row: Row, after: Fields | undefined, order: number, arrival?: number): void {
    const { table, data: before } = row;
    if (before === after) return;
    this.recorder?.touch(table, row.pk, before, row.arrival);
    if (before !== undefined && row.order === order) this.#repeats = true;
    this.#change(row, after, order, arrival);
    for (const mirror of table.mirrors) {
      this.#change(mirror.row(row.pk), after, order, row.arrival);
    }
  }

  #apply(input: Input, order: number): void {
    this.prepare(input);
    const { followers } = this;
    followers?.arrive(input, order);
    const { first, late, source } = input;
    for (let next = first; next !== undefined; next = next.next) {
      this.#put(this.tables.of(next.plan).main, next, late?.has(next) ? LATE : order, source);
    }
    followers?.written(input, order);
    this.overlay?.applied();
  }

  /** Decides what an input leaves open until it is written. */
  decide(input: Input): void {
    input.decide?.(({ plan, pk }) => this.tables.of(plan).record(pk) !== undefined);
    this.followers?.complete(input);
  }

  /**
   * Does what comes before anything is written: decides what the input leaves open, and does what may throw: creates
   * tables and default values, and deserializes raw values. Makes the types known of which the input contains lists.
   */
  prepare(input: Input): void {
    this.decide(input);
    const { first, plans, listed, source } = input;
    for (const plan of plans) {
      const { deserializes, size } = this.tables.of(plan).main;
      if (size > 0) void plan.defaults;
      for (let next = deserializes ? first : undefined; next; next = next.next) {
        if (next.plan === plan && next.row) this.#deserialize(next, next.row, source);
      }
    }
    for (const plan of listed) this.setKnown(this.tables.of(plan).main, true);
  }

  /** Replaces what the server is known to have of a row. */
  replace(row: Row, record: Fields, order: number): void {
    if (this.overlay?.replace(row, record, order)) return;
    const next = Math.max(row.order, order);
    if (record !== row.data) this.change(row, record, next);
    // An edit that changes nothing is newer than a read in flight, too.
    else this.stamp(row, next);
  }

  /** Returns what the server is known to have of a row. */
  known(table: Table, pk: Pk): Pick<Row, 'data' | 'order'> {
    const entry = table.main.index.get(pk);
    return typeof entry === 'object' && this.overlay
      ? this.overlay.known(entry)
      : table.main.peek(pk);
  }

  /** Whether the server is known to have a row. */
  has(plan: Plan, pk: Pk): boolean {
    return this.known(this.tables.of(plan), pk).data !== undefined;
  }

  #deserialize({ plan, pk }: Operation, after: Fields, source: string): void {
    deserializeAll(this.tables.of(plan), pk, after, source);
  }

  /** Decides what an operation changes. */
  #put(table: Table, operation: Operation, order: number, source: string): void {
    const { plan, pk } = operation;
    let { row: incoming } = operation;
    let entry = table.index.get(pk);
    if (typeof entry !== 'object') {
      if (incoming !== undefined && table.isIdle && !this.#journal.isBatch) {
        this.setKnown(table, true);
        if (entry === undefined) {
          this.recorder?.touch(table, pk);
          table.addRecord(pk, recordFrom(operation), order);
          return;
        }
        if (order >= table.orders[entry] && hasFields(table.rows[entry] as Fields, incoming)) {
          table.orders[entry] = order;
          return;
        }
      }
      entry = table.row(pk);
    }
    const row = entry;
    const { data } = row;
    if (incoming && table.names) incoming = operation.row = table.names.served(row, pk, incoming);
    if (this.overlay?.isBusy) {
      const own = incoming && recordFrom(operation);
      if (this.overlay.write(row, operation, order, own)) return this.setKnown(table, true);
    }
    if (incoming === undefined) {
      if (order >= row.order) this.remove(row, order);
      return;
    }
    if (this.order.isBuried(row, order) || (order === LATE && !data)) return;
    this.setKnown(table, true);
    const merge = plan.decides ? mergedPurely : merged;
    const after = data ? merge(plan, data, incoming, row.order, order) : recordFrom(operation);
    if (plan.decides && table.deserializes) this.#deserialize(operation, after, source);
    const next = Math.max(row.order, order);
    if (after !== data) this.change(row, after, next);
    else if (next !== row.order) this.stamp(row, next);
  }

  /** Deletes a row. Older responses do not restore it. */
  remove(row: Row, order: number): void {
    this.bury(row, order);
    if (row.data !== undefined) this.change(row, undefined, order);
    else this.stamp(row, order);
  }

  /** Notes that a row is deleted: responses in flight do not restore it, and its temporary id ends. */
  bury(row: Row, order: number): void {
    this.undos.push(this.order.bury(row, order));
    row.table.names?.end(row, this.undos);
  }

  /** Sets the write order of a row that does not change. */
  stamp(row: Row, order: number): void {
    if (this.#journal.isBatch) this.#journal.log!.push(new Before(row));
    row.order = order;
  }

  #change(row: Row, after: Fields | undefined, order: number, arrival?: number): void {
    const { table, data: before } = row;
    const journal = this.#journal;
    const isSame = !!before && !!after && showsSame(table.plan, before, after);
    if (before || journal.isBatch || !row.dirty) journal.log?.push(new Before(row));
    if (isSame) {
      // Only default values were added: the instance stays the same.
      moveLists(table.plan, before, after, true);
      row.adopt(after);
      row.order = order;
      return;
    }
    if (before) {
      if (after) moveLists(table.plan, before, after, false);
      if (!table.plan.isFlat) leaveSources(row, before, after);
      if (!after) table.remove(row);
    }
    row.data = after;
    row.order = order;
    if (!before) table.insert(row, arrival);
    const reached = invalidate(row, journal, row);
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfReach(row, reached);
    table.changed(row, before);
  }

  /** Makes the rows of a table known or unknown. */
  setKnown(table: Table, isKnown: boolean): void {
    if (table.isKnown === isKnown) return;
    this.recorder?.touch(table);
    this.undos.push(() => table.setKnown(!isKnown));
    table.setKnown(isKnown);
  }

  #undo(log: readonly Before[]): void {
    const journal = this.#journal;
    const outer = journal.log!;
    journal.log = undefined;
    for (let i = log.length - 1; i >= 0; i--) {
      const { node, data, order, arrival } = log[i];
      if (!(node instanceof Row) || node.table.main !== node.table) continue;
      this.change(node, data, order, arrival || undefined);
      node.order = order;
    }
    journal.log = outer;
    // The commit must still know what the nodes were.
    for (const before of log) outer.push(before);
  }

  #commit(log: readonly Before[], grown?: ReadonlySet<Node>): void {
    const journal = this.#journal;
    const committed = this.#committed;
    const settled = this.#settled;
    this.#committed = [];
    this.#settled = [];
    journal.log = undefined;
    journal.isBatch = false;
    this.undos.length = 0;
    if (log.length > 0) settle(log, this.tables, grown);
    this.recorder?.end(this.cause);
    this.#forget();
    // Subscribers, and what waits for the commit, write on their own account.
    const outer = this.cause;
    this.cause = SET;
    try {
      for (const each of committed) each();
    } finally {
      this.rounds.open--;
      try {
        this.rounds.run();
      } finally {
        this.cause = outer;
        for (const each of settled) this.rounds.after(each);
      }
    }
  }
}

function warnOfReach({ plan }: Row, reached: number): void {
  if (reached <= FAR_REACHING) return;
  warnOnce(
    `a change to one ${plan.name} affects ${FAR_REACHING} or more rows that reference it directly or indirectly, ` +
      `so every such change is slow. If most entities reference each other, use schema.Lazy for one of their ` +
      `relations.`,
  );
}

/** Creates error NCQ2002, which reports that `batch` received an asynchronous function. */
function asyncBatch(): CacheError {
  return new CacheError(
    'NCQ2002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `batch() received an asynchronous function. Writes after the first await would not be part of the batch. ` +
        `Nothing was written. Wait for the data first, then call batch().`,
  );
}
