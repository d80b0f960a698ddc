import { type Entity, recordOf, setRecord } from '../schema/entity';
import type { Pk } from '../schema/pk';
import { isEntityClass, type Plan, planOf, type Relation } from '../schema/plan';
import { sameFields } from '../util/equality';
import { type Fields, freeze, ownField } from '../util/plain-data';
import type { Made } from './deserialized';
import { activate, Before, invalidate, Node, use, type Saved } from './node';
import type { Table } from './table';

/**
 * A row of a table, and the node of its instance. A row exists before its data arrives, if something depends on it.
 */
export class Row extends Node {
  declare value: Entity | undefined;
  /** The record: the fields, with keys in place of related entities. `undefined` if the entity is not in the cache. */
  data: Fields | undefined = undefined;
  /** The position in the write order. An older response only adds fields that are missing. */
  order = 0;
  /** The position in the order of arrival. */
  arrival = 0;
  /** What the deserializers made of raw values, until an instance takes it. */
  made: Made | undefined = undefined;

  constructor(
    readonly table: Table,
    public pk: Pk,
  ) {
    super();
  }

  get plan(): Plan {
    return this.table.plan;
  }

  /**
   * Returns the instance, or `undefined` if the row has no data.
   *
   * @throws the error that prevented the instance, until the row or an entity inside it changes
   */
  read(): Entity | undefined {
    if (this.dirty) return instantiate(this);
    if (this.value === undefined && this.data !== undefined) throw failures.get(this);
    return this.value;
  }

  /** Takes a record with equal data. */
  adopt(data: Fields): void {
    if (this.value && recordOf(this.value) === this.data) setRecord(this.value, data);
    this.data = data;
  }

  override outdated(): void {
    this.table.changed(this, this.data);
  }

  override get saved(): Saved {
    return 'always';
  }

  override restore(before: Before): void {
    super.restore(before);
    if (this.value) setRecord(this.value, this.data!);
  }
}

/** The number of instances above which relations are filled later, so that a long chain cannot overflow the stack. */
const DEEP = 100;

/** The errors of the rows that have data, and whose instances could not be made. */
const failures = new WeakMap<Row, unknown>();

let depth = 0;
const unfilled: [row: Row, made: Entity, last: Entity | undefined][] = [];

/**
 * Creates the instance of a row. The instance is allocated before its relations are filled, so that cycles end. Later
 * reads return the same instance until the row or an entity inside it changes.
 */
function instantiate(row: Row): Entity | undefined {
  const { data, plan, table, value: last } = row;
  const { journal } = table.tables;
  if (journal.isBatch) journal.log?.push(new Before(row));
  if (data === undefined) {
    row.dirty = false;
    return (row.value = undefined);
  }
  const isSame = last !== undefined && recordOf(last) === data;
  if (isSame && plan.isFlat) {
    row.dirty = false;
    return last;
  }
  const made = plan.make(data);
  row.value = made;
  row.dirty = false;
  if (plan.isFlat) freeze(made);
  else if (depth >= DEEP) unfilled.push([row, made, last]);
  else {
    depth++;
    let next: (typeof unfilled)[number] | undefined;
    try {
      fill(row, made, last);
      while (depth === 1 && (next = unfilled.pop()) !== undefined) fill(next[0], next[1], next[2]);
      // A list inside may have changed without a visible difference.
      if (isSame && !plan.ownFromJS && sameFields(last as never, made as never, Object.is))
        return (row.value = last);
    } catch (error) {
      // Nothing may keep an instance that is only partly filled.
      if (next) unfilled.push(next);
      if (depth === 1) for (const [waiting] of unfilled.splice(0)) invalidate(waiting, journal);
      invalidate(row, journal);
      // The row is current: it tells its dependents when it changes, as with an instance.
      row.dirty = false;
      row.value = undefined;
      failures.set(row, error);
      throw error;
    } finally {
      depth--;
    }
  }
  return made;
}

/** Sets the relations and the deserialized fields of an instance. Equal values keep their references. */
function fill(row: Row, made: Entity, last: Entity | undefined): void {
  const { plan } = row;
  const data = row.data!;
  const fields = made as unknown as Record<string, unknown>;
  const lastFields = last as unknown as Fields | undefined;
  const outer = activate(row);
  try {
    for (const relation of plan.relations) {
      if (plan.members.has(relation.name)) continue;
      const value = related(row, relation, data, lastFields?.[relation.name]);
      if (value !== undefined) fields[relation.name] = value;
      else if (!plan.ownFromJS) fields[relation.name] = plan.defaults[relation.name];
    }
  } finally {
    activate(outer);
  }
  if (plan.deserializers.length > 0) {
    const values = row.made;
    row.made = undefined;
    const lastData = last && recordOf(last);
    for (let i = 0; i < plan.deserializers.length; i++) {
      const name = plan.deserializers[i][0];
      const make = plan.deserializers[i][1] as (raw: unknown) => unknown;
      if (plan.members.has(name)) continue;
      const raw = ownField(data, name);
      if (raw === undefined) fields[name] = plan.defaults[name];
      else if (raw === null) fields[name] = null;
      else if (lastData && ownField(lastData, name) === raw) fields[name] = lastFields![name];
      else fields[name] = values?.[i]?.raw === raw ? values[i]!.value : make(raw);
    }
  }
  freeze(made);
}

/** Returns the value of a relation, or `undefined` if the related entity is not in the cache. */
function related(row: Row, relation: Relation, data: Fields, last: unknown): unknown {
  const { schema, name } = relation;
  const stored = ownField(data, name);
  const target = (relation.target ??= isEntityClass(schema) ? planOf(schema) : null);
  const { tables } = row.table;
  if (target === null) return stored === null ? null : tables.reader.value(schema, stored, last);
  if (typeof stored !== 'number' && typeof stored !== 'string') return stored;
  return use(tables.of(target).row(stored));
}
