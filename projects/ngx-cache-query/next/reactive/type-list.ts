import type { Entity } from '../schema/entity';
import type { Plan } from '../schema/plan';
import { recycle } from '../util/equality';
import { freeze } from './freeze';
import { type Before, invalidate, Node } from './node';
import type { Row } from './row';
import type { Tables } from './tables';

/** Above this number of changed rows and a share of the list, all rows are read again. */
const MANY = 1_000;

/** The list of all entities of one or more classes, in the order of arrival. */
export class TypeList extends Node {
  declare value: readonly Entity[] | undefined;
  /** The rows of the items, parallel to the value. */
  #rows: Row[] = [];
  #changed: Row[] = [];
  /** Whether rows came, left or moved since the last read. */
  isRegrouped = true;

  constructor(
    readonly plans: readonly Plan[],
    private readonly tables: Tables,
  ) {
    super();
    for (const table of new Set(plans.map((plan) => tables.of(plan)))) table.lists.push(this);
  }

  add(row: Row): void {
    if (!this.isRegrouped && this.#changed.push(row) > MANY + this.#rows.length / 4) {
      this.isRegrouped = true;
    }
    invalidate(this, this.tables.journal);
  }

  regroup(): void {
    this.isRegrouped = true;
    invalidate(this, this.tables.journal);
  }

  /** Drops the value and the nodes. */
  drop(): void {
    this.regroup();
    this.value = undefined;
    this.#rows = [];
  }

  override reads(): void {
    // The tables tell the list which rows change.
  }

  isSaved(isBatch: boolean): boolean {
    return isBatch;
  }

  override restore(before: Before): void {
    this.value = before.value as readonly Entity[] | undefined;
    this.regroup();
  }

  read(): readonly Entity[] | undefined {
    if (!this.dirty) return this.value;
    const isKnown = this.plans.some((plan) => this.tables.of(plan).isKnown);
    if (!isKnown) this.value = undefined;
    else if (this.isRegrouped || this.value === undefined) this.value = this.#make();
    else this.value = this.#patch(this.value);
    this.isRegrouped = !isKnown;
    this.#changed = [];
    this.dirty = false;
    if (this.value) freeze(this.value);
    return this.value;
  }

  /** Replaces the items that have changed: one copy of the array, and no walk over the items. */
  #patch(last: readonly Entity[]): readonly Entity[] {
    let all: Entity[] | undefined;
    for (const row of this.#changed) {
      const at = this.#place(row);
      if (this.#rows[at] !== row) continue;
      const item = row.read()!;
      if (item !== (all ?? last)[at]) (all ??= last.slice())[at] = item;
    }
    return all ?? last;
  }

  #make(): readonly Entity[] {
    const rows = this.#collect();
    const items = new Array<Entity>(rows.length);
    for (let i = 0; i < rows.length; i++) items[i] = rows[i].read()!;
    this.#rows = rows;
    return recycle(this.value, items);
  }

  #collect(): Row[] {
    const [first, ...more] = this.plans.map((plan) => this.tables.of(plan).all());
    if (more.length === 0) return first.slice();
    return [first, ...more].flat().sort((a, b) => a.arrival - b.arrival);
  }

  /** Returns the place of a row. Two classes with one key have a row each, with the same arrival number. */
  #place(row: Row): number {
    const rows = this.#rows;
    const { arrival } = row;
    const guess = rows.length > 0 ? arrival - rows[0].arrival : 0;
    if (rows[guess] === row) return guess;
    let from = 0;
    let to = rows.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (rows[middle].arrival < arrival) from = middle + 1;
      else to = middle;
    }
    while (rows[from]?.arrival === arrival && rows[from] !== row) from++;
    return from;
  }
}
