/**
 * Records, for each collection cycle, the time of the last use of the cache before the cycle began. If neither a given
 * cycle nor a later one marked a row, the row has been unused since the time recorded for the given cycle.
 */
export class UseTimes {
  /**
   * The recorded times that have not expired, oldest first. An entry contains a time, and the number of the cycle that
   * began after this time.
   */
  readonly #times: { readonly cycle: number; readonly at: number }[] = [];
  /** The cycle of the last entry that has expired. */
  #expired = 0;
  #last: number;

  /** @param time how long a row stays in the cache after its last use, in milliseconds */
  constructor(
    private readonly time: number,
    private readonly now: () => number,
  ) {
    this.#last = now();
  }

  /** Records that the cache is in use now. */
  record(): void {
    this.#last = this.now();
  }

  /** Called when a collection cycle begins. */
  begin(cycle: number): void {
    if (this.time < Infinity) this.#times.push({ cycle, at: this.#last });
  }

  /**
   * Returns the number of the oldest cycle whose marks still keep rows in the cache. A row whose last mark is from an
   * earlier cycle has expired.
   */
  firstKeptCycle(now: number): number {
    while (this.#times.length > 0 && now - this.#times[0].at >= this.time) {
      this.#expired = this.#times.shift()!.cycle;
    }
    return this.#expired;
  }

  /**
   * Returns the number of milliseconds until the oldest entry expires. An entry expires when the retention time has
   * passed since its timestamp.
   */
  nextExpiry(now: number): number {
    const [first] = this.#times;
    return first === undefined ? Infinity : first.at + this.time - now;
  }
}
