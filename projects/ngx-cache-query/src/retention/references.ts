import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Tables } from '../reactive/tables';
import type { Denormalizer, Entity, EntityClass, SchemaLike } from '../schema/entity';
import type { Pk } from '../schema/pk';
import { isEntityClass, type Plan, planOf } from '../schema/plan';
import { isSchemaNode } from '../schema/schema';
import { type Fields, isPlain, ownField } from '../util/plain-data';

/** Visits what records reference. Creates no nodes. */
export class References implements Denormalizer {
  readonly isThorough = true;

  /** @param row called for each reference; @param all called for each reference to all rows of a class */
  constructor(
    private readonly tables: Tables,
    private readonly row: (table: Table, pk: Pk) => void,
    private readonly each: (table: Table) => void,
  ) {}

  /** Visits the references of a record, according to all classes of its table. */
  visit(plans: Iterable<Plan>, record: Fields): void {
    for (const { relations } of plans) {
      for (const { name, schema } of relations) this.value(schema, ownField(record, name));
    }
  }

  value(schema: SchemaLike, stored: unknown): undefined {
    if (stored === null) return;
    if (isEntityClass(schema)) {
      if (typeof stored === 'number' || typeof stored === 'string') this.entity(schema, stored);
    } else if (isSchemaNode(schema)) schema.denormalize(stored, this);
    else if (Array.isArray(schema)) {
      if (Array.isArray(stored)) this.items(schema[0] as SchemaLike, stored);
    } else if (isPlain(schema)) {
      const fields = isPlain(stored) ? stored : {};
      for (const name of Object.keys(schema)) this.value(schema[name], ownField(fields, name));
    }
  }

  items(item: SchemaLike, stored: readonly unknown[]): readonly unknown[] {
    for (const each of stored) this.value(item, each);
    return [];
  }

  entity(type: EntityClass, pk: Pk): Entity | undefined {
    this.row(this.tables.of(planOf(type)).main, pk);
    return undefined;
  }

  all(types: readonly EntityClass[]): undefined {
    for (const type of types) this.each(this.tables.of(planOf(type)).main);
  }
}

/** Returns the key of a row that may have two names. */
export function ownKey(entry: Row | number | undefined, pk: Pk): Pk {
  return typeof entry === 'object' ? entry.pk : pk;
}
