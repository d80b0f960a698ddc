import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import { isEntityClass, type Plan, planOf } from '../schema/plan';
import {
  isSchemaNode,
  type Denormalizer,
  type EntityClass,
  type SchemaLike,
} from '../schema/schema';
import { sameData } from '../util/equality';
import type { Follow } from './followers';
import { type Fields, isObject, isPlain, keep, ownField, setField } from '../util/plain-data';

/** Replaces the references to a row in stored data, because the row has another key. */
export class KeyRenaming implements Denormalizer {
  readonly isThorough = true;
  /** The number of references so far. */
  #count = 0;

  /**
   * @param from the names of the row
   * @param keys the fields that the key consists of, with their new values
   * @param at the position of the renaming in the write order
   */
  constructor(
    readonly table: Table,
    readonly from: ReadonlySet<Pk>,
    readonly to: Pk,
    readonly keys: Fields,
    readonly at: number,
  ) {}

  /** Whether data names the row. */
  names(plan: Plan, pk: Pk): boolean {
    return this.from.has(pk) && this.table.tables.of(plan).main === this.table;
  }

  /** Returns the record of a row, with another key if it is the row. */
  row({ plan, pk, table }: Row, record: Fields): Fields {
    const next = this.record(plan, record);
    if (table !== this.table || pk !== this.to) return next;
    return { ...next, ...keep(this.keys, (name) => name in next) };
  }

  /** Returns a record with the references of its relations replaced; the same object if it has none to the row. */
  record({ follow, relations }: Plan, record: Fields): Fields {
    let next = record;
    for (const { name, schema } of relations) {
      const stored = ownField(record, name);
      const renamed = this.value(schema, stored);
      if (renamed !== stored) next = { ...next, [name]: renamed };
    }
    return (follow as Follow | undefined)?.renameIn?.(next, this) ?? next;
  }

  value(schema: SchemaLike, stored: unknown): unknown {
    if (stored === undefined || stored === null) return stored;
    const before = this.#count;
    let next: unknown;
    if (isEntityClass(schema)) this.entity(schema, stored as Pk);
    else if (Array.isArray(schema)) next = this.items(schema[0] as SchemaLike, stored);
    else if (isSchemaNode(schema)) next = schema.denormalize(stored, this);
    else if (isPlain(schema) && isPlain(stored)) next = this.#fields(schema, stored);
    if (this.#count === before) return stored;
    if (isObject(next)) return next;
    // The value is the reference itself. That of a schema with several classes is an object.
    return isObject(stored) ? { ...stored, pk: this.to } : this.to;
  }

  items(item: SchemaLike, stored: unknown): readonly unknown[] {
    if (!Array.isArray(stored)) return [];
    const renamed = stored.map((each) => this.value(item, each));
    // A newer response may have brought the row under its new key already.
    const isNew = (each: unknown) => !stored.some((other) => sameData(other, each));
    return renamed.filter((each, i) => each === stored[i] || isNew(each));
  }

  entity(type: EntityClass, pk: Pk): undefined {
    if (this.names(planOf(type), pk)) this.#count++;
  }

  all(): undefined {}

  #fields(schema: Fields, stored: Fields): Fields {
    const next = { ...stored };
    for (const name of Object.keys(schema)) {
      setField(next, name, this.value(schema[name] as SchemaLike, ownField(stored, name)));
    }
    return next;
  }
}
