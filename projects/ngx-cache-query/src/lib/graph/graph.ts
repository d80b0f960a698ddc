// The graph converts the records of the store to entity instances, lists and results when they are read. The graph
// keeps them until a commit changes data that they contain. Each row that was read has a cell. Cells, lists and stored
// results are nodes, and edges connect a node with the nodes that it contains. After a commit, `invalidation.ts`
// follows the edges and marks the outdated nodes.
//
// The core uses this folder in `query/reader.ts`. Interface for features: RowObserver, for a feature that maintains
// data per row, such as an index.
import { denormalize } from '../schema/denormalizer';
import { Entity, recordOf } from '../schema/entity/entity';
import { type EntityPlan, planOf } from '../schema/entity/entity-plan';
import { defaultOf } from '../schema/entity/entity-default';
import type { Pk } from '../schema/entity/pk';
import type { Denormalizer, EntityClass } from '../schema/schema';
import { NOT_MADE } from '../store/deserialized-values';
import type { Store } from '../store/store';
import type { Table } from '../store/table';
import { recycleDeeply } from '../util/equality';
import { type Fields, freezeData, ownField, setField } from '../util/plain-data';
import { type EntityCell, isEntityCell } from './entity-type';
import { areKnown, EntityType } from './entity-type';
import { keyOfTypes, MergedList } from './merged-list';
import { DROPPED, type Node, CURRENT } from './node';
import type { TypeList } from './type-list';
import type { EndpointCell } from './endpoint-cell';

declare const ngDevMode: unknown;

/** An instance whose relations and deserialized fields have not been set yet. */
interface Unfilled {
  readonly cell: EntityCell;
  readonly instance: Entity;
  /** The previous instance of the cell. Its unchanged values are reused. */
  readonly last: Entity | undefined;
}

/** Provides those values of the committed graph that a draft reuses. */
export interface Base {
  /** Returns the committed cell of an entity, or `undefined` if the draft cannot reuse it. */
  cell(plan: EntityPlan, pk: Pk): EntityCell | undefined;
  /** Returns the last committed instance of an entity. */
  last(plan: EntityPlan, pk: Pk): Entity | undefined;
  /** Returns the last committed list of all entities of a type. */
  list(plan: EntityPlan): readonly Entity[] | undefined;
}

/**
 * On each read, creates the necessary instances, lists and results from records.
 *
 * A read first creates instances without relations, and queues them. Their relations are set later. Therefore cyclic
 * references need no special handling, and a long chain of references does not overflow the stack.
 */
export class Graph implements Denormalizer {
  readonly types = new Map<EntityPlan, EntityType>();
  readonly byTable = new Map<Table, EntityType[]>();
  readonly merged = new Map<string, MergedList>();
  /** The cells of responses and of request records, by table and key. */
  readonly endpointCells = new Map<Table, Map<string, EndpointCell>>();

  readonly #unfilled: Unfilled[] = [];
  /**
   * The nodes whose computation began in the current {@link read}. If user code throws, the values of these nodes are
   * discarded.
   */
  readonly #started: Node[] = [];
  /** The children of the node that is being computed; `undefined` if no node is being computed. */
  #children: Node[] | undefined;
  #filling = false;

  /**
   * @param store holds the records
   * @param base the values of the committed graph that a draft can reuse; `undefined` outside a draft
   */
  constructor(
    private readonly store: Store,
    private readonly base?: Base,
  ) {}

  /** Returns the type of an Entity class. Creates the type if it does not exist yet. */
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

  /**
   * Drops all nodes, except the instances and lists of classes that have no relations or deserializers. A draft calls
   * this method after a write. A draft has no edges, so it cannot determine which nodes are outdated.
   */
  dropRelated(): void {
    for (const [plan, type] of this.types) {
      if (plan.isFlat) continue;
      this.types.delete(plan);
      const types = this.byTable.get(type.table)!;
      types.splice(types.indexOf(type), 1);
    }
    this.merged.clear();
    this.endpointCells.clear();
  }

  *nodes(): Generator<Node> {
    for (const type of this.types.values()) {
      yield type.allList;
      yield* type.all();
    }
    yield* this.merged.values();
    for (const cells of this.endpointCells.values()) yield* cells.values();
  }

