import type { Entity } from '../schema/entity';
import type { Plan } from '../schema/plan';
import { recycle } from '../util/equality';
import { freeze } from './instance';
import { type Before, invalidate, Node } from './node';
import type { EntityNode, Row } from './row';
import type { Tables } from './tables';

/** Above this number of changed rows and a share of the list, all rows are read again. */
const MANY = 1_000;

/** The list of all entities of one or more classes, in the order of arrival. */
export class TypeList extends Node {
  declare value: readonly Entity[] | undefined;
  /** The nodes of the items, parallel to the value. */
  #nodes: EntityNode[] = [];
  #changed: EntityNode[] = [];
  /** Whether rows came, left or moved since the last read. */
  #isRegrouped = true;

  constructor(
    readonly plans: readonly Plan[],
    private readonly tables: Tables,
  ) {
    super();
    for (const table of new Set(plans.map((plan) => tables.of(plan)))) table.lists.push(this);
  }

  add(node: EntityNode): void {
    if (!this.#isRegrouped && this.#changed.push(node) > MANY + this.#nodes.length / 4) {
      this.#isRegrouped = true;
    }
    invalidate(this, this.tables.journal);
  }

  regroup(): void {
    this.#isRegrouped = true;
    invalidate(this, this.tables.journal);
  }

  /** Drops the value and the nodes. */
  drop(): void {
    this.regroup();
    this.value = undefined;
    this.#nodes = [];
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
    else if (this.#isRegrouped || this.value === undefined) this.value = this.#make();
    else this.value = this.#patch(this.value);
    this.#isRegrouped = !isKnown;
    this.#changed = [];
    this.dirty = false;
    if (this.value) freeze(this.value);
    return this.value;
  }

  /** Replaces the items that have changed: one copy of the array, and no walk over the items. */
  #patch(last: readonly Entity[]): readonly Entity[] {
    let all: Entity[] | undefined;
    for (const node of this.#changed) {
      const at = this.#place(node);
      if (this.#nodes[at] !== node) continue;
      const item = node.read()!;
      if (item !== (all ?? last)[at]) (all ??= last.slice())[at] = item;
    }
    return all ?? last;
  }

  #make(): readonly Entity[] {
    const nodes = this.#collect();
    const items = new Array<Entity>(nodes.length);
    for (let i = 0; i < nodes.length; i++) items[i] = nodes[i].read()!;
    this.#nodes = nodes;
    return recycle(this.value, items);
  }

  #collect(): EntityNode[] {
    const { plans, tables } = this;
    const [plan] = plans;
    const table = tables.of(plan);
    if (plans.length === 1) {
      const rows = table.all();
      return plan === table.plan ? rows.slice() : rows.map((row) => table.face(plan, row));
    }
    const nodes = plans.flatMap((each) => {
      const of = tables.of(each);
      return of.all().map((row: Row) => of.face(each, row));
    });
    return nodes.sort((a, b) => a.row.arrival - b.row.arrival);
  }

  /** Returns the place of the first node of a row, or of the node itself. */
  #place(node: EntityNode): number {
    const nodes = this.#nodes;
    const { arrival } = node.row;
    const guess = nodes.length > 0 ? arrival - nodes[0].row.arrival : 0;
    if (nodes[guess] === node) return guess;
    let from = 0;
    let to = nodes.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (nodes[middle].row.arrival < arrival) from = middle + 1;
      else to = middle;
    }
    while (from < nodes.length && nodes[from] !== node && nodes[from].row === node.row) from++;
    return from;
  }
}
