import type { Reader } from '../query/reader';
import type { PageActivity } from '../platform/page-activity';
import type { Change, ChangeSet } from '../store/change-set';
import { ActiveTime } from './active-time';
import { type Kept, KeptRows } from './kept-rows';
import { Marker } from './marker';
import type { RowRef } from './reference-counts';
import { Eviction } from './eviction';
import { RootSet } from './root-set';
import { UseTimes } from './use-times';

/** How long the cache keeps unused entities and responses, and how many entities it may hold. */
export interface RetentionOptions {
  /**
   * How long an unused entity or response stays in the cache, in milliseconds. Time does not count while the page is
   * hidden or the browser is offline. Default: 300,000 (five minutes), or the `dataExpiryLength` of `withExpiry` if
   * that is longer. A response stays in the cache for at least the `dataExpiryLength` that its endpoint sets.
   */
  readonly time?: number;
  /**
   * The maximum number of entities in the cache. Above this number, the cache evicts unused entities before `time` has
   * passed. It starts with the entities that have been unused for the longest time. Entities in use are never evicted.
   * Default: no limit.
   */
  readonly maxRows?: number;
  /**
   * Entity classes whose entities are never evicted, and endpoints whose responses are never evicted. Two kinds of
   * entities are kept without being listed here: entities that were written only by `set`, and entities of the classes
   * in the schema of a connected stream.
   */
  readonly keep?: readonly Kept[];
}

/**
 * Evicts rows that cannot be reached from an observer, a recent read, a recent write or a pending mutation.
 *
 * A collection cycle marks all reachable rows, and then evicts the rows whose last mark is old enough. The cycle can
 * pause after each step. Rows that are read, written or observed during a pause are marked too.
 */
export class Retention {
  readonly #time: number;
  readonly #maxRows: number;
  readonly #marker: Marker;
  readonly #useTimes: UseTimes;
  /** The position in the write order at which the last cycle began. Rows that were written later count as in use. */
  #order = 0;
  /** The changes since the last step of the current cycle; `undefined` if no cycle is running. */
  #written: Change[] | undefined;
  /** Whether the cache has been used since the last step. If so, more rows may need a mark. */
  #isUsed = false;
  /**
   * Whether there are too many rows, but none of them can be evicted, for example because all of them are observed.
   * More frequent cycles would then evict nothing.
   */
  #isStuck = false;

  /** The rows that are never evicted. */
  readonly kept: KeptRows;
  readonly #active: ActiveTime;
  /** Stops observing the page. */
  readonly end: () => void;

  /**
   * @param page the page whose active time is measured
   * @param now returns the time in milliseconds
   * @param expiry the default `dataExpiryLength` of the cache
   */
  constructor(
    private readonly reader: Reader,
    page: PageActivity,
    private readonly now: () => number,
    options: RetentionOptions,
    expiry = 0,
  ) {
    this.#time = options.time ?? Math.max(300_000, expiry);
    this.#maxRows = options.maxRows ?? Infinity;
    this.#active = new ActiveTime(page, now);
    this.end = this.#active.start();
    this.kept = new KeptRows(reader.store.tables, options.keep ?? []);
    this.#marker = new Marker(reader.store.tables);
    this.#useTimes = new UseTimes(this.#time, () => this.#active.now());
  }

  /** The time between two collection cycles, in milliseconds. */
  get interval(): number {
    const regular = this.#time / 4;
    return this.isFull && !this.#isStuck ? Math.min(1_000, regular) : regular;
  }

  /** Called when the cache is read or written, or loses an observer. */
  used(): void {
    this.#useTimes.record();
    this.#isUsed = true;
  }

  /**
   * Called when an observer is removed. If there are too many rows, the rows that only this observer used can now be
   * evicted.
   */
  observerLeft(): void {
    this.used();
    this.#isStuck = false;
  }

  /** Called after each commit. */
  committed(changes: ChangeSet): void {
    this.observerLeft();
    this.kept.committed(changes);
    for (const change of changes.rows) {
      this.#marker.unmark(change.table, change.pk);
      this.#written?.push(change);
    }
  }

