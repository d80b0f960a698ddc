import type { Source } from '../graph/source';

/** Up to this number of sources, a linear search is faster than a lookup in a Set. */
const FEW = 8;

/**
 * Collects the sources that a computation reads, without duplicates. Tracking is cheap if the sources are the same as
 * in the last run.
 */
export class Tracker {
  #at = 0;
  #next: Source[] | undefined;
  #seen: Set<Source> | undefined;

  /** @param last the sources of the last run, in order */
  constructor(private readonly last: readonly Source[]) {}

  /** The sources that were read. If they are the same as in the last run, the same array is returned again. */
  get sources(): readonly Source[] {
    const { last } = this;
    // Unlike an array after push(), the copy has no spare capacity.
    return this.#next?.slice() ?? (this.#at === last.length ? last : last.slice(0, this.#at));
  }

  add(source: Source): void {
    if (this.#next === undefined) {
      if (this.last[this.#at] === source) {
        this.#at++;
        return;
      }
      if (this.#isSeen(source)) return;
      this.#next = this.last.slice(0, this.#at);
    } else if (this.#isSeen(source)) return;
    this.#next.push(source);
    this.#seen?.add(source);
  }

  #isSeen(source: Source): boolean {
    const count = this.#next?.length ?? this.#at;
    if (count > FEW) return (this.#seen ??= new Set(this.sources)).has(source);
    const sources = this.#next ?? this.last;
    for (let i = 0; i < count; i++) if (sources[i] === source) return true;
    return false;
  }
}
