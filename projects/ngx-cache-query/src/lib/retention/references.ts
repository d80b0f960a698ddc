import { denormalize } from '../schema/denormalizer';
import { planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { Denormalizer, EntityClass, SchemaLike } from '../schema/schema';
import { type Fields, ownField } from '../util/plain-data';
import type { Table } from '../store/table';
import type { Tables } from '../store/tables';

/** Receives the references of a record. */
export interface ReferenceVisitor {
  /** Visits a reference to a row, which may not exist. */
  row(table: Table, pk: Pk): void;
  /** Visits a reference to every row of a table. */
  all(table: Table): void;
}

/** Finds the references of records: in relations, including lazy ones, and in responses, by their schemas. */
export class References implements Denormalizer {
  /** @see Denormalizer */
  readonly isThorough = true;

  constructor(
    private readonly tables: Tables,
    private readonly visitor: ReferenceVisitor,
  ) {}

  /** Visits the references of a record. */
  visit(table: Table, record: Fields): void {
    if (table.isEntities) {
      for (const { relations } of table.plans) {
        for (const [name, schema] of relations) this.#visitStored(schema, ownField(record, name));
      }
    } else if ('value' in record) {
      const { schema } = record['endpoint'] as { readonly schema: SchemaLike };
      this.#visitStored(schema, record['value']);
    }
  }

  /** @see Denormalizer */
  entity(type: EntityClass, pk: Pk): undefined {
    const table = this.tables.of(planOf(type));
    this.visitor.row(table, table.keyOf(pk));
  }

  /** @see Denormalizer */
  all(types: readonly EntityClass[]): undefined {
    for (const type of types) this.visitor.all(this.tables.of(planOf(type)));
  }

  #visitStored(schema: SchemaLike, stored: unknown): void {
    try {
      denormalize(schema, stored, this);
    } catch {
      // A schema that throws has no further references here. Readers of the data receive its error.
    }
  }
}
