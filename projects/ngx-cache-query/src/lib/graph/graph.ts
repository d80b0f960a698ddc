import { denormalize } from '../schema/denormalizer';
import { Entity, recordOf } from '../schema/entity/entity';
import { type EntityPlan, planOf } from '../schema/entity/entity-plan';
import { defaultOf } from '../schema/entity/entity-default';
import type { Pk } from '../schema/entity/pk';
import type { Denormalizer, EntityClass, SchemaLike } from '../schema/schema';
import { NOT_MADE } from '../store/deserialized';
import type { Store } from '../store/store';
import type { Table } from '../store/table';
import { recycleDeeply } from '../util/equality';
import { type Fields, freezeData, ownField, setField } from '../util/plain-data';
import { type EntityCell, isEntityCell } from './entity-type';
import { areKnown, EntityType } from './entity-type';
import { MergedList } from './merged-list';
import { DROPPED, type Node, RIGHT } from './node';
import type { TypeList } from './type-list';
import { RecordCell } from './record-cell';

declare const ngDevMode: unknown;

/** An instance that has its own fields, and waits for those that lead to other entities. */
interface Unfilled {
  readonly cell: EntityCell;
  readonly instance: Entity;
  /** What the cell held before. */
  readonly last: Entity | undefined;
}

/** Values of another graph that are still right, to be taken over by this one. */
export interface Base {
  /** The cell of an entity, when its instance is right. */
  cell(plan: EntityPlan, pk: Pk): EntityCell | undefined;
  /** The instance of an entity as it was. */
  last(plan: EntityPlan, pk: Pk): Entity | undefined;
  /** The list of a type as it was. */
  list(plan: EntityPlan): readonly Entity[] | undefined;
}

/**
 * Instances, lists and results, made of records when they are read.
 *
 * An instance is allocated first and filled later, from a list of what waits: so cycles close by
 * themselves, and a chain of any length needs no stack.
 */
export class Graph implements Denormalizer {
  readonly types = new Map<EntityPlan, EntityType>();
  readonly byTable = new Map<Table, EntityType[]>();
  readonly merged = new Map<string, MergedList>();
  /** What is read of endpoints, by table and key: their results, and their requests. */
  readonly records = new Map<Table, Map<string, RecordCell>>();

  readonly #unfilled: Unfilled[] = [];
  /** What was made since the last time that nothing was left to fill. */
  readonly #begun: Node[] = [];
  /** What the value that is being made shows, or `undefined` when nobody keeps it. */
  #shown: Node[] | undefined;
  #filling = false;

  /**
   * @param store whose records are read
   * @param base for a graph of a draft: what may be taken over from the committed one
   */
  constructor(
    private readonly store: Store,
    private readonly base?: Base,
  ) {}

  /** The type of an entity class; made when it is read first. */
  typeOf(plan: EntityPlan): EntityType {
    let type = this.types.get(plan);
    if (type === undefined) {
      const table = this.store.tables.of(plan);
      type = new EntityType(plan, table, this.base === undefined ? table.addColumn() : []);
      this.types.set(plan, type);
      const types = this.byTable.get(table);
      if (types === undefined) this.byTable.set(table, [type]);
      else types.push(type);
    }
    return type;
  }

  /** For a draft, which has no edges: keeps only what shows nothing but its own row. */
  forgetRelated(): void {
    for (const [plan, type] of this.types) {
      if (plan.isFlat) continue;
      this.types.delete(plan);
      const types = this.byTable.get(type.table)!;
      types.splice(types.indexOf(type), 1);
    }
    this.merged.clear();
    this.records.clear();
  }

  /** Every node that there is. */
  *nodes(): Generator<Node> {
    for (const type of this.types.values()) {
      yield type.allList;
      yield* type.all();
    }
    yield* this.merged.values();
    for (const cells of this.records.values()) yield* cells.values();
  }

  entity(type: EntityClass, pk: Pk): Entity | undefined {
    const plan = planOf(type);
    return this.#show(this.base?.cell(plan, pk) ?? this.typeOf(plan).cell(pk));
  }

