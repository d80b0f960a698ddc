import type { Change } from '../store/change-set';
import type { Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import { recordOf } from '../schema/entity/entity';
import type { Pk } from '../schema/entity/pk';
import type { Table } from '../store/table';
import type { EntityCell } from './entity-type';
import type { EntityType } from './entity-type';
import { Graph } from './graph';
import { type Node, RIGHT } from './node';

/**
 * The cache as an open batch has it: what the batch does not touch is taken over from the committed
 * graph, the rest is made anew and thrown away. It follows the batch, for the price of what is added.
 */
export class Draft {
  /** What is read now. */
  graph: Graph;
  /** Nodes of the committed graph that show something that the batch wrote. */
  readonly #stale = new Set<Node>();
  /** Rows that the batch wrote, by table. */
  readonly #written = new Map<Table, Set<Pk>>();
  #version = -1;
  #followed = 0;

  constructor(
    private readonly committed: Graph,
    private readonly store: Store,
    readonly transaction: Transaction,
  ) {
    this.graph = this.#newGraph();
  }

  /**
   * Takes note of what was written since the last time. What was taken back stays marked, which costs identity and
   * not truth, unless all was: then the committed graph was read meanwhile, and what it shows since is not marked.
   */
  catchUp(): this {
    const { journal } = this.transaction;
    const { changes, version } = journal;
    if (version === this.#version) return this;
    if (journal.lowest < this.#followed) {
      this.#followed = journal.lowest;
      if (this.#followed === 0) {
        this.#stale.clear();
        this.#written.clear();
      }
      this.graph = this.#newGraph();
    }
    journal.lowest = changes.length;
    for (; this.#followed < changes.length; this.#followed++) this.#mark(changes[this.#followed]);
    this.#version = version;
    this.graph.forgetRelated();
    return this;
  }

  /**
   * Hands over to the committed graph what is right there too: instances that show nothing but their
   * row, and lists, for the case that they turn out the same.
   */
  handOver(): void {
    for (const [plan, type] of this.graph.types) {
      const target = this.committed.typeOf(plan);
      for (const { pk, instance } of plan.isFlat ? type.all() : []) {
        if (instance === undefined || recordOf(instance) !== type.table.get(pk)) continue;
        const cell = target.cell(pk);
        if (!cell.isDirty) continue;
        cell.instance = instance;
        cell.state = RIGHT;
      }
      if (type.allList.value !== undefined) target.allList.adopt(type.allList.value);
    }
  }

  #mark(change: Change): void {
    const { table, pk, from, to } = change;
    const written = this.#written.get(table);
    if (written === undefined) this.#written.set(table, new Set([pk]));
    else written.add(pk);
    for (const type of this.graph.byTable.get(table) ?? []) this.#remake(type, change);
    for (const type of this.committed.byTable.get(table) ?? []) {
      this.#reach(type.allList);
      for (const slot of [from, to]) if (slot !== -1) this.#reach(type.cells[slot]);
      this.#reach(type.absent.get(pk));
    }
  }

  /** A row that was written is read again in the draft too. */
  #remake(type: EntityType, change: Change): void {
    const cell = type.moveCell(change);
    cell?.outdate();
    type.allList.membersChanged();
  }

  #reach(first: Node | undefined): void {
    const waiting = first === undefined ? [] : [first];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (this.#stale.has(node)) continue;
      this.#stale.add(node);
      node.pushDependents(waiting);
    }
  }

  #newGraph(): Graph {
    const { committed } = this;
    return new Graph(this.store, {
      cell: (plan, pk) => {
        const type = committed.typeOf(plan);
        const usable = this.#usable(type.peek(pk));
        if (usable !== undefined || !plan.isFlat || this.#written.get(type.table)?.has(pk))
          return usable;
        return type.cell(pk);
      },
      last: (plan, pk) => committed.types.get(plan)?.peek(pk)?.instance,
      list: (plan) => committed.types.get(plan)?.allList.value,
    });
  }

  #usable(cell: EntityCell | undefined): EntityCell | undefined {
    return cell !== undefined && !cell.isDirty && !this.#stale.has(cell) ? cell : undefined;
  }
}
