import type { Table } from '../reactive/table';
import type { Tables } from '../reactive/tables';
import type { EntityClass, SchemaLike, SchemaNode } from '../schema/schema';
import type { Pk } from '../schema/pk';
import { isEntityClass } from '../schema/plan';
import type { AnyEndpoint } from '../requests/endpoint';
import { endpointOf } from '../requests/target';
import type { Witness } from '../store/commit';
import type { Store } from '../store/store';
import { classesIn } from '../schema/schema-shape';
import type { Fields } from '../util/plain-data';
import { addTo } from './evict';

/** An Entity class whose entities are never evicted, or an endpoint whose responses are never evicted. */
export type Kept = EntityClass | Pick<AnyEndpoint, 'schema' | 'load'>;

/** A row that a commit has written. */
type Written = readonly [table: Table, pk: Pk, before: Fields | undefined, isLocal: boolean];

/** Knows the rows that are never evicted: those that only the application wrote, and those that an option names. */
export class KeptRows implements Witness {
  /** The rows that only the application wrote. No request can load them again. */
  readonly #local = new Map<Table, Set<Pk>>();
  /** What the open write has changed. */
  readonly #touched: Written[] = [];

  /** @param committed called after each commit */
  constructor(
    private readonly store: Store,
    private readonly named: readonly Kept[],
    private readonly committed: (written: readonly Written[]) => void,
  ) {
    store.witnesses.push(this);
  }

  /** @see Witness */
  touch(table: Table, pk?: Pk, before?: Fields): void {
    if (pk === undefined) return;
    this.#touched.push([table, pk, before, this.store.cause.kind === 'set']);
  }

  /** @see Witness */
  end(): void {
    for (const [table, pk, before, isLocal] of this.#touched) {
      if (!isLocal || !table.record(pk)) this.#local.get(table)?.delete(pk);
      else if (!before && !endpointOf(table.plan.type)) addTo(this.#local, table, pk);
    }
    this.committed(this.#touched.splice(0));
  }

  /**
   * Returns the tables whose rows are all kept. What a stream creates cannot be requested again.
   *
   * @param streams the schemas of the streams that are connected
   */
  wholeTables(tables: Tables, streams: Iterable<{ readonly schema: SchemaLike }>): Set<Table> {
    const types = this.named.filter(isEntityClass);
    for (const { schema } of streams) {
      if (!(schema as Partial<SchemaNode<unknown>>).isOnlyExisting)
        types.push(...classesIn(schema));
    }
    const whole = new Set(types.map((type) => tables.for(type).main));
    for (const each of this.named) {
      if (!isEntityClass(each)) whole.add(tables.for((each as AnyEndpoint).original.responses));
    }
    return whole;
  }

  /** Whether only the application wrote a row. */
  has(table: Table, pk: Pk): boolean {
    return this.#local.get(table)?.has(pk) === true;
  }
}