  /** The instance of a cell that is asked for by itself. */
  entityOf(cell: EntityCell): Entity | undefined {
    return this.read(() => this.#show(this.base?.cell(cell.type.plan, cell.pk) ?? cell));
  }

  /** Drops every value that is not right any more; what comes in its place is compared with nothing. */
  purge(): void {
    for (const node of this.nodes()) if (node.isDirty) node.purge();
  }

  /** The list of a type that is asked for by itself. */
  allOf({ plan, allList, table }: EntityType): readonly Entity[] | undefined {
    if (table.isKnown && allList.isRight && this.#shown === undefined) return allList.value;
    return this.read(() => this.all([plan.type]));
  }

  all(classes: readonly EntityClass[]): readonly Entity[] | undefined {
    const types = classes.map((type) => this.typeOf(planOf(type)));
    const list = this.listOf(classes);
    this.#shown?.push(list);
    if (!areKnown(types)) return undefined;
    if (list.isDirty) this.#begun.push(list);
    if (this.base !== undefined && types.length === 1) {
      types[0].allList.value ??= this.base.list(types[0].plan);
    }
    return list.read((cell, record) =>
      this.#begin(this.base?.cell(cell.type.plan, cell.pk) ?? cell, record),
    );
  }

  /** The list of all entities of the types, perhaps out of date. */
  listOf(classes: readonly EntityClass[]): TypeList<EntityCell> | MergedList {
    const types = classes.map((type) => this.typeOf(planOf(type)));
    return types.length === 1 ? types[0].allList : this.#mergedOf(types);
  }

  /** The value of an endpoint's last response. */
  result(cell: RecordCell, schema: SchemaLike, stored: unknown): unknown {
    if (!cell.isDirty) return cell.value;
    this.#begun.push(cell);
    const made = this.#showing(cell, () => denormalize(schema, stored, this));
    cell.state = RIGHT;
    cell.value = recycleDeeply(cell.value, made);
    if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(cell.value);
    return cell.value;
  }

  /** The cell of a record that is no entity; made when there is none. */
  recordCell(table: Table, key: string): RecordCell {
    let cells = this.records.get(table);
    if (cells === undefined) this.records.set(table, (cells = new Map<string, RecordCell>()));
    let cell = cells.get(key);
    if (cell === undefined) cells.set(key, (cell = new RecordCell(key)));
    return cell;
  }

  /** Makes a value with everything in it filled; what it shows is nobody's dependency. */
  read<T>(make: () => T): T {
    if (this.#filling) return make();
    this.#filling = true;
    try {
      const value = make();
      for (let next = this.#unfilled.pop(); next !== undefined; next = this.#unfilled.pop()) {
        this.#fill(next);
      }
      return value;
    } catch (error) {
      this.#undoBegun();
      throw error;
    } finally {
      if (this.#begun.length > 0) this.#begun.length = 0;
      this.#filling = false;
    }
  }

  /** The instance of one cell, with everything in it filled. */
  instance(cell: EntityCell, record: Fields | undefined): Entity | undefined {
    return cell.isDirty ? this.read(() => this.#begin(cell, record)) : cell.instance;
  }

  #show(cell: EntityCell): Entity | undefined {
    this.#shown?.push(cell);
    return this.#begin(cell);
  }

  /** The instance of a cell, perhaps still to be filled. */
  #begin(cell: EntityCell, record = cell.record): Entity | undefined {
    if (!cell.isDirty) return cell.instance;
    const { plan, table } = cell.type;
    const last = cell.instance ?? this.base?.last(plan, cell.pk);
    this.#begun.push(cell);
    const instance = record === undefined ? undefined : plan.instantiate(record);
    if (instance !== undefined) table.overlay?.instantiated(instance, cell.pk);
    cell.state = RIGHT;
    cell.instance = instance;
    if (instance === undefined) this.#link(cell, []);
    else if (plan.isFlat || this.#fillAtOnce(cell, instance, record!)) freeze(instance);
    else {
      const unfilled = { cell, instance, last };
      if (table.internal === undefined) this.#unfilled.push(unfilled);
      else this.#fill(unfilled); // A schema reads what is in it at once.
      return instance;
    }
    // It is whole. What a constructor read on the way may still wait, after it.
    if (this.#begun.at(-1) === cell) this.#begun.pop();
    return instance;
  }

  /** Sets the fields that lead to other entities, and those that are deserialized. */
  #fill({ cell, instance, last: lastInstance }: Unfilled): void {
    const { plan } = cell.type;
    const record = recordOf(instance)!;
    const last = lastInstance as unknown as Fields | undefined;
    const lastRecord = lastInstance && recordOf(lastInstance);
    this.#fillRelations(cell, instance, record, last);
    const { deserialized, table } = cell.type;
    const slot = deserialized && table.index.get(cell.pk);
    const made = deserialized?.of(slot, record);
    plan.deserializers.forEach(([name, make], i) => {
      const raw = ownField(record, name);
      if (raw === undefined || raw === null) this.#set(plan, instance, name, raw);
      else if (last !== undefined && lastRecord !== undefined && lastRecord[name] === raw) {
        this.#set(plan, instance, name, last[name]);
      } else {
        const value = made === undefined || made[i] === NOT_MADE ? make(raw as never) : made[i];
        this.#set(plan, instance, name, value);
      }
    });
    if (this.base === undefined) deserialized?.drop(slot);
    freeze(instance);
  }

  /** Most rows lead to one entity that leads nowhere else: they need not wait to be filled. */
  #fillAtOnce(cell: EntityCell, instance: Entity, record: Fields): boolean {
    const { join } = cell.type;
    if (join === null || this.base !== undefined) return false;
    const { name } = join;
    const stored = record[name];
    if (typeof stored !== 'number' && typeof stored !== 'string') return false;
    const other = (join.target ??= this.typeOf(join.plan)).cell(stored);
    cell.linkTo(other);
    const shown = this.#begin(other);
    if (shown === undefined) this.#set(cell.type.plan, instance, name, undefined);
    else (instance as unknown as Record<string, unknown>)[name] = shown;
    return true;
  }

  #fillRelations(
    cell: EntityCell,
    instance: Entity,
    record: Fields,
    last: Fields | undefined,
  ): void {
    const { plan } = cell.type;
    const outer = this.#shown;
    const shown: Node[] = (this.#shown = []);
    try {
      for (const [name, schema] of plan.relations) {
        const value = denormalize(schema, ownField(record, name), this);
        const isNew = last === undefined || value instanceof Entity;
        this.#set(plan, instance, name, isNew ? value : recycleDeeply(last[name], value));
      }
    } finally {
      this.#shown = outer;
      this.#link(cell, shown);
    }
  }

  /** A value that is missing is the class's default. */
  #set(plan: EntityPlan, instance: Entity, name: string, value: unknown): void {
    if (plan.isReserved(name)) return;
    const set = value === undefined ? (defaultOf(plan.type) as unknown as Fields)[name] : value;
    if (value !== undefined && (typeof ngDevMode === 'undefined' || ngDevMode)) freezeData(value);
    setField(instance, name, set);
  }

  /** Runs `make` and notes what it shows, also when it throws on the way. */
  #showing<T>(node: Node, make: () => T): T {
    const outer = this.#shown;
    const shown: Node[] = (this.#shown = []);
    try {
      return make();
    } finally {
      this.#shown = outer;
      this.#link(node, shown);
    }
  }

  /** A draft leaves no edges: it ends before anything can change under it. */
  #link(node: Node, shown: readonly Node[]): void {
    if (this.base === undefined) node.link(shown);
  }

  #mergedOf(types: readonly EntityType[]): MergedList {
    const key = types.map((type) => identify(type)).join();
    let list = this.merged.get(key);
    if (list === undefined) this.merged.set(key, (list = new MergedList(types)));
    return list;
  }

  /** After user code threw: nothing that was begun may be taken for finished. */
  #undoBegun(): void {
    this.#unfilled.length = 0;
    for (const node of this.#begun) {
      node.state = DROPPED;
      if (isEntityCell(node)) node.instance = undefined;
    }
    for (const type of this.types.values()) type.allList.membersChanged();
  }
}

const identities = new WeakMap<EntityType, number>();
let identified = 0;

function identify(type: EntityType): number {
  let id = identities.get(type);
  if (id === undefined) identities.set(type, (id = ++identified));
  return id;
}

function freeze(instance: Entity): void {
  if (typeof ngDevMode === 'undefined' || ngDevMode) Object.freeze(instance);
}
