import type { CacheParts } from '../cache/cache-service';
import type { Collector } from '../cache/sweeper';
import { firstName, serverKeyOf } from '../reactive/names';
import type { Node } from '../reactive/node';
import type { Result } from '../reactive/result';
import { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import type { ResponseRecord } from '../requests/response-record';
import { endpointOf } from '../requests/target';
import type { Fields } from '../util/plain-data';
import { addTo, evict, isCounted, leastUsed, type UnusedRow } from './evict';
import { KeptRows, type Kept } from './kept-rows';
import { Marks } from './marks';
import type { ActiveTime } from './with-retention';

declare const ngDevMode: unknown;

/** How long the cache keeps unused entities and responses, and how many entities it may hold. */
export interface RetentionOptions {
  /**
   * How long an unused entity or response stays in the cache, in milliseconds of a visible page that is online.
   * Default: 300,000, or `staleTime` if that is longer.
   */
  readonly time?: number;
  /**
   * The maximum number of entities. Above it, those that have been unused for the longest time are evicted. Default: no
   * limit.
   */
  readonly maxRows?: number;
  /**
   * Entity classes and endpoints that are never evicted. Entities that were written only by `set`, and those of
   * connected streams, are never evicted either.
   */
  readonly keep?: readonly Kept[];
}

/** What a pass has found. */
interface Unused {
  /** The rows to evict. */
  readonly gone: Map<Table, Set<Pk>>;
  /** The other unused rows. */
  readonly rest: UnusedRow[];
  /** The time until the next row is evicted, in milliseconds. */
  next: number;
}

/** The number of times that a pass begins again because the cache was used. After that, it does not pause. */
const PATIENCE = 3;

/**
 * Evicts rows a certain time after their last use. A pass marks the rows that are in use, and what they reference, in
 * small steps. If the cache is used meanwhile, the pass begins again. Then all rows whose last mark is old enough are
 * evicted at once, so that no row ever references one that was evicted.
 */
export class Retention implements Collector {
  readonly #time: number;
  readonly #maxRows: number;
  readonly #marks: Marks;
  readonly #kept: KeptRows;
  /** For each pass, the time of the last use before it. */
  readonly #usedAt: number[] = [];
  /** The records that were replaced since the last pass. What they reference was in use until then. */
  #released: (readonly [Table, Fields])[] = [];
  #last: number;
  #isUsed = false;
  /** Whether the last pass has found a use that may be over. */
  #isTemporary = false;
  /** Whether there were too many rows in use after the last pass. */
  #isStuck = false;
  /** The position in the write order at the last pass. Rows that were written later are in use. */
  #order = 0;
  /** A position at which no read was in flight. Later rows may be newer than a read. */
  #quiet = 0;

  /**
   * @param parts returns the parts of the cache
   * @param expiry the time for which responses stay fresh
   */
  constructor(
    private readonly parts: () => CacheParts,
    private readonly active: ActiveTime,
    { time, maxRows = Infinity, keep = [] }: RetentionOptions,
    expiry: number,
  ) {
    const { store, sweeper } = parts();
    this.#time = time ?? Math.max(300_000, expiry);
    this.#maxRows = maxRows;
    this.#marks = new Marks(store.tables);
    this.#last = active.now();
    store.emptied.push(() => {
      for (const table of store.tables.all) table.isPartial = false;
      this.#released = [];
    });
    this.#kept = new KeptRows(store, keep, (written) => {
      for (const [table, pk, before] of written) {
        this.#marks.forget(table, pk);
        if (before && !table.plan.isFlat) this.#released.push([table, before]);
      }
      sweeper.left();
      // There may be more to do than when the time was set.
      if (this.#isFull && sweeper.delay > this.interval) sweeper.sweepAfter(this.interval);
    });
  }

  /** @see Collector */
  get interval(): number {
    const regular = this.#time / 4;
    return this.#isFull && !this.#isStuck ? Math.min(1_000, regular) : regular;
  }

  /** @see Collector */
  used(): void {
    const { order } = this.parts().store;
    this.#last = this.active.now();
    this.#isUsed = true;
    if (!order.hasReads) this.#quiet = order.last;
  }

  /** @see Collector */
  left(): void {
    this.#isStuck = false;
  }

  /** @see Collector */
  *collect(steps: Generator<void, number>): Generator<void, number> {
    const { results, store } = this.parts();
    const { recent, sweeps: sweep } = results;
    const more = yield* steps;
    const marks = this.#marks;
    const began = store.order.last;
    let unused: Unused;
    let count = 0;
    do {
      unused = { gone: new Map<Table, Set<Pk>>(), rest: [], next: Infinity };
      marks.begin();
      this.#usedAt[marks.pass] = this.#last;
      this.#isUsed = this.#isTemporary = false;
      for (const _ of this.#pass(sweep, recent, unused)) {
        if (count < PATIENCE) yield;
        if (this.#isUsed) break;
      }
      count++;
    } while (this.#isUsed);
    this.#order = began;
    this.#released = [];
    const { gone, rest, next } = unused;
    for (const [table, pks] of gone) this.#forget(table, pks);
    if (this.#isFull) {
      const excess = this.#size - this.#maxRows;
      for (const [table, pks] of leastUsed(rest, excess, marks)) this.#forget(table, pks);
    }
    this.#isStuck = this.#isFull && !this.#isTemporary;
    const wait = this.active.isRunning ? next : Math.max(next, this.interval);
    return Math.min(more, this.#isTemporary ? Math.min(this.interval, wait) : wait);
  }

  /** @see Collector */
  keptFor(table: Table, key: Pk): number | undefined {
    if (typeof ngDevMode !== 'undefined' && !ngDevMode) return undefined;
    const { connections, store } = this.parts();
    const pk = firstName(table, key);
    const whole = this.#kept.wholeTables(store.tables, connections);
    if (whole.has(table) || this.#kept.has(table, pk)) return Infinity;
    const pass = this.#marks.of.get(table)?.get(pk);
    return this.#time - (pass === undefined ? 0 : this.active.now() - this.#usedAt[pass]);
  }

  get #isFull(): boolean {
    return this.#maxRows < Infinity && this.#size > this.#maxRows;
  }

  get #size(): number {
    const { tables } = this.parts().store;
    return tables.all.reduce((sum, table) => sum + (isCounted(table) ? table.size : 0), 0);
  }

  /** Marks the rows that are in use, and what they reference. Finds those that were not used for long enough. */
  *#pass(sweep: number, recent: ReadonlySet<Node>, unused: Unused): Generator<void> {
    const now = this.active.now();
    const { client, connections, results, store } = this.parts();
    const { tables, overlay } = store;
    const marks = this.#marks;
    for (const result of results) if (!result.isUnused) marks.addNode(result);
    for (const [table, record] of this.#released) {
      this.#isTemporary = true;
      marks.addReferences(table, record);
    }
    for (const [row, record] of overlay?.records() ?? []) {
      marks.addNode(row);
      marks.addReferences(row.table.main, record);
    }
    for (const { endpoint, key, run, observers } of client ?? []) {
      if (run || observers.size > 0) marks.add(tables.for(endpoint.responses), key);
    }
    for (const table of this.#kept.wholeTables(tables, connections)) marks.addAll(table);
    for (const table of tables.all) marks.addFed(table);
    yield* this.#markRows((table, pk) => this.#kept.has(table, pk));
    // What is in use anyway does not need another pass.
    const isRead = (result: Result) => result.isUnused && result.readAt >= sweep;
    for (const node of [...recent, ...results.recent, ...[...results].filter(isRead)]) {
      if (node instanceof Row && marks.has(node.table.main, node.pk)) continue;
      this.#isTemporary = true;
      marks.addNode(node);
    }
    yield* this.#markRows((table, pk) => {
      const isRecent = !marks.has(table, pk) && this.#isRecent(table, pk);
      this.#isTemporary ||= isRecent;
      return isRecent;
    });
    for (const row of marks.unmarked()) {
      yield;
      const [table, pk, pass] = row;
      const left = this.#usedAt[pass] + this.#time - now;
      if (left <= 0) addTo(unused.gone, table, pk);
      else {
        unused.next = Math.min(unused.next, left);
        unused.rest.push(row);
      }
    }
  }

  /** Marks the rows that pass a test, and what they reference. */
  *#markRows(test: (table: Table, pk: Pk) => boolean): Generator<void> {
    const marks = this.#marks;
    for (const table of [...this.parts().store.tables.all]) {
      if (table.main !== table) continue;
      for (const key of table.index.keys()) {
        yield;
        const pk = firstName(table, key);
        if (test(table, pk)) marks.add(table, pk);
      }
    }
    while (marks.step()) yield;
  }

  /** Whether a row was written since the last pass, or must stay for now. */
  #isRecent(table: Table, pk: Pk): boolean {
    const { store, clock } = this.parts();
    const { data, order } = table.peek(pk);
    if (order > this.#order || !this.#marks.of.get(table)?.has(pk)) return true;
    // The outdated response to a read in flight must not replace a newer row.
    if (store.order.hasReads && order > this.#quiet) return true;
    const length = endpointOf(table.plan.type)?.options.staleTime ?? 0;
    const { fetchedAt = 0 } = (data ?? {}) as ResponseRecord;
    return length > this.#time && clock.now() - fetchedAt < length;
  }

  #forget(table: Table, pks: ReadonlySet<Pk>): void {
    const { store } = this.parts();
    const all = [table, ...table.mirrors];
    const known = new Set([...pks].map((pk) => serverKeyOf(table, pk)));
    for (const each of all) evict(each, pks);
    table.setKnown(false);
    for (const each of all) each.isPartial = true;
    const marked = this.#marks.of.get(table);
    for (const pk of pks) marked?.delete(pk);
    for (const each of store.evicted) each(table, known);
  }
}
