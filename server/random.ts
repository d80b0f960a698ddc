/** A generator of pseudorandom numbers, which are the same in every run. */
export class Random {
  #state: number;

  constructor(start: number) {
    this.#state = start;
  }

  /** Returns an integer that is at least 0 and less than `end`. */
  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  /** Returns `true` with the given probability. */
  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** Picks a template, and replaces each `{kind}` in it with one of the words of that kind. */
  phrase(templates: readonly string[], words: Readonly<Record<string, string>>): string {
    const word = (_gap: string, kind: string) => this.pick(words[kind].split(', '));
    return this.pick(templates).replace(/\{(\w+)\}/g, word);
  }

  /** Returns the same items in a random order. */
  shuffle<T>(list: readonly T[]): T[] {
    const shuffled = [...list];
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]];
    }
    return shuffled;
  }

  /** mulberry32 */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
