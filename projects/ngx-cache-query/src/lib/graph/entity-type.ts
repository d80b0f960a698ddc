import { type EntityPlan, planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { EntityClass } from '../schema/schema';
import type { Change } from '../store/change-set';
import type { Deserialized } from '../store/deserialized-values';
import type { Table } from '../store/table';
import { VersionSource, RowChangeFeed, type RowMarker, type Source } from './source';
import { Cell } from './entity-cell';
import type { Node } from './node';
import { Indexes } from './indexes/indexes';
import type { RowObserver } from './row-observer';
import { TypeList } from './type-list';

/**
 * The relation of a class that has exactly one relation and no deserializers. The relation must reference a single
 * entity, and the class of that entity must have no relations or deserializers.
 */
interface Join {
  readonly name: string;
  readonly plan: EntityPlan;
  /** The type of the related class. Set on first use. */
  target: EntityType | undefined;
}

/**
 * Represents one Entity class in the graph. It has a cell for each row that was read. It is also a source whose version
 * increases whenever an entity of the class is added, changed or removed.
 */
export class EntityType extends RowChangeFeed {
  /**
   * The cells of keys without a row. The cells are kept so that subscribers are notified when a row with such a key
   * is added.
   */
  readonly absent = new Map<Pk, EntityCell>();
  /** The list of all entities of the type. */
  readonly allList = new TypeList<EntityCell>(this);
  /** The source that changes when the type becomes known or unknown. */
  readonly knowledge = new VersionSource();
  /**
   * The number of incremental results that use rows of the type. While this number is not 0, a sweep drops no cells of
   * the type.
   */
  incrementalResults = 0;
  /** The observers to call for each changed row while a commit is applied. */
  readonly observers = new Set<RowObserver>();
  /** The values that the deserializers of the class returned for written rows. */
  readonly deserialized: Deserialized | undefined;
  #join: Join | null | undefined;
  #indexes: Indexes | undefined;

  /** @param cells the column of cells, by slot; a slot has a cell after its row was read */
  constructor(
    readonly plan: EntityPlan,
    readonly table: Table,
    readonly cells: (EntityCell | undefined)[],
  ) {
    super();
    this.deserialized = table.deserialized?.find((values) => values.plan === plan);
  }

  /** Drops unused index buckets. */
  sweepIndexes(sweep: number): void {
    this.#indexes?.sweep(sweep);
  }

  /** The indexes of the type. They are created on first use and are kept up to date from then on. */
  get indexes(): Indexes {
    if (this.#indexes === undefined) {
      this.#indexes = new Indexes(this.plan, this.table);
      this.observers.add(this.#indexes);
    }
    return this.#indexes;
  }

  get size(): number {
    return this.table.size;
  }

  has(pk: Pk): boolean {
    return this.table.index.has(pk);
  }

  keys(): Iterable<Pk> {
    return this.table.index.keys();
  }

  positionOf(_pk: Pk, slot: number): number {
    return this.table.insertionOrders[slot];
  }

  override markRead(sweep: number): void {
    this.allList.markRead(sweep);
  }

  override markRows(marker: RowMarker): void {
    marker.all(this.table);
  }

  /** Returns the cell of a key. Creates the cell if it does not exist yet. */
  cell(pk: Pk): EntityCell {
    const slot = this.table.index.get(pk);
    if (slot !== undefined) return this.cellAt(slot, pk);
    const current = this.table.keyOf(pk);
    if (current !== pk) return this.cell(current);
    let cell = this.absent.get(pk);
    if (cell === undefined) this.absent.set(pk, (cell = new Cell<EntityType>(this, pk)));
    return cell;
  }

  /** Returns the cell of a slot. Creates the cell if it does not exist yet. */
  cellAt(slot: number, pk: Pk): EntityCell {
    return (this.cells[slot] ??= new Cell<EntityType>(this, pk));
  }

  /** Returns the cell of a key, or `undefined` if the key has no cell yet. */
  peek(pk: Pk): EntityCell | undefined {
    const slot = this.table.index.get(pk);
    return (slot === undefined ? undefined : this.cells[slot]) ?? this.absent.get(pk);
  }

  /** The {@link Join} of the class, or `null` if the class has none. */
  get join(): Join | null {
    return this.#join === undefined ? (this.#join = joinOf(this.plan)) : this.#join;
  }

  /**
   * Moves the {@link EntityCell} of a changed row to the row's new slot.
   *
   * @returns the cell, or `undefined` if the row has no cell
   */
  moveCell({ pk, from, to }: Change): EntityCell | undefined {
    if (from === to) return this.cells[to];
    const cell = from === -1 ? this.absent.get(pk) : this.cells[from];
    if (from !== -1) this.cells[from] = undefined;
    else this.absent.delete(pk);
    if (cell === undefined) return undefined;
    if (to === -1) this.absent.set(pk, cell);
    else this.cells[to] = cell;
    return cell;
  }

  *all(): Generator<EntityCell> {
    for (const cell of this.cells) if (cell !== undefined) yield cell;
    yield* this.absent.values();
  }

  /** Removes a cell and the edges to its children. */
  drop(cell: EntityCell): void {
    cell.link([]);
    const slot = this.table.index.get(cell.pk);
    if (slot !== undefined && this.cells[slot] === cell) this.cells[slot] = undefined;
    else if (this.absent.get(cell.pk) === cell) this.absent.delete(cell.pk);
  }

  /**
   * Drops the instance that an incremental result has read from a cell. Does nothing if the instance is still used
   * elsewhere. A cell without children is dropped as a whole. A cell with children keeps its edges, because changes to
   * the children must still reach it.
   */
  dropInstance(cell: EntityCell, sweep: number): void {
    if (cell.hasDependents || cell.isWatched) return;
    if (cell.held !== undefined || cell.readAt === sweep || this.allList.value !== undefined)
      return;
    if (cell.children.length === 0) this.drop(cell);
    else cell.dropInstance();
  }

  /** Reports that the instance of a row changed through its relations, although the row itself is unchanged. */
  noteInstanceChange(pk: Pk, touched: Set<Source>): void {
    this.noteChange(pk);
    for (const observer of this.observers) observer.instanceChanged?.(pk, touched);
  }
}

/** The cell of a row, if the row is an entity. */
export type EntityCell = Cell<EntityType>;

/** Whether a node is the cell of an entity. */
export function isEntityCell(node: Node): node is EntityCell {
  return node instanceof Cell;
}

function joinOf(plan: EntityPlan): Join | null {
  if (!plan.hasOneRelation) return null;
  const [[name, schema]] = plan.relations;
  const target = planOf(schema as EntityClass);
  // `Graph.#fillAtOnce` reads the field without checking that it is an own property of the record. Therefore the name
  // of the field must not be a member of Object.prototype.
  if (!target.isFlat || plan.isReserved(name) || name in Object.prototype) return null;
  return { name, plan: target, target: undefined };
}

/**
 * Whether the list of all entities of `types` is known. This is true if at least one of the types is known and none of
 * them is partial.
 */
export function areKnown(types: readonly EntityType[]): boolean {
  let isKnown = false;
  for (const { table } of types) {
    if (table.isKnown) isKnown = true;
    else if (table.knowledge === 'partial') return false;
  }
  return isKnown;
}
