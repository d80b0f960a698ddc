import type { Source } from '../graph/source';

/** Up to so many sources a search is faster than a set. */
const FEW = 8;

/** Collects the sources that a computation reads, each once. It is cheap when they are the same as the last time. */
export class Tracker {
  #at = 0;
  #next: Source[] | undefined;
  #seen: Set<Source> | undefined;

  /** @param last the sources of the last run, in order */
  constructor(private readonly last: readonly Source[]) {}

  /** The sources that were read; the same array as the last time when they are the same. */
  get sources(): readonly Source[] {
    const { last } = this;
    // A copy has no more room than it needs.
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
