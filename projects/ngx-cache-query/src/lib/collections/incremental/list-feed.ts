import { RowChangeFeed, type RowMarker, type Source } from '../../graph/source';
import type { EntityType } from '../../graph/entity-type';
import type { RowObserver } from '../../graph/row-observer';
import type { Pk } from '../../schema/entity/pk';
import type { Fields } from '../../util/plain-data';
import type { ListPlan } from '../list-plan';

/**
 * Provides those entities of a list that belong to one class, as rows for an incremental result. Each item has a number
 * that determines its position. Items that do not move keep their numbers. Therefore a change to the list affects only
 * items that were added, removed or moved.
 */
export class ListFeed extends RowChangeFeed {
  /** Maps the key of each item to the number that determines the position of the item. */
  readonly #places = new Map<unknown, number>();
  #items: readonly unknown[] = NONE;
  /** Observes the row of the list. */
  readonly #listObserver: RowObserver = {
    rowChanged: ({ pk, after }, touched) => {
      if (pk !== this.pk) return;
      this.#update(after);
      this.#touch(touched);
    },
  };
  /** Observes the entities of the class. */
  readonly #memberObserver: RowObserver = {
    rowChanged: ({ pk }, touched) => this.#memberChanged(pk, touched),
    instanceChanged: (pk, touched) => this.#memberChanged(pk, touched),
  };

  /**
   * @param list the plan of the Collection
   * @param lists the class whose rows are the lists
   * @param pk the key of the list
   * @param type the class of the entities
   */
  constructor(
    private readonly list: ListPlan,
    private readonly lists: EntityType,
    private readonly pk: Pk,
    private readonly type: EntityType,
  ) {
    super();
    lists.observers.add(this.#listObserver);
    type.observers.add(this.#memberObserver);
    this.#update(lists.table.get(pk));
  }

  get size(): number {
    return this.#places.size;
  }

  has(pk: Pk): boolean {
    return this.#places.has(this.#keyOf(pk));
  }

  *keys(): Generator<Pk> {
    for (const item of this.#items) {
      const pk = this.#pkOf(item);
      if (pk !== undefined) yield pk;
    }
  }

  /** Returns the number that determines the position of an entity in the list. */
  override positionOf(pk: Pk): number {
    return this.#places.get(this.#keyOf(pk))!;
  }

  /** Marks only the row of the list. This is sufficient, because that row references the items. */
  override markRows(marker: RowMarker): void {
    marker.row(this.lists.table, this.pk);
  }

  end(): void {
    this.lists.observers.delete(this.#listObserver);
    this.type.observers.delete(this.#memberObserver);
  }

  #memberChanged(pk: Pk, touched: Set<Source>): void {
    if (!this.has(pk)) return;
    this.noteChange(pk);
    this.#touch(touched);
  }

  #touch(touched: Set<Source>): void {
    if (touched.has(this)) return;
    this.version++;
    touched.add(this);
  }

  /** Replaces the items of the list. Unchanged items at the beginning and at the end of the list keep their numbers. */
  #update(row: Fields | undefined): void {
    const before = this.#items;
    const after = (row?.['items'] ?? NONE) as readonly unknown[];
    let [start, end] = [0, 0];
    const most = Math.min(before.length, after.length);
    const isSame = (a: unknown, b: unknown) => this.list.keyOf(a) === this.list.keyOf(b);
    while (start < most && isSame(before[start], after[start])) start++;
    while (end < most - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
    for (const item of before.slice(start, before.length - end)) {
      this.#places.delete(this.list.keyOf(item));
      this.#noteItem(item);
    }
    this.#items = after;
    this.#assignPlaces(after, start, after.length - end);
  }

  /**
   * Assigns new numbers to the items from `start` to `end`. The numbers lie between the numbers of the neighboring
   * items. If the numbers of the neighboring items are too close together, all items get new numbers.
   */
  #assignPlaces(items: readonly unknown[], start: number, end: number): void {
    const count = end - start;
    const last = this.#places.get(this.list.keyOf(items[start - 1]));
    const next = this.#places.get(this.list.keyOf(items[end]));
    const from = last ?? (next ?? 0) - count - 1;
    const step = ((next ?? from + count + 1) - from) / (count + 1);
    if (from + step === from && count > 0) return this.#assignPlaces(items, 0, items.length);
    for (let i = start; i < end; i++) {
      this.#places.set(this.list.keyOf(items[i]), from + step * (i - start + 1));
      this.#noteItem(items[i]);
    }
  }

  #noteItem(item: unknown): void {
    const pk = this.#pkOf(item);
    if (pk !== undefined) this.noteChange(pk);
  }

  /** Returns the pk of an item, or `undefined` if the item is an entity of another class. */
  #pkOf(item: unknown): Pk | undefined {
    const member = this.list.memberOf(item);
    return member?.type === this.type.plan.type ? member.pk : undefined;
  }

  #keyOf(pk: Pk): unknown {
    return this.list.keyOf(this.list.store({ type: this.type.plan.type, pk }));
  }
}

const NONE: readonly never[] = [];
