import { BehaviorSubject } from 'rxjs';
import type { EntityPlan } from '../schema/entity-plan';
import type { Pk } from '../schema/pk';
import type { Change } from '../store/change-set';
import type { Table } from '../store/table';
import { EntityCell } from './entity-cell';
import type { Source } from './node';
import { TypeList } from './type-list';

/**
 * One entity class as it is read: its cells beside the rows of its table, and a stream that ticks
 * whenever an entity of the class comes, goes or changes.
 */
export class EntityType implements Source {
  /** Cells of rows that are not there, for those who wait for them. */
  readonly absent = new Map<Pk, EntityCell>();
  /** The list of all entities of the type. */
  readonly list = new TypeList(this);
  version = 0;
  readonly #versions = new BehaviorSubject(0);

  /** @param cells the cell of each slot of the table, once it was read */
  constructor(
    readonly plan: EntityPlan,
    readonly table: Table,
    readonly cells: (EntityCell | undefined)[],
  ) {}

  watch(): BehaviorSubject<number> {
    return this.#versions;
  }

  unwatch(): void {
    // A type's stream is as long-lived as the type.
  }

  get isWatched(): boolean {
    return this.#versions.observed;
  }

  bump(): void {
    this.#versions.next(this.version);
  }

  keep(sweep: number): void {
    this.list.keep(sweep);
  }

  /** The cell of a key; made when there is none. */
  cell(pk: Pk): EntityCell {
    const slot = this.table.index.get(pk);
    if (slot !== undefined) return this.cellAt(slot, pk);
    let cell = this.absent.get(pk);
    if (cell === undefined) this.absent.set(pk, (cell = new EntityCell(this, pk)));
    return cell;
  }

  /** The cell of a slot; made when there is none. */
  cellAt(slot: number, pk: Pk): EntityCell {
    return (this.cells[slot] ??= new EntityCell(this, pk));
  }

  /** The cell of a key, if it was ever read. */
  peek(pk: Pk): EntityCell | undefined {
    const slot = this.table.index.get(pk);
    return (slot === undefined ? undefined : this.cells[slot]) ?? this.absent.get(pk);
  }

  /** Moves the cell of a changed row to where the row is now; returns it if there is one. */
  follow({ pk, from, to }: Change): EntityCell | undefined {
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
    else this.absent.delete(cell.pk);
  }
}
