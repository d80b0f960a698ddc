import type { Plan } from '../schema/plan';
import { EntityList } from './entity-list';
import { type Before, invalidate, type Saved } from './node';
import { search } from '../util/search';
import type { Row } from './row';
import type { Table } from './table';
import type { Tables } from './tables';

/** The list of all entities of one or more classes, in the order of arrival. */
export class TypeList extends EntityList {
  constructor(
    readonly plans: readonly Plan[],
    readonly tables: Tables,
  ) {
    super();
    for (const plan of plans) tables.of(plan).lists.push(this);
  }

  /** The instance of a row changes. */
  rowChanged(row: Row): void {
    this.marked(row);
    invalidate(this, this.tables.journal);
  }

  /** Rows came, left or moved. */
  regroup(): void {
    this.isRegrouped = true;
    invalidate(this, this.tables.journal);
  }

  /** Removes the list from its tables. Called when nothing depends on it. */
  drop(): void {
    for (const plan of this.plans) {
      const { lists } = this.tables.of(plan);
      lists.splice(lists.indexOf(this), 1);
    }
  }

  override get saved(): Saved {
    return 'batch';
  }

  override restore(before: Before): void {
    // Who subscribed inside the batch has the current value, and the others have the one from before.
    if (!this.dirty) this.inner = this.value;
    super.restore(before);
    this.regroup();
  }

  protected collect(): readonly Row[] | undefined {
    const tables = this.plans.map((plan) => this.tables.of(plan));
    if (!isComplete(tables)) return undefined;
    const rows = tables.flatMap((table) => table.all());
    return tables.length > 1 ? rows.sort((a, b) => a.arrival - b.arrival) : rows;
  }

  protected place(row: Row): number {
    const { rows } = this;
    const guess = this.guess(row);
    if (rows[guess] === row) return guess;
    let at = search(rows.length, (i) => rows[i].arrival - row.arrival);
    // Two classes with one key have a row each, with the same arrival number.
    while (rows[at] !== row && rows[at]?.arrival === row.arrival) at++;
    return rows[at] === row ? at : -1;
  }
}

/** Whether the entities of some classes are known. A class without entities need not be. */
export function isComplete(tables: readonly Table[]): boolean {
  return tables.some(({ isKnown }) => isKnown) && !tables.some(({ isPartial }) => isPartial);
}
