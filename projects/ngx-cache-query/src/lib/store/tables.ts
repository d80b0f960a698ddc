import type { EntityPlan } from '../schema/entity/entity-plan';
import type { EntityClass } from '../schema/schema';
import { warnOnce } from '../util/warn';
import { checkAgreement } from './schema-agreement';
import { Deserialized } from './deserialized-values';
import { Table } from './table';

declare const ngDevMode: unknown;

/** The tables of a cache: one for each entity type, one for the responses of endpoints, and one for request records. */
export class Tables {
  readonly results = new Table('(results)', false);
  readonly requests = new Table('(requests)', false);
  /** Whether any table may have tombstones. */
  hasTombstones = false;
  /**
   * The number of resets that have been committed. Responses to requests that began before the last reset are
   * discarded.
   */
  epoch = 0;

  readonly #byIdentity = new Map<string | EntityClass, Table>();
  /** The table of each plan. The index is the number of the plan. */
  readonly #byPlan: (Table | undefined)[] = [];
  readonly #reads = new Set<number>();
  #insertions = 0;

  /** @param onPlan called when a class is assigned to a table */
  constructor(private readonly onPlan?: (table: Table, plan: EntityPlan) => void) {}

  /** The tables that contain entities. */
  get ofEntities(): Iterable<Table> {
    return this.#byIdentity.values();
  }

  /** Every table. */
  get all(): Iterable<Table> {
    return [...this.#byIdentity.values(), this.results, this.requests];
  }

  /** Returns the insertion order of a new row. */
  nextInsertionOrder(): number {
    return ++this.#insertions;
  }

  /**
   * Returns the table of an Entity class. Classes with the same `static key` share a table.
   *
   * @throws CacheError NCQ2003 if another class with the same key declares a relation differently
   */
  of(plan: EntityPlan): Table {
    return this.#byPlan[plan.number] ?? this.#give(plan);
  }

  #give(plan: EntityPlan): Table {
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && this.#byIdentity.has(plan.name)) {
      warnOfLostRows(plan);
    }
    const table = this.named(plan.identity, plan.name);
    for (const other of table.plans) checkAgreement(other, plan);
    table.plans.push(plan);
    if (plan.deserializers.length > 0) {
      (table.deserialized ??= []).push(new Deserialized(plan, table));
    }
    this.#byPlan[plan.number] = table;
    this.onPlan?.(table, plan);
    return table;
  }

  /**
   * Returns the table with the given identity. Creates the table if it does not exist yet. A table can exist before the
   * cache uses its Entity class.
   */
  named(identity: string | EntityClass, name: string): Table {
    let table = this.#byIdentity.get(identity);
    if (table === undefined) this.#byIdentity.set(identity, (table = new Table(name)));
    return table;
  }

  /** Whether a read is in flight. The response to such a read could restore deleted rows. */
  get reading(): boolean {
    return this.#reads.size > 0;
  }

  /** The write-order position of the oldest read in flight; `Infinity` if no read is in flight. */
  get oldestRead(): number {
    const [oldest = Infinity] = this.#reads;
    return oldest;
  }

  /** Records that a read has begun at the position `order` in the write order. */
  beginRead(order: number): void {
    this.#reads.add(order);
  }

  /** Drops all tombstones, unless a read in flight could restore deleted rows. */
  dropTombstones(): void {
    if (this.reading || !this.hasTombstones) return;
    for (const table of this.all) table.tombstones.clear();
    this.hasTombstones = false;
  }

  /**
   * Ends a read, and drops the tombstones that are no longer needed.
   *
   * @param next the lowest position that a later read can have
   */
  endRead(order: number, next = Infinity): void {
    this.#reads.delete(order);
    const oldest = Math.min(this.oldestRead, next);
    for (const table of this.all) {
      for (const [pk, deleted] of table.tombstones)
        if (deleted < oldest) table.tombstones.delete(pk);
    }
  }
}

/**
 * Logs a warning if rows were restored under the name of a class that has no `static key`. A class without this key
 * does not read restored rows, because a minifier may change the name of the class.
 */
function warnOfLostRows({ identity, name }: EntityPlan): void {
  if (typeof identity === 'string') return;
  warnOnce(
    `the cache contains restored rows for the static key "${name}". The class ${name} does not read them, ` +
      `because it has no static key of its own. Add static override readonly key = '${name}'; to the class.`,
  );
}
