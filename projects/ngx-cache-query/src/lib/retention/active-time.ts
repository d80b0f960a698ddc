import type { Observable } from 'rxjs';

/** The page, as {@link ActiveTime} needs it. */
interface Page {
  /** Whether the page is visible and online. */
  readonly isActive: boolean;
  /** Emits when {@link isActive} may have changed. */
  readonly changed$: Observable<unknown>;
}

/**
 * The time during which the page was visible and online. Otherwise a page would lose its data while the laptop sleeps or
 * has no network, when it cannot load the data again.
 */
export class ActiveTime {
  #total = 0;
  /** The time at which the page became active; `undefined` while it is not active. */
  #since: number | undefined;

  /** @param clock returns the time in milliseconds */
  constructor(
    private readonly page: Page,
    private readonly clock: () => number,
  ) {
    this.#update();
  }

  /** Observes the page. Returns a function that ends the observation. */
  start(): () => void {
    const subscription = this.page.changed$.subscribe(() => this.#update());
    return () => subscription.unsubscribe();
  }

  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  /** Returns the milliseconds of activity until now. */
  now(): number {
    return this.#total + (this.#since === undefined ? 0 : this.clock() - this.#since);
  }

  #update(): void {
    this.#total = this.now();
    this.#since = this.page.isActive ? this.clock() : undefined;
  }
}
