import { FieldIndex } from '../reactive/field-index';
import { firstName } from '../reactive/names';
import type { Node } from '../reactive/node';
import { Result } from '../reactive/result';
import { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Tables } from '../reactive/tables';
import { TypeList } from '../reactive/type-list';
import type { Entity } from '../schema/entity';
import type { Pk } from '../schema/pk';
import { isEntityClass, type Plan } from '../schema/plan';
import {
  isSchemaNode,
  type Denormalizer,
  type EntityClass,
  type SchemaLike,
} from '../schema/schema';
import { getOrInsert } from '../util/get-or-insert';
import { type Fields, isPlain, ownField } from '../util/plain-data';

/** Any other node, such as a list. */
interface NodeOfRows extends Node {
  readonly rows: { values(): Iterable<Row> };
}

/** Marks the rows that are in use with the number of a pass. */
export class Marks {
  /** The number of the pass. */
  pass = 0;
  /** The pass in which each row was last marked. */
  readonly of = new Map<Table, Map<Pk, number>>();
  readonly #references: References;
  readonly #waiting: [plans: ReadonlySet<Plan>, record: Fields][] = [];
  /** The classes of a table, also those that are not used at the moment. */
  readonly #plans = new Map<Table, Set<Plan>>();
  readonly #seen = new Set<Node | Table>();

  constructor(readonly tables: Tables) {
    const row = (table: Table, pk: Pk) => this.add(table, pk);
    this.#references = new References(tables, row, (table) => this.addAll(table));
  }

  /** Makes a row new. */
  forget(table: Table, pk: Pk): void {
    this.noteClasses(table);
    this.of.get(table)?.delete(pk);
  }

  begin(): void {
    this.pass++;
    this.#waiting.length = 0;
    this.#seen.clear();
  }

  /** Marks a row. {@link step} then marks what it references. */
  add(table: Table, key: Pk): void {
    const pk = firstName(table, key);
    const { data } = table.peek(pk);
    if (!data) return;
    const passes = getOrInsert(this.of, table, () => new Map<Pk, number>());
    if (passes.get(pk) === this.pass) return;
    passes.set(pk, this.pass);
    this.addReferences(table, data);
  }

  /** Whether a row was marked in this pass. */
  has(table: Table, pk: Pk): boolean {
    return this.of.get(table)?.get(pk) === this.pass;
  }

  /** Queues what a record references. */
  addReferences(table: Table, record: Fields): void {
    const plans = this.noteClasses(table);
    for (const { isFlat } of plans) if (!isFlat) return void this.#waiting.push([plans, record]);
  }

  /** Remembers the classes of a table. In dev mode, a sweep drops those that nothing uses. */
  noteClasses(table: Table): ReadonlySet<Plan> {
    const plans = getOrInsert(this.#plans, table, () => new Set([table.plan]));
    for (const { plan } of table.mirrors) plans.add(plan);
    return plans;
  }

  addAll(table: Table): void {
    if (this.#seen.has(table)) return;
    this.#seen.add(table);
    for (const pk of table.index.keys()) this.add(table, pk);
  }

  /** Marks the rows that a node shows. */
  addNode(node: Node): void {
    if (this.#seen.has(node)) return;
    this.#seen.add(node);
    if (node instanceof Row) this.add(node.table.main, node.pk);
    else if (node instanceof TypeList) {
      for (const plan of node.plans) this.addAll(node.tables.of(plan).main);
    } else if (node instanceof Result) for (const source of node.sources) this.addNode(source);
    else for (const row of (node as NodeOfRows).rows.values()) this.add(row.table.main, row.pk);
  }

  /** Marks the rows that a maintained view reads. */
  addFed(table: Table): void {
    for (const feed of table.feeds) {
      // A view that reads a bucket is unknown if other rows of the table are evicted.
      const isFed =
        !(feed instanceof FieldIndex) ||
        [...feed.buckets.values()].some(({ feeds }) => feeds.size > 0);
      if (isFed) this.addAll(table.main);
    }
  }

  /** Marks what one record references. Returns `false` if nothing is left. */
  step(): boolean {
    const next = this.#waiting.pop();
    if (next) this.#references.visit(...next);
    return next !== undefined;
  }

  /** Returns the rows that were last marked in an earlier pass. */
  *unmarked(): Iterable<readonly [Table, Pk, pass: number]> {
    for (const [table, passes] of this.of) {
      for (const [pk, pass] of passes) if (pass < this.pass) yield [table, pk, pass];
    }
  }
}

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
    this.row(this.tables.for(type).main, pk);
    return undefined;
  }

  all(types: readonly EntityClass[]): undefined {
    for (const type of types) this.each(this.tables.for(type).main);
  }
}
