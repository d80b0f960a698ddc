import { Entity } from '../schema/entity';
import { canonicalPk, type Pk } from '../schema/pk';
import { isEntityClass, type Plan } from '../schema/plan';
import { getOrInsert } from '../util/get-or-insert';
import { type Fields, isObject, ownField } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';
import { invalidate, isFree, Node } from './node';
import type { Row } from './row';
import type { Feed, Table } from './table';

/** The rows with equal values in the fields of an index. Its value is the first of them in the order of arrival. */
export class Bucket extends Node {
  readonly rows = new Map<Pk, Row>();
  /** Learn which of the rows change, come or leave. */
  readonly feeds = new Set<Feed>();

  read(): Row | undefined {
    let first: Row | undefined;
    for (const row of this.rows.values()) if (!first || row.arrival < first.arrival) first = row;
    this.dirty = false;
    return first;
  }
}

/** Finds the rows of a table by the values of one or more fields. */
export class FieldIndex implements Feed {
  readonly buckets = new Map<unknown, Bucket>();

  constructor(
    readonly table: Table,
    readonly fields: readonly string[],
  ) {
    for (const row of table.all()) this.rowChanged(row, undefined);
    table.feeds.add(this);
  }

  /** @see Feed */
  rowChanged(row: Row, before: Fields | undefined): void {
    const { data } = row;
    const isSame = before && data && this.fields.every((name) => before[name] === data[name]);
    const to = data && this.#bucketOfRow(data);
    const from = isSame ? to : before && this.#bucketOfRow(before);
    if (from !== to) {
      from?.rows.delete(row.pk);
      to?.rows.set(row.pk, row);
      for (const bucket of [from, to]) if (bucket) invalidate(bucket, this.table.tables.journal);
      if (from) for (const feed of from.feeds) feed.rowChanged(row, before);
    }
    if (to) for (const feed of to.feeds) feed.rowChanged(row, before);
  }

  /** @see Feed */
  regroup(): void {
    for (const { feeds } of this.buckets.values()) for (const feed of feeds) feed.regroup();
  }

  /** Drops the buckets that nothing uses and that have no rows, and ends the index if nothing uses it. */
  sweep(): void {
    let isUsed = false;
    for (const [key, bucket] of this.buckets) {
      if (bucket.feeds.size > 0 || !isFree(bucket)) isUsed = true;
      else if (bucket.rows.size === 0) this.buckets.delete(key);
    }
    if (isUsed) return;
    this.table.feeds.delete(this);
    this.table.indexes.delete(nameOf(this.fields));
  }

  /** Returns the bucket of the rows that have `values` in the fields of the index. */
  bucketOf(values: Fields): Bucket {
    return this.#bucket((name) => values[name]);
  }

  #bucketOfRow(data: Fields): Bucket {
    const { defaults } = this.table.plan;
    return this.#bucket((name) => {
      const own = ownField(data, name);
      return own === undefined ? defaults[name] : own;
    });
  }

  #bucket(valueOf: (name: string) => unknown): Bucket {
    const key = bucketKeyOf(this.table.plan, this.fields, valueOf);
    return getOrInsert(this.buckets, key, () => new Bucket());
  }
}

/**
 * Combines the values of fields into a key. Equal values have identical keys.
 *
 * @param plan the plan of the Entity class; `undefined` if the values are not those of an entity
 */
export function bucketKeyOf(
  plan: Plan | undefined,
  fields: readonly string[],
  valueOf: (name: string) => unknown,
): unknown {
  const partOfField = (name: string) => partOf(plan, name, valueOf(name));
  return fields.length === 1 ? partOfField(fields[0]) : structuralKey(fields.map(partOfField));
}

function partOf(plan: Plan | undefined, name: string, value: unknown): unknown {
  if (value instanceof Entity) return canonicalPk(value.pk());
  if (typeof value === 'number') return value + 0;
  if (isObject(value)) return `\0${structuralKey(value)}`;
  return isEntityClass(plan?.type.schema[name]) ? (canonicalPk(value) ?? value) : value;
}

/**
 * Returns the index over `fields`, in any order. Creates it if the class declares it or if `isNeeded`.
 *
 * @returns `undefined` if there is no such index
 */
export function indexOver(
  table: Table,
  fields: readonly string[],
  isNeeded = false,
): FieldIndex | undefined {
  const name = nameOf(fields);
  let index = table.indexes.get(name);
  const isDeclared = () => table.plan.type.indexes.some((each) => nameOf([each].flat()) === name);
  if (!index && (isNeeded || isDeclared())) {
    table.indexes.set(name, (index = new FieldIndex(table, fields)));
  }
  return index;
}

function nameOf(fields: readonly string[]): string {
  return [...fields].sort().join('\n');
}
