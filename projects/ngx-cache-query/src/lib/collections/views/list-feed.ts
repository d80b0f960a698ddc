import { RowChangeFeed, type RowMarker, type Source } from '../../graph/source';
import type { EntityType } from '../../graph/entity-type';
import type { RowObserver } from '../../graph/row-observer';
import type { Pk } from '../../schema/entity/pk';
import type { Fields } from '../../util/plain-data';
import type { ListPlan } from '../list-plan';

/**
 * The entities of one class in one list, each with a number that says its place: items that stay where
 * they are keep theirs, so that a change of the list concerns only what came, went or moved.
 */
export class ListFeed extends RowChangeFeed {
  /** The place of each item, by its key. */
  readonly #places = new Map<unknown, number>();
  #items: readonly unknown[] = NONE;
  /** Follows the row of the list. */
  readonly #ofList: RowObserver = {
    rowChanged: ({ pk, after }, touched) => {
      if (pk !== this.pk) return;
      this.#take(after);
      this.#touch(touched);
    },
  };
  /** Follows the entities of the class. */
  readonly #ofMembers: RowObserver = {
    rowChanged: ({ pk }, touched) => this.#memberChanged(pk, touched),
    instanceChanged: (pk, touched) => this.#memberChanged(pk, touched),
  };

  /**
   * @param list what the list is
   * @param lists the class of the rows of lists
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
    lists.observers.add(this.#ofList);
    type.observers.add(this.#ofMembers);
    this.#take(lists.table.get(pk));
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

  /** Where an entity stands in the list. */
  override positionOf(pk: Pk): number {
    return this.#places.get(this.#keyOf(pk))!;
  }

  /** The list references its items. */
  override markRows(retainer: RowMarker): void {
    retainer.row(this.lists.table, this.pk);
  }

  end(): void {
    this.lists.observers.delete(this.#ofList);
    this.type.observers.delete(this.#ofMembers);
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

  /** Compares with the items before: those at the beginning and the end that are the same keep their places. */
  #take(row: Fields | undefined): void {
    const before = this.#items;
    const after = (row?.['items'] ?? NONE) as readonly unknown[];
    let [start, end] = [0, 0];
    const most = Math.min(before.length, after.length);
    const isSame = (a: unknown, b: unknown) => this.list.keyOf(a) === this.list.keyOf(b);
    while (start < most && isSame(before[start], after[start])) start++;
    while (end < most - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
    for (const item of before.slice(start, before.length - end)) {
      this.#places.delete(this.list.keyOf(item));
      this.#note(item);
    }
    this.#items = after;
    this.#place(after, start, after.length - end);
  }

  /** Gives places to the items from `start` to `end`, between those beside them. */
  #place(items: readonly unknown[], start: number, end: number): void {
    const count = end - start;
    const last = this.#places.get(this.list.keyOf(items[start - 1]));
    const next = this.#places.get(this.list.keyOf(items[end]));
    const from = last ?? (next ?? 0) - count - 1;
    const step = ((next ?? from + count + 1) - from) / (count + 1);
    if (from + step === from && count > 0) return this.#place(items, 0, items.length);
    for (let i = start; i < end; i++) {
      this.#places.set(this.list.keyOf(items[i]), from + step * (i - start + 1));
      this.#note(items[i]);
    }
  }

  #note(item: unknown): void {
    const pk = this.#pkOf(item);
    if (pk !== undefined) this.noteChange(pk);
  }

  /** The key of an entity of the class; `undefined` of one of another class. */
  #pkOf(item: unknown): Pk | undefined {
    const member = this.list.memberOf(item);
    return member?.type === this.type.plan.type ? member.pk : undefined;
  }

  #keyOf(pk: Pk): unknown {
    return this.list.keyOf(this.list.store({ type: this.type.plan.type, pk }));
  }
}

const NONE: readonly never[] = [];
