import type { EntityPlan } from '../schema/entity/entity-plan';
import { isEntityClass, planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { EntityClass, SchemaLike } from '../schema/schema';
import type { AnyEndpoint } from '../requests/endpoint';
import type { ChangeSet } from '../store/change-set';
import { shapeOf } from '../store/schema-agreement';
import type { Table } from '../store/table';
import type { Tables } from '../store/tables';

/** An Entity class whose entities are never evicted, or an endpoint whose responses are never evicted. */
export type Kept = EntityClass | Pick<AnyEndpoint, 'schema' | 'load'>;

/**
 * Tracks the rows that are never evicted, even if they are unused. These are the rows of the classes and endpoints in
 * the `keep` option, the rows that only the application wrote, and the rows that a stream keeps up to date.
 */
export class KeptRows {
  /** The rows that only the application wrote. No request can load them again. */
  readonly #local = new Map<Table, Set<Pk>>();
  /**
   * The schemas of open streams. A stream may send only some fields of an entity, so an evicted entity would be
   * incomplete when the stream writes it again.
   */
  readonly #streams = new Set<SchemaLike>();

  constructor(
    private readonly tables: Tables,
    private readonly named: readonly Kept[],
  ) {}

  /** Called when a stream connects. Returns a function to call when the stream ends. */
  connected(schema: SchemaLike): () => void {
    // A separate object, because several streams may have the same schema.
    const stream = { schema };
    this.#streams.add(stream);
    return () => this.#streams.delete(stream);
  }

  /** Called after each commit. Updates the set of rows that only the application wrote. */
  committed({ rows, isLocal }: ChangeSet): void {
    if (!isLocal && this.#local.size === 0) return;
    for (const { table, pk, before, after } of rows) {
      if (!isLocal || after === undefined) this.#local.get(table)?.delete(pk);
      else if (before === undefined && table.isEntities) {
        const pks = this.#local.get(table) ?? new Set<Pk>();
        this.#local.set(table, pks.add(pk));
      }
    }
  }

  /** Returns the tables whose rows are all kept. */
  wholeTables(): Set<Table> {
    const tables = new Set<Table>();
    const add = (plan: EntityPlan) => tables.add(this.tables.of(plan));
    for (const each of this.named) if (isEntityClass(each)) add(planOf(each));
    for (const schema of this.#streams) for (const type of classesIn(schema)) add(planOf(type));
    return tables;
  }

  /** Whether a row is kept individually. Does not check whether its table is kept as a whole. */
  has(table: Table, pk: Pk): boolean {
    if (table.isEntities) return this.#local.get(table)?.has(pk) === true;
    const { endpoint } = table.get(pk) as { readonly endpoint?: AnyEndpoint };
    const isNamed = (each: Kept) => each === endpoint || each === endpoint?.original;
    return endpoint !== undefined && this.named.some(isNamed);
  }
}

/**
 * Returns the Entity classes that a schema contains, without the classes of their relations. Skips schemas that create
 * no entities.
 */
function classesIn(schema: SchemaLike): EntityClass[] {
  if (isEntityClass(schema)) return [schema];
  const { kind, parts } = shapeOf(schema);
  return kind === 'existing' ? [] : Object.values(parts).flatMap(classesIn);
}
