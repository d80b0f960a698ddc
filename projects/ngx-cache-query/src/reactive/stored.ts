import type { Entity } from '../schema/entity';
import type { Pk } from '../schema/pk';
import { isEntityClass, makerOf } from '../schema/plan';
import { Polymorphic } from '../schema/polymorphic';
import {
  isSchemaNode,
  type Denormalizer,
  type EntityClass,
  type SchemaFields,
  type SchemaLike,
} from '../schema/schema';
import { recycle } from '../util/equality';
import { type Fields, isPlain, ownField, setField } from '../util/plain-data';
import { createList, type FindRow, knownList, SHORT, type Stored } from './list';
import { type Node, unlink } from './node';
import type { Row } from './row';
import type { Tables } from './tables';

/** Returns the value of a node that a stored value references. */
type Visit = (node: Node) => unknown;

/** Converts stored values into values that contain entities. The nodes that are read go through `visit`. */
export class StoredReader implements Denormalizer {
  constructor(
    readonly tables: Tables,
    private readonly visit: Visit,
    /** Whether values are made. Otherwise, only the nodes are visited. */
    private readonly isReading = true,
    /** Whether lists are created that do not exist yet. */
    private readonly createsLists = true,
  ) {}

  value(schema: SchemaLike, stored: unknown, last?: unknown): unknown {
    if (isEntityClass(schema)) return this.#entityOrValue(schema, stored);
    if (stored === null) return null;
    if (isSchemaNode(schema)) {
      const value = schema.denormalize(stored, this, last);
      return Array.isArray(value) && value.length > SHORT ? value : recycle(last, value);
    }
    if (stored === undefined) {
      return typeof schema === 'object' && schema !== null ? undefined : defaultValue(schema);
    }
    if (Array.isArray(schema)) {
      return Array.isArray(stored) ? this.items(schema[0] as SchemaLike, stored, last) : stored;
    }
    if (typeof schema === 'function') {
      return this.isReading ? recycle(last, makerOf(schema)(stored as never)) : undefined;
    }
    return isPlain(schema) && isPlain(stored) ? this.#fields(schema, stored, last) : stored;
  }

  items(item: SchemaLike, stored: Stored, last?: unknown): readonly unknown[] {
    const find = stored.length > SHORT ? this.#finder(item, stored) : undefined;
    if (find !== undefined) return this.#list(item, stored, find, last);
    const values: unknown[] = [];
    for (let i = 0; i < stored.length; i++) {
      const value = this.value(item, stored[i], Array.isArray(last) ? last[i] : undefined);
      if (value !== undefined) values.push(value);
    }
    return recycle(last, values);
  }

  entity(type: EntityClass, pk: Pk): Entity | undefined {
    return this.visit(this.tables.for(type).row(pk)) as Entity | undefined;
  }

  all(types: readonly EntityClass[]): readonly Entity[] | undefined {
    return this.visit(this.tables.list(types)) as readonly Entity[] | undefined;
  }

  #entityOrValue(type: EntityClass, stored: unknown): unknown {
    return typeof stored === 'number' || typeof stored === 'string'
      ? this.entity(type, stored)
      : stored;
  }

  /** Reads the maintained list of a stored array. */
  #list(item: SchemaLike, stored: Stored, find: FindRow, last: unknown): readonly unknown[] {
    let list = knownList(stored, item);
    if (this.createsLists) {
      list ??= createList(stored, item, find, this.tables.journal);
      if (last !== undefined) list.adopt(last);
    }
    return ((list && this.visit(list)) ?? []) as readonly unknown[];
  }

  /** Returns the function that finds the rows of an array; `undefined` if an item is no entity. */
  #finder(item: SchemaLike, stored: Stored): FindRow | undefined {
    const { tables } = this;
    if (isEntityClass(item)) {
      const table = tables.for(item);
      return (pk) => table.row(pk as Pk);
    }
    if (!(item instanceof Polymorphic)) return undefined;
    const find = (each: unknown): Row | undefined => {
      const type = item.classOf(each as never);
      return type && tables.for(type).row((each as { readonly pk: Pk }).pk);
    };
    return stored.every(find) ? (find as FindRow) : undefined;
  }

  /**
   * Reads an object. A missing field with a literal as its schema gets the literal. A missing nested object becomes an
   * object with the literals of its schema.
   *
   * @param within the enclosing schemas; a schema that contains itself is not expanded again
   */
  #fields(
    schema: SchemaFields,
    stored: Fields,
    last?: unknown,
    within: readonly SchemaFields[] = [],
  ): Fields {
    const value: Record<string, unknown> = { ...stored };
    const lastFields = isPlain(last) ? last : undefined;
    for (const name of Object.keys(schema)) {
      const raw = ownField(stored, name);
      const before = lastFields && ownField(lastFields, name);
      let field = this.value(schema[name], raw, before);
      if (field === undefined && raw === undefined) {
        field = schema[name] === null ? null : this.#missing(schema[name], [...within, schema]);
        field = recycle(before, field);
      }
      if (field !== undefined || Object.hasOwn(stored, name)) setField(value, name, field);
    }
    return recycle(last, value);
  }

  #missing(schema: SchemaLike, within: readonly SchemaFields[]): unknown {
    const fields = isSchemaNode(schema) ? schema.fields : schema;
    if (!isPlain(fields) || within.includes(fields)) return undefined;
    const value = this.#fields(fields, {}, undefined, within);
    return Object.keys(value).length === 0 ? undefined : value;
  }
}

function defaultValue(schema: SchemaLike): unknown {
  return typeof schema === 'function' ? undefined : schema;
}

/**
 * Removes the edges from the sources of an instance that is no longer shown. A list that nothing shows is dropped.
 *
 * @param after the next record, whose sources stay
 */
export function leaveSources(row: Row, before: Fields, after?: Fields): void {
  eachSource(row, before, (source) => unlink(source, row), { except: after });
}

interface SourceOptions {
  /** Whether lists are created again; otherwise, only those that exist are visited. */
  readonly createsLists?: boolean;
  /** The instance whose lists are shown again. */
  readonly last?: unknown;
  /** The relations that have the same value in this record are left out. */
  readonly except?: Fields;
}

/** Calls `visit` for each node on which the instance of a row depends. */
export function eachSource(
  { plan, table }: Row,
  data: Fields,
  visit: (node: Node) => unknown,
  { createsLists = false, last, except }: SourceOptions = {},
): void {
  let reader: StoredReader | undefined;
  for (const { name, schema } of plan.relations) {
    const stored = ownField(data, name);
    if (except && ownField(except, name) === stored) continue;
    const each = (source: Node): undefined => void visit(source);
    reader ??= new StoredReader(table.tables, each, false, createsLists);
    reader.value(schema, stored, (last as Fields | undefined)?.[name]);
  }
}
