import { denormalize } from '../schema/denormalizer';
import { planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { Denormalizer, EntityClass, SchemaLike } from '../schema/schema';
import { type Fields, ownField } from '../util/plain-data';
import type { Table } from '../store/table';
import type { Tables } from '../store/tables';

/** Takes where a record leads. */
export interface ReferenceVisitor {
  /** To a row, which may not be there. */
  row(table: Table, pk: Pk): void;
  /** To every row of a table. */
  all(table: Table): void;
}

/** Finds where records lead: through relations, lazy ones too, and through the schemas of responses. */
export class References implements Denormalizer {
  /** @see Denormalizer */
  readonly isThorough = true;

  constructor(
    private readonly tables: Tables,
    private readonly visitor: ReferenceVisitor,
  ) {}

  /** Visits where a record of a table leads. */
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

  /** What cannot be read leads nowhere. */
  #visitStored(schema: SchemaLike, stored: unknown): void {
    try {
      denormalize(schema, stored, this);
    } catch {
      // A schema that throws says so to who reads.
    }
  }
}
