import { Entity } from '../schema/entity';
import { canonicalPk } from '../schema/pk';
import { isEntityClass, type Plan } from '../schema/plan';
import { type Fields, isObject, ownField } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';
import { invalidate, isFree, Node } from './node';
import type { Row } from './row';
import type { Feed, Table } from './table';
import type { Tables } from './tables';

/** The rows with equal values in the fields of an index. Its value is the first of them in the order of arrival. */
export class Bucket extends Node {
  readonly rows = new Set<Row>();
  /** Learn which of the rows change, come or leave. */
  readonly feeds = new Set<Feed>();

  isSaved(): boolean {
    return false;
  }

  read(): Row | undefined {
    if (this.dirty) {
      let first: Row | undefined;
      for (const row of this.rows) if (!first || row.arrival < first.arrival) first = row;
      this.value = first;
      this.dirty = false;
    }
    return this.value as Row | undefined;
  }

  override reads(): void {
    // The index tells the bucket which rows come and leave.
  }
}

/** Finds the rows of a table by the values of one or more fields. */
export class FieldIndex implements Feed {
  /** The number of live views that use the index. */
  users = 0;
  readonly #buckets = new Map<unknown, Bucket>();
  readonly #places = new Map<Row, Bucket>();
  readonly #key: FieldKey;

  constructor(
    readonly table: Table,
    readonly plan: Plan,
    readonly fields: readonly string[],
  ) {
    this.#key = new FieldKey(fields, plan);
    for (const row of table.all()) this.#move(row, undefined, this.#bucketOfRow(row));
    table.feeds.add(this);
  }

  /** Called before and after each change of a row. */
  add(row: Row): void {
    const from = this.#places.get(row);
    const to = row.data && this.#bucketOfRow(row);
    if (from !== to) this.#move(row, from, to);
    for (const bucket of from === to ? [from] : [from, to]) {
      if (bucket) for (const feed of bucket.feeds) feed.add(row);
    }
  }

  /** Called when the rows become known or unknown. */
  regroup(): void {
    for (const { feeds } of this.#buckets.values()) for (const feed of feeds) feed.regroup();
  }

  /** Returns the bucket of the rows that have `values` in the fields of the index. */
  bucketOf(values: Fields): Bucket {
    return this.#bucket((name) => values[name]);
  }

  /** Returns whether the index is not used any more. */
  sweep(): boolean {
    for (const [key, bucket] of this.#buckets) {
      if (bucket.rows.size === 0 && isFree(bucket) && bucket.feeds.size === 0)
        this.#buckets.delete(key);
      else if (!isFree(bucket)) return false;
    }
    return this.users === 0;
  }

  end(): void {
    this.table.feeds.delete(this);
  }

  #move(row: Row, from: Bucket | undefined, to: Bucket | undefined): void {
    const { journal } = this.table.tables;
    if (from) {
      from.rows.delete(row);
      invalidate(from, journal);
    }
    if (to) {
      to.rows.add(row);
      invalidate(to, journal);
      this.#places.set(row, to);
    } else this.#places.delete(row);
  }

  #bucketOfRow({ data }: Row): Bucket {
    return this.#bucket((name) => {
      const own = ownField(data!, name);
      return own === undefined ? this.plan.defaults[name] : own;
    });
  }

  #bucket(valueOf: (name: string) => unknown): Bucket {
    const key = this.#key.of(valueOf);
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) this.#buckets.set(key, (bucket = new Bucket()));
    return bucket;
  }
}

/** Combines the values of one or more fields into a key. Equal values have identical keys. */
export class FieldKey {
  /** For each field, whether it is a relation to a single entity. */
  readonly #areRelations: readonly boolean[];

  /** @param plan the plan of the Entity class; `undefined` if the values are not those of an entity */
  constructor(
    private readonly fields: readonly string[],
    plan: Plan | undefined,
  ) {
    this.#areRelations = fields.map((name) => isEntityClass(plan?.type.schema[name]));
  }

  of(valueOf: (name: string, isRelation: boolean) => unknown): unknown {
    const parts = this.fields.map((name, i) => {
      const isRelation = this.#areRelations[i];
      return partOf(valueOf(name, isRelation), isRelation);
    });
    return parts.length === 1 ? parts[0] : structuralKey(parts);
  }
}

/** Returns the part that a single value contributes to a key. Equal values have identical parts. */
function partOf(value: unknown, isRelation: boolean): unknown {
  if (value instanceof Entity) return canonicalPk(value.pk());
  if (isRelation) return canonicalPk(value) ?? value;
  if (typeof value === 'number') return value + 0;
  return isObject(value) ? `\0${structuralKey(value)}` : value;
}

/** The indexes of each class, by their sorted fields. */
const indexes = new WeakMap<Tables, Map<Plan, Map<string, FieldIndex>>>();

/**
 * Returns the index over `fields`, in any order. Creates it if the class declares it or if `isNeeded`.
 *
 * @returns `undefined` if there is no such index
 */
export function indexOver(
  tables: Tables,
  plan: Plan,
  fields: readonly string[],
  isNeeded = false,
): FieldIndex | undefined {
  const sorted = [...fields].sort();
  const name = sorted.join('\n');
  let byPlan = indexes.get(tables);
  if (byPlan === undefined)
    indexes.set(tables, (byPlan = new Map<Plan, Map<string, FieldIndex>>()));
  let byFields = byPlan.get(plan);
  let index = byFields?.get(name);
  if (index !== undefined || !(isNeeded || isDeclared(plan, name))) return index;
  index = new FieldIndex(tables.of(plan), plan, sorted);
  if (byFields === undefined) byPlan.set(plan, (byFields = new Map<string, FieldIndex>()));
  byFields.set(name, index);
  return index;
}

/** Drops the indexes that nothing uses. */
export function sweepIndexes(tables: Tables): void {
  for (const byFields of indexes.get(tables)?.values() ?? []) {
    for (const [name, index] of byFields) {
      if (!index.sweep()) continue;
      index.end();
      byFields.delete(name);
    }
  }
}

function isDeclared({ type }: Plan, name: string): boolean {
  return type.indexes.some((index) => [index].flat().sort().join('\n') === name);
}
