/** When the cache was used last before each pass of a retention: a row that no pass reached since was not in use since. */
export class UseTimes {
  /** Those that are not too long ago. */
  readonly #times: { readonly pass: number; readonly at: number }[] = [];
  /** The last pass before which the last use is too long ago. */
  #due = 0;
  #last: number;

  /** @param time milliseconds after which a use is too long ago */
  constructor(
    private readonly time: number,
    private readonly now: () => number,
  ) {
    this.#last = now();
  }

  /** Notes a use. */
  note(): void {
    this.#last = this.now();
  }

  /** Notes that a pass begins. */
  begin(pass: number): void {
    if (this.time < Infinity) this.#times.push({ pass, at: this.#last });
  }

  /** The pass such that rows that were reached last before it are due. */
  due(now: number): number {
    while (this.#times.length > 0 && now - this.#times[0].at >= this.time) {
      this.#due = this.#times.shift()!.pass;
    }
    return this.#due;
  }

  /** Milliseconds until the next rows are due. */
  next(now: number): number {
    const [first] = this.#times;
    return first === undefined ? Infinity : first.at + this.time - now;
  }
}
