import type { Reader } from '../query/reader';
import type { EntityClass } from '../schema/schema';
import type { Change, ChangeSet } from '../store/change-set';
import { Marker } from './marker';
import type { RowRef } from './reference-counts';
import { Eviction } from './eviction';
import { RootSet } from './root-set';
import { UseTimes } from './use-times';

/** For how long, and how much, a cache keeps what nobody watches. */
export interface RetentionOptions {
  /** Milliseconds from the last use to the release; 300,000, five minutes, by default. */
  readonly time?: number;
  /**
   * How many entities the cache may hold: of more, those that nobody watches are released before their
   * time, the longest unused ones first; by default there is no such limit.
   */
  readonly maxRows?: number;
  /** Entity classes that are never released, such as drafts that no server has. */
  readonly keep?: readonly EntityClass[];
}

/**
 * Releases what was in use neither now nor for some time: what nobody watches, read or wrote, what no mutation is
 * under way for, and what nothing of these leads to.
 *
 * A pass marks all that is in use and what that leads to, and releases what was not reached for long enough. It
 * may pause after each step, and takes into account what happens to the cache meanwhile.
 */
export class Retention {
  readonly #time: number;
  readonly #maxRows: number;
  readonly #marker: Marker;
  readonly #useTimes: UseTimes;
  /** The place of the last write before the last pass. */
  #order = 0;
  /** What was written since the last step; `undefined` between passes. */
  #written: Change[] | undefined;
  #isUsed = false;
  /** Whether there are too many rows, and all of them are watched. */
  #isStuck = false;

  /** @param now gives the time */
  constructor(
    private readonly reader: Reader,
    private readonly now: () => number,
    private readonly options: RetentionOptions,
  ) {
    this.#time = options.time ?? 300_000;
    this.#maxRows = options.maxRows ?? Infinity;
    this.#marker = new Marker(reader.store.tables);
    this.#useTimes = new UseTimes(this.#time, now);
  }

  /** Milliseconds from one pass to the next. */
  get interval(): number {
    const regular = this.#time / 4;
    return this.isFull && !this.#isStuck ? Math.min(1_000, regular) : regular;
  }

  /** Notes that something was read or written, or that somebody stopped watching. */
  used(): void {
    this.#useTimes.note();
    this.#isUsed = true;
  }

  /** Notes that somebody stopped watching: rows that were too many may go now. */
  observerLeft(): void {
    this.used();
    this.#isStuck = false;
  }

  /** Notes that something was written, and what that changed. */
  committed({ rows }: ChangeSet): void {
    this.observerLeft();
    for (const change of rows) {
      this.#marker.unmark(change.table, change.pk);
      this.#written?.push(change);
    }
  }

  /**
   * Makes a pass, a step at a time.
   *
   * @param sweep what was read in it, or later, counts as in use
   * @returns in how many milliseconds the next pass may find something; `Infinity` when only after the next use
   */
  *collect(sweep: number): Generator<void, number> {
    const reach = this.#marker;
    const now = this.now();
    const { store } = this.reader;
    reach.begin();
    this.#useTimes.begin(reach.cycle);
    const usage = new RootSet(this.reader, reach, this.#order, sweep, this.options.keep ?? []);
    this.#order = store.order;
    this.#written = [];
    try {
      yield* this.#run(usage, this.#mark(usage));
      const due = this.#useTimes.due(now);
      const unused = yield* this.#run(usage, this.#unused());
      for (const [pass, rows] of unused) {
        if (pass >= due && !this.isFull) break;
        const release = new Eviction(this.reader, reach, pass + 1, usage);
        yield* this.#run(usage, release.run(rows), pass >= due);
        if (pass < due) unused.delete(pass);
      }
      for (const table of store.tables.all) table.compact();
      this.#isStuck = this.isFull && !usage.isTemporary;
      return this.#next(usage.isTemporary, unused.size > 0, now);
    } finally {
      this.#written = undefined;
    }
  }

  /** Whether there are more rows than there may be. */
  get isFull(): boolean {
    if (this.#maxRows === Infinity) return false;
    const { tables } = this.reader.store;
    let rows = 0;
    for (const table of tables.ofEntities) if (table.internal === undefined) rows += table.size;
    return rows > this.#maxRows;
  }

  /**
   * Goes on with something until it is done.
   *
   * @param untilItFits whether it is enough when there are no more rows than there may be
   */
  *#run<T>(usage: RootSet, work: Generator<void, T>, untilItFits = false): Generator<void, T> {
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return value;
      if (untilItFits && !this.isFull) return undefined as T;
      yield;
      if (this.#isUsed) this.#catchUp(usage);
    }
  }

  /** Marks what came into use since the last step. */
  #catchUp(usage: RootSet): void {
    this.#isUsed = false;
    usage.isTemporary = true;
    for (const change of this.#written!.splice(0)) usage.addChange(change);
    usage.addRoots();
    this.#marker.finish();
  }

  /** Marks what is in use, and what that leads to. */
  *#mark(usage: RootSet): Generator<void, void> {
    this.#isUsed = false;
    usage.addRoots();
    for (const table of this.reader.store.tables.all) {
      for (const [pk, slot] of table.index) {
        usage.addIfUsed(table, pk, slot);
        yield;
      }
    }
    usage.isComplete = true;
    while (this.#marker.step()) yield;
  }

  /** What was not reached, by the pass in which it was reached last. */
  *#unused(): Generator<void, Map<number, RowRef[]>> {
    const reach = this.#marker;
    const found = new Map<number, RowRef[]>();
    for (const table of this.reader.store.tables.all) {
      for (const [pk, slot] of table.index) {
        const pass = reach.markedIn(table, slot);
        if (pass === reach.cycle) continue;
        const rows = found.get(pass);
        if (rows === undefined) found.set(pass, [{ table, pk }]);
        else rows.push({ table, pk });
        yield;
      }
    }
    return new Map([...found].sort(([a], [b]) => a - b));
  }

  /** In how many milliseconds there may be something to do. */
  #next(isPassing: boolean, isUnused: boolean, now: number): number {
    const wait = isUnused ? this.#useTimes.next(now) : Infinity;
    return isPassing ? Math.min(this.interval, wait) : wait;
  }
}
