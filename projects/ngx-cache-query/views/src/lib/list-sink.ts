import type { Row } from './row';
import { copyWith, moveItem } from './sorted-rows';
import { SortedSink } from './sorted-sink';

/**
 * The last sink of a view. The result is the list of all rows. If the items stay the same, the list remains the same
 * array.
 */
export class ListSink extends SortedSink {
  #last: unknown[] = [];
  /** The next list while it is being built; otherwise `undefined`. */
  #next: unknown[] | undefined;

  protected override replace(before: Row, after: Row): number {
    const at = super.replace(before, after);
    if (!Object.is(before.value, after.value)) {
      this.#next ??= this.#last.slice();
      this.#next[at] = after.value;
    }
    return at;
  }

  protected override settle(): void {
    if (this.removed.size <= 1 && this.added.size <= 1) this.#settleOne();
    else this.#settleMany();
  }

  protected override value(): unknown {
    this.#last = this.#next ?? this.#last;
    this.#next = undefined;
    return this.#last;
  }

  /** Applies a single change: one row was removed, added or moved. */
  #settleOne(): void {
    const [before] = this.removed;
    const [after] = this.added;
    // If no earlier changes are pending, the items before the first changed position are the same and do not have to be
    // compared.
    const isFirst = this.#next === undefined;
    const touched = this.#settle(before, after);
    const start = isFirst ? touched : 0;
    if (sameItems(this.#last, this.#next!, start)) this.#next = undefined;
  }

  #settle(before: Row | undefined, after: Row | undefined): number {
    if (before === undefined) {
      const to = this.sorted.insert(after!);
      if (this.#next === undefined) this.#next = copyWith(this.#last, to, after!.value);
      else this.#next.splice(to, 0, after!.value);
      return to;
    }
    const next = (this.#next ??= this.#last.slice());
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
    this.#next = sameItems(this.#last, next, 0) ? undefined : next;
  }
}

/** Whether two lists have the same items, beginning at the index `start`. */
function sameItems(a: readonly unknown[], b: readonly unknown[], start: number): boolean {
  if (a.length !== b.length) return false;
  for (let i = start; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