  entity(type: EntityClass, pk: Pk): Entity | undefined {
    const plan = planOf(type);
    return this.#include(this.base?.cell(plan, pk) ?? this.typeOf(plan).cell(pk));
  }

  /** Returns the instance of a cell. Called from outside the graph. */
  entityOf(cell: EntityCell): Entity | undefined {
    return this.read(() => this.#include(this.base?.cell(cell.type.plan, cell.pk) ?? cell));
  }

  /** Drops all outdated values, so that later reads cannot reuse parts of them. */
  purge(): void {
    for (const node of this.nodes()) if (node.isDirty) node.purge();
  }

  /** Returns the list of all entities of a type. Called from outside the graph. */
  allOf({ plan, allList, table }: EntityType): readonly Entity[] | undefined {
    if (table.isKnown && allList.isCurrent && this.#children === undefined) return allList.value;
    return this.read(() => this.all([plan.type]));
  }

  all(classes: readonly EntityClass[]): readonly Entity[] | undefined {
    const types = classes.map((type) => this.typeOf(planOf(type)));
    const list = this.listOf(classes);
    this.#children?.push(list);
    if (!areKnown(types)) return undefined;
    if (list.isDirty) this.#started.push(list);
    if (this.base !== undefined && types.length === 1) {
      types[0].allList.value ??= this.base.list(types[0].plan);
    }
    return list.read((cell, record) =>
      this.#begin(this.base?.cell(cell.type.plan, cell.pk) ?? cell, record),
    );
  }

  /** Returns the node whose value is the list of all entities of the given classes. The value may be outdated. */
  listOf(classes: readonly EntityClass[]): TypeList<EntityCell> | MergedList {
    const types = classes.map((type) => this.typeOf(planOf(type)));
    return types.length === 1 ? types[0].allList : this.#mergedOf(types);
  }

  /**
   * Runs `create`, sets the relations of the created instances, and returns the result of `create`. In a nested call,
   * the outer call sets the relations.
   *
   * @throws any error that user code throws; values whose computation began in this read are discarded
   */
  read<T>(create: () => T): T {
    if (this.#filling) return create();
    this.#filling = true;
    try {
      const value = create();
      for (let next = this.#unfilled.pop(); next !== undefined; next = this.#unfilled.pop()) {
        this.#fill(next);
      }
      return value;
    } catch (error) {
      this.#discardStarted();
      throw error;
    } finally {
      if (this.#started.length > 0) this.#started.length = 0;
      this.#filling = false;
    }
  }

  /**
   * Begins to compute the value of a node. Until {@link close} is called, each node that is read becomes a child of
   * this node.
   *
   * @returns the value to pass to {@link close} as `outer`
   */
  open(node: Node): Node[] | undefined {
    this.#started.push(node);
    return this.#collect();
  }

  /**
   * Links a node to the nodes that have been read since {@link open} was called. `outer` is the result of {@link open}.
   */
  close(node: Node, outer: Node[] | undefined): void {
    const children = this.#children!;
    this.#children = outer;
    this.#link(node, children);
  }

  /** Returns the instance of a cell. If the instance must be created, also sets its relations. */
  instance(cell: EntityCell, record: Fields | undefined): Entity | undefined {
    return cell.isDirty ? this.read(() => this.#begin(cell, record)) : cell.instance;
  }

  #include(cell: EntityCell): Entity | undefined {
    this.#children?.push(cell);
    return this.#begin(cell);
  }

  /** Returns the instance of a cell. The relations of the instance may be set later. */
  #begin(cell: EntityCell, record = cell.record): Entity | undefined {
    if (!cell.isDirty) return cell.instance;
    const { plan, table } = cell.type;
    const last = cell.instance ?? this.base?.last(plan, cell.pk);
    this.#started.push(cell);
    const instance = record === undefined ? undefined : plan.instantiate(record);
    if (instance !== undefined) table.overlay?.instantiated(instance, cell.pk);
    cell.state = CURRENT;
    cell.instance = instance;
    if (instance === undefined) this.#link(cell, []);
    else if (plan.isFlat || this.#fillAtOnce(cell, instance, record!)) freeze(instance);
    else {
      const unfilled = { cell, instance, last };
      if (table.internal === undefined) this.#unfilled.push(unfilled);
      else this.#fill(unfilled); // A Collection reads the items of a list, so the list's relations are set now.
      return instance;
    }
    // The instance is complete, so its cell does not have to stay in `#started`. If the constructor read other
    // instances, however, their cells follow in `#started`, and their relations may not be set yet. Therefore the cell
    // is removed only if it is the last one.
    if (this.#started.at(-1) === cell) this.#started.pop();
    return instance;
  }

  /** Sets the relations and deserialized fields of an instance. Freezes the instance in dev mode. */
  #fill({ cell, instance, last: lastInstance }: Unfilled): void {
    const { plan } = cell.type;
    const record = recordOf(instance)!;
    const last = lastInstance as unknown as Fields | undefined;
    const lastRecord = lastInstance && recordOf(lastInstance);
    this.#fillRelations(cell, instance, record, last);
    const { deserialized, table } = cell.type;
    const slot = deserialized && table.index.get(cell.pk);
    const values = deserialized?.of(slot, record);
    plan.deserializers.forEach(([name, deserialize], i) => {
      const raw = ownField(record, name);
      if (raw === undefined || raw === null) this.#set(plan, instance, name, raw);
      else if (last !== undefined && lastRecord !== undefined && lastRecord[name] === raw) {
        this.#set(plan, instance, name, last[name]);
      } else {
        const isMissing = values === undefined || values[i] === NOT_MADE;
        this.#set(plan, instance, name, isMissing ? deserialize(raw as never) : values[i]);
      }
    });
    if (this.base === undefined) deserialized?.drop(slot);
    freeze(instance);
  }

  /**
   * Completes an instance immediately if its only relation references a single entity that has no relations or
   * deserializers. Returns whether the instance was completed.
   */
  #fillAtOnce(cell: EntityCell, instance: Entity, record: Fields): boolean {
    const { join } = cell.type;
    if (join === null || this.base !== undefined) return false;
    const { name } = join;
    const stored = record[name];
    if (typeof stored !== 'number' && typeof stored !== 'string') return false;
    const other = (join.target ??= this.typeOf(join.plan)).cell(stored);
    cell.linkTo(other);
    const related = this.#begin(other);
    if (related === undefined) this.#set(cell.type.plan, instance, name, undefined);
    else (instance as unknown as Record<string, unknown>)[name] = related;
    return true;
  }

  #fillRelations(
    cell: EntityCell,
    instance: Entity,
    record: Fields,
    last: Fields | undefined,
  ): void {
    const { plan } = cell.type;
    const outer = this.#collect();
    try {
      for (const [name, schema] of plan.relations) {
        const value = denormalize(schema, ownField(record, name), this);
        const isNew = last === undefined || value instanceof Entity;
        this.#set(plan, instance, name, isNew ? value : recycleDeeply(last[name], value));
      }
    } finally {
      this.close(cell, outer);
    }
  }

  /** Sets a field to `value`, or to the default of the class if `value` is `undefined`. */
  #set(plan: EntityPlan, instance: Entity, name: string, value: unknown): void {
    if (plan.isReserved(name)) return;
    const final = value === undefined ? (defaultOf(plan.type) as unknown as Fields)[name] : value;
    if (value !== undefined && (typeof ngDevMode === 'undefined' || ngDevMode)) freezeData(value);
    setField(instance, name, final);
  }

  /**
   * Starts to collect the children of a node. Returns the children that have been collected so far for the outer node.
   */
  #collect(): Node[] | undefined {
    const outer = this.#children;
    this.#children = [];
    return outer;
  }

  /** Links a node to its children. Does nothing in a draft, because a draft has no edges. */
  #link(node: Node, children: readonly Node[]): void {
    if (this.base === undefined) node.link(children);
  }

  #mergedOf(types: readonly EntityType[]): MergedList {
    const key = keyOfTypes(types);
    let list = this.merged.get(key);
    if (list === undefined) this.merged.set(key, (list = new MergedList(types)));
    return list;
  }

  /**
   * Discards the values that the failed read began to compute, so that no later read returns an incomplete instance.
   */
  #discardStarted(): void {
    this.#unfilled.length = 0;
    for (const node of this.#started) {
      node.state = DROPPED;
      if (isEntityCell(node)) node.instance = undefined;
    }
    for (const type of this.types.values()) type.allList.membersChanged();
  }
}

function freeze(instance: Entity): void {
  if (typeof ngDevMode === 'undefined' || ngDevMode) Object.freeze(instance);
}
