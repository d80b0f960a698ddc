import type { Row } from './row';
import { copyWith, moveItem } from './sorted-rows';
import { SortedSink } from './sorted-sink';

/** The end of a view: its rows as a list, another one only when an item is another one. */
export class ListSink extends SortedSink {
  #shown: unknown[] = [];
  /** The list that is being made of changes that move nothing. */
  #next: unknown[] | undefined;

  protected override replace(before: Row, after: Row): number {
    const at = super.replace(before, after);
    if (!Object.is(before.value, after.value)) {
      this.#next ??= this.#shown.slice();
      this.#next[at] = after.value;
    }
    return at;
  }

  protected override settle(): void {
    if (this.gone.size <= 1 && this.come.size <= 1) this.#settleOne();
    else this.#settleMany();
  }

  protected override value(): unknown {
    this.#shown = this.#next ?? this.#shown;
    this.#next = undefined;
    return this.#shown;
  }

  /** One row went, came, or moved. */
  #settleOne(): void {
    const [before] = this.gone;
    const [after] = this.come;
    // Up to the first place that is touched nothing is another item.
    const isFirst = this.#next === undefined;
    const touched = this.#settle(before, after);
    const start = isFirst ? touched : 0;
    if (sameItems(this.#shown, this.#next!, start)) this.#next = undefined;
  }

  #settle(before: Row | undefined, after: Row | undefined): number {
    if (before === undefined) {
      const to = this.sorted.insert(after!);
      if (this.#next === undefined) this.#next = copyWith(this.#shown, to, after!.value);
      else this.#next.splice(to, 0, after!.value);
      return to;
    }
    const next = (this.#next ??= this.#shown.slice());
    if (after === undefined) {
      const from = this.sorted.remove(before);
      next.splice(from, 1);
      return from;
    }
    const [from, to] = this.sorted.move(before, after);
    moveItem(next, from, to, after.value);
    return Math.min(from, to);
  }

  #settleMany(): void {
    super.settle();
    const next = this.sorted.rows.map(({ value }) => value);
    this.#next = sameItems(this.#shown, next, 0) ? undefined : next;
  }
}

/** Whether two lists have the same items from a place on. */
function sameItems(a: readonly unknown[], b: readonly unknown[], start: number): boolean {
  if (a.length !== b.length) return false;
  for (let i = start; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
