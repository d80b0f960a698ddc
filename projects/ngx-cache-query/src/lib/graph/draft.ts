import type { Change } from '../store/change-set';
import type { Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import { recordOf } from '../schema/entity/entity';
import type { Pk } from '../schema/entity/pk';
import type { Table } from '../store/table';
import type { EntityCell } from './entity-type';
import type { EntityType } from './entity-type';
import { Graph } from './graph';
import { type Node, CURRENT } from './node';

/**
 * The graph for reads inside an open batch. The draft reuses each value of the committed graph that the batch has not
 * changed. The draft computes all other values itself. When the batch ends, the computed values are discarded, except
 * those that {@link Draft.handOver} passes to the committed graph. After each write, the draft processes only the new
 * changes.
 */
export class Draft {
  /** The graph to read from. A rollback within the batch replaces it with a new graph. */
  graph: Graph;
  /** Nodes of the committed graph that the draft cannot reuse, because they contain rows that the batch wrote. */
  readonly #stale = new Set<Node>();
  /** Maps each table to the keys of the rows that the batch wrote. */
  readonly #written = new Map<Table, Set<Pk>>();
  #version = -1;
  /** The number of journal changes that have been processed. */
  #processed = 0;

  constructor(
    private readonly committed: Graph,
    private readonly store: Store,
    readonly transaction: Transaction,
  ) {
    this.graph = this.#newGraph();
  }

  /**
   * Processes the writes since the last call. Returns the draft.
   *
   * A partial rollback does not restore the sets of stale nodes and written rows. Later reads then create some new
   * instances, even though the committed ones could have been reused. The new instances have the correct data, but are
   * not identical to the committed ones.
   *
   * After a complete rollback, later reads use the committed graph again and can create nodes in this graph. Therefore
   * a complete rollback must clear the sets. One of these new nodes can contain a node that is in the set of stale
   * nodes. If the set were kept, a write that affects the contained node would not mark the new node as stale, because
   * marking stops at nodes that are already in the set.
   */
  catchUp(): this {
    const { journal } = this.transaction;
    const { changes, version } = journal;
    if (version === this.#version) return this;
    if (journal.lowest < this.#processed) {
      this.#processed = journal.lowest;
      if (this.#processed === 0) {
        this.#stale.clear();
        this.#written.clear();
      }
      this.graph = this.#newGraph();
    }
    journal.lowest = changes.length;
    for (; this.#processed < changes.length; this.#processed++)
      this.#mark(changes[this.#processed]);
    this.#version = version;
    this.graph.dropRelated();
    return this;
  }

  /**
   * Passes reusable values to the committed graph. The reusable values are lists, and also instances of those classes
   * that have no relations or deserializers. An instance is passed only if its record was committed. The committed
   * graph returns a list that was passed to it only if the list contains exactly the current items.
   */
  handOver(): void {
    for (const [plan, type] of this.graph.types) {
      const target = this.committed.typeOf(plan);
      for (const { pk, instance } of plan.isFlat ? type.all() : []) {
        if (instance === undefined || recordOf(instance) !== type.table.get(pk)) continue;
        const cell = target.cell(pk);
        if (!cell.isDirty) continue;
        cell.instance = instance;
        cell.state = CURRENT;
      }
      if (type.allList.value !== undefined) target.allList.adopt(type.allList.value);
    }
  }

  #mark(change: Change): void {
    const { table, pk, from, to } = change;
    const written = this.#written.get(table);
    if (written === undefined) this.#written.set(table, new Set([pk]));
    else written.add(pk);
    for (const type of this.graph.byTable.get(table) ?? []) this.#outdate(type, change);
    for (const type of this.committed.byTable.get(table) ?? []) {
      this.#reach(type.allList);
      for (const slot of [from, to]) if (slot !== -1) this.#reach(type.cells[slot]);
      this.#reach(type.absent.get(pk));
    }
  }

  #outdate(type: EntityType, change: Change): void {
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
