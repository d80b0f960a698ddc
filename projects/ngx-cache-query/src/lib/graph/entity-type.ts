import { type EntityPlan, planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { EntityClass } from '../schema/schema';
import type { Change } from '../store/change-set';
import type { Deserialized } from '../store/deserialized';
import type { Table } from '../store/table';
import { VersionSource, RowChangeFeed, type RowMarker, type Source } from './source';
import { Cell } from './entity-cell';
import type { Node } from './node';
import { Indexes } from './indexes/indexes';
import type { RowObserver } from './row-observer';
import { TypeList } from './type-list';

/** The only relation of a class, to one whose instances are whole as soon as they are made. */
interface Join {
  readonly name: string;
  readonly plan: EntityPlan;
  /** Where it leads; known when a row needs it first. */
  target: EntityType | undefined;
}

/**
 * One entity class as it is read: its cells beside the rows of its table, and a stream that ticks
 * whenever an entity of the class comes, goes or changes.
 */
export class EntityType extends RowChangeFeed {
  /** Cells of rows that are not there, for those who wait for them. */
  readonly absent = new Map<Pk, EntityCell>();
  /** The list of all entities of the type. */
  readonly allList = new TypeList<EntityCell>(this);
  /** Ticks when the type becomes known, or unknown again. */
  readonly knowledge = new VersionSource();
  /** How many live results follow its rows, or some of them: all that was read is kept for them. */
  incrementalResults = 0;
  /** What follows its rows while a commit is applied. */
  readonly observers = new Set<RowObserver>();
  /** What the deserializers of the class made of rows that were written. */
  readonly deserialized: Deserialized | undefined;
  #join: Join | null | undefined;
  #indexes: Indexes | undefined;

  /** @param cells the cell of each slot of the table, once it was read */
  constructor(
    readonly plan: EntityPlan,
    readonly table: Table,
    readonly cells: (EntityCell | undefined)[],
  ) {
    super();
    this.deserialized = table.deserialized?.find((each) => each.plan === plan);
  }

  /** Drops keys of indexes that nothing reads. */
  sweepIndexes(sweep: number): void {
    this.#indexes?.sweep(sweep);
  }

  /** Its indexes; they follow the rows from the first use on. */
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

  override markRows(retainer: RowMarker): void {
    retainer.all(this.table);
  }

  /** The cell of a key; made when there is none. */
  cell(pk: Pk): EntityCell {
    const slot = this.table.index.get(pk);
    if (slot !== undefined) return this.cellAt(slot, pk);
    const known = this.table.keyOf(pk);
    if (known !== pk) return this.cell(known);
    let cell = this.absent.get(pk);
    if (cell === undefined) this.absent.set(pk, (cell = new Cell<EntityType>(this, pk)));
    return cell;
  }

  /** The cell of a slot; made when there is none. */
  cellAt(slot: number, pk: Pk): EntityCell {
    return (this.cells[slot] ??= new Cell<EntityType>(this, pk));
  }

  /** The cell of a key, if it was ever read. */
  peek(pk: Pk): EntityCell | undefined {
    const slot = this.table.index.get(pk);
    return (slot === undefined ? undefined : this.cells[slot]) ?? this.absent.get(pk);
  }

  /** The relation of the class, when it has only one, to a class without any; else `null`. */
  get join(): Join | null {
    return this.#join === undefined ? (this.#join = joinOf(this.plan)) : this.#join;
  }

  /** Moves the cell of a changed row to where the row is now; returns it if there is one. */
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

  /** Every cell that there is. */
  *all(): Generator<EntityCell> {
    for (const cell of this.cells) if (cell !== undefined) yield cell;
    yield* this.absent.values();
  }

  /** Forgets a cell. */
  drop(cell: EntityCell): void {
    cell.link([]);
    const slot = this.table.index.get(cell.pk);
    if (slot !== undefined && this.cells[slot] === cell) this.cells[slot] = undefined;
    else if (this.absent.get(cell.pk) === cell) this.absent.delete(cell.pk);
  }

  /**
   * Lets go of an instance that nobody shows, and keeps only what says when it changes. What is read
   * elsewhere is left alone.
   */
  dropInstance(cell: EntityCell, sweep: number): void {
    if (cell.isShown || cell.isWatched) return;
    if (cell.isHeld || cell.readAt === sweep || this.allList.value !== undefined) return;
    if (cell.children.length === 0) this.drop(cell);
    else cell.dropInstance();
  }

  /** Notes, everywhere, that a row shows something else. */
  noteShownChange(pk: Pk, touched: Set<Source>): void {
    this.noteChange(pk);
    for (const each of this.observers) each.shownChanged?.(pk, touched);
  }
}

/** What reading needs of one row. */
export type EntityCell = Cell<EntityType>;

/** Whether a node is the cell of a row. */
export function isEntityCell(node: Node): node is EntityCell {
  return node instanceof Cell;
}

function joinOf(plan: EntityPlan): Join | null {
  if (!plan.hasOneRelation) return null;
  const [[name, schema]] = plan.relations;
  const target = planOf(schema as EntityClass);
  // What every object has under that name is not the row's own.
  if (!target.isFlat || plan.isReserved(name) || name in Object.prototype) return null;
  return { name, plan: target, target: undefined };
}

/** Whether anything is known of some types together; not of those of which rows were released. */
export function areKnown(types: readonly EntityType[]): boolean {
  let isKnown = false;
  for (const { table } of types) {
    if (table.isKnown) isKnown = true;
    else if (table.knowledge === 'partial') return false;
  }
  return isKnown;
}