  /**
   * Runs a collection cycle in steps.
   *
   * @param sweep the number of a sweep; data that was read in or after this sweep is in use
   * @returns the time in milliseconds until another cycle may find rows to evict; `Infinity` if a cycle can find rows
   * only after the cache is used again
   */
  *collect(sweep: number): Generator<void, number> {
    const marker = this.#marker;
    const now = this.#active.now();
    const { store } = this.reader;
    marker.begin();
    this.#useTimes.begin(marker.cycle);
    const fresh = { time: this.#time, now: this.now() };
    const roots = new RootSet(this.reader, marker, this.#order, sweep, this.kept, fresh);
    this.#order = store.order;
    this.#written = [];
    try {
      yield* this.#run(roots, this.#mark(roots));
      const expired = this.#useTimes.firstKeptCycle(now);
      const unused = yield* this.#run(roots, this.#unused());
      for (const [cycle, rows] of unused) {
        if (cycle >= expired && !this.isFull) break;
        const eviction = new Eviction(this.reader, marker, cycle + 1, roots);
        yield* this.#run(roots, eviction.run(rows), cycle >= expired);
        if (cycle < expired) unused.delete(cycle);
      }
      for (const table of store.tables.all) table.compact();
      this.#isStuck = this.isFull && !roots.isTemporary;
      return this.#nextCycleIn(roots.isTemporary, unused.size > 0, now);
    } finally {
      this.#written = undefined;
    }
  }

  /** Whether the cache holds more entities than `maxRows`. */
  get isFull(): boolean {
    if (this.#maxRows === Infinity) return false;
    const { tables } = this.reader.store;
    let rows = 0;
    for (const table of tables.ofEntities) if (table.internal === undefined) rows += table.size;
    return rows > this.#maxRows;
  }

  /**
   * Runs `work` to completion, and marks rows that come into use between two steps.
   *
   * @param untilItFits whether to stop when the cache is no longer full
   */
  *#run<T>(roots: RootSet, work: Generator<void, T>, untilItFits = false): Generator<void, T> {
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return value;
      if (untilItFits && !this.isFull) return undefined as T;
      yield;
      if (this.#isUsed) this.#catchUp(roots);
    }
  }

  /** Marks the rows that have come into use since the last step. */
  #catchUp(roots: RootSet): void {
    this.#isUsed = false;
    roots.isTemporary = true;
    for (const change of this.#written!.splice(0)) roots.addChange(change);
    roots.addRoots();
    this.#marker.finish();
  }

  /** Marks the rows in use and all rows that are reachable from them. */
  *#mark(roots: RootSet): Generator<void, void> {
    this.#isUsed = false;
    roots.addRoots();
    for (const table of this.reader.store.tables.all) {
      for (const [pk, slot] of table.index) {
        roots.addIfUsed(table, pk, slot);
        yield;
      }
    }
    roots.isComplete = true;
    while (this.#marker.step()) yield;
  }

  /**
   * Returns the rows that have no mark from this cycle. They are grouped by the cycle that last marked them, with the
   * oldest cycle first.
   */
  *#unused(): Generator<void, Map<number, RowRef[]>> {
    const marker = this.#marker;
    const found = new Map<number, RowRef[]>();
    for (const table of this.reader.store.tables.all) {
      for (const [pk, slot] of table.index) {
        const cycle = marker.markedIn(table, slot);
        if (cycle === marker.cycle) continue;
        const rows = found.get(cycle);
        if (rows === undefined) found.set(cycle, [{ table, pk }]);
        else rows.push({ table, pk });
        yield;
      }
    }
    return new Map([...found].sort(([a], [b]) => a - b));
  }

  /**
   * Returns the time in milliseconds after which another cycle should run. A cycle before that time would find no rows
   * to evict.
   */
  #nextCycleIn(hasTemporaryRoots: boolean, hasUnused: boolean, now: number): number {
    // While the page is not active, no row gets closer to its expiry.
    const least = this.#active.isRunning ? 0 : this.interval;
    const wait = hasUnused ? Math.max(least, this.#useTimes.nextExpiry(now)) : Infinity;
    return hasTemporaryRoots ? Math.min(this.interval, wait) : wait;
  }
}
