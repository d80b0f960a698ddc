import { deserializeAll } from '../reactive/deserialized';
import { moveLists } from '../reactive/list';
import { Before, invalidate } from '../reactive/node';
import { type Row } from '../reactive/row';
import { leaveSources } from '../reactive/stored';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import type { Input, Operation } from '../schema/input';
import { hasFields } from '../util/equality';
import type { Fields } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { Batches } from './batches';
import type { Follow, Followers } from './followers';
import { merged, mergedPurely, recordFrom, showsSame } from './merge';
import type { Overlay } from './overlay';

declare const ngDevMode: unknown;

/** The position of an operation that is older than everything in its row. */
const LATE = -1;

/** In dev mode, a warning is logged if a change marks more than this number of instances. */
const FAR_REACHING = 1_000;

/** Writes rows: decides what an operation changes, and marks what depends on it. */
export class Store extends Batches {
  /** The mutations in flight, if some are optimistic. */
  overlay: Overlay | undefined;
  /** What the arguments of lists mean in the API of the cache. */
  listHabits: object | undefined;
  /** Called after {@link empty}, before subscribers are notified. */
  readonly emptied: (() => void)[] = [];
  /** Called when rows were evicted, with the keys that the server knows. */
  readonly evicted: ((table: Table, pks: ReadonlySet<Pk>) => void)[] = [];
  #followers: Followers | undefined;

  /** @param above the store of the cache above, whose rounds are shared */
  constructor(above?: Store) {
    super(above?.rounds);
    this.listHabits = above?.listHabits;
  }

  /** The rows that follow the writes of other rows, if there are some. */
  get followers(): Followers | undefined {
    const [table] = this.tables.followers;
    return table && (this.#followers ??= (table.plan.follow as Follow).begin(this));
  }

  /** @see Batches.forget */
  protected override forget(): void {
    this.order.forget();
    if (!this.order.hasReads) this.#followers?.log.clear();
  }

  /** Writes a normalized input. */
  write(input: Input, order = ++this.order.last): void {
    const { journal } = this;
    if (
      journal.isBatch ||
      input.decides ||
      this.overlay?.isBusy ||
      this.followers?.mayThrow(input)
    ) {
      this.batch(() => this.#apply(input, order));
      return;
    }
    this.begin();
    try {
      this.#apply(input, order);
    } finally {
      this.end();
    }
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
  override change(row: Row, after: Fields | undefined, order: number, arrival?: number): void {
    const { table, data: before } = row;
    if (before === after) return;
    this.touch(table, row.pk, before, row.arrival);
    if (before !== undefined && row.order === order) this.repeats = true;
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
    input.decide?.(this as never);
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
      if (incoming !== undefined && table.isIdle && !this.journal.isBatch) {
        this.setKnown(table, true);
        if (entry === undefined) {
          this.touch(table, pk);
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
    if (incoming && table.names) incoming = operation.row = table.names.served(row, incoming);
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
    if (this.journal.isBatch) this.journal.log!.push(new Before(row));
    row.order = order;
  }

  #change(row: Row, after: Fields | undefined, order: number, arrival?: number): void {
    const { table, data: before } = row;
    const { journal } = this;
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
    this.touch(table);
    this.undos.push(() => table.setKnown(!isKnown));
    table.setKnown(isKnown);
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
