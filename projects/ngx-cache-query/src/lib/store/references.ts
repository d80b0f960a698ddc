import { denormalize } from '../schema/denormalizer';
import { planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { Denormalizer, EntityClass, SchemaLike } from '../schema/schema';
import { type Fields, ownField } from '../util/plain-data';
import type { Table } from './table';
import type { Tables } from './tables';

/** Receives the references in a record. */
export interface ReferenceVisitor {
  /** Called for a reference to a single row. The row might not exist. */
  row(table: Table, pk: Pk): void;
  /** Called for a reference to a whole table, such as a reference from `schema.All`. */
  all(table: Table): void;
}

/**
 * Finds the references in records. References occur in responses and in the relations of entities, including lazy
 * relations.
 */
export class References implements Denormalizer {
  /** @see Denormalizer */
  readonly isThorough = true;

  constructor(
    private readonly tables: Tables,
    private readonly visitor: ReferenceVisitor,
  ) {}

  /** Passes each reference in a record to the visitor. */
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
      // If a schema throws, its remaining references are skipped. The error can be ignored here, because reading the
      // data throws it again.
    }
  }
}

/** Whether the rows of a table can reference other rows. */
export function hasReferences({ isEntities, plans }: Table): boolean {
  return !isEntities || plans.some(({ relations }) => relations.length > 0);
}
