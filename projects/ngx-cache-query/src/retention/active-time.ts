import type { Observable } from 'rxjs';

/** The part of the page that {@link ActiveTime} uses. */
interface Page {
  /** Whether the page is visible and online. */
  readonly isActive: boolean;
  /** Emits whenever {@link isActive} may have changed. */
  readonly changed$: Observable<unknown>;
}

/**
 * Measures how long the page has been visible and online. Time during which the page is hidden or offline does not
 * count. Otherwise, the cache would evict data at a time when the page cannot load it again.
 */
export class ActiveTime {
  #total = 0;
  /** The time of the last update if the page is active; `undefined` while it is not active. */
  #since: number | undefined;

  /** @param clock returns the time in milliseconds */
  constructor(
    private readonly page: Page,
    private readonly clock: () => number,
  ) {
    this.#update();
  }

  /** Starts observing the page. Returns a function that stops observing it. */
  start(): () => void {
    const subscription = this.page.changed$.subscribe(() => this.#update());
    return () => subscription.unsubscribe();
  }

  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  /** Returns how long the page has been active, in milliseconds. */
  now(): number {
    return this.#total + (this.#since === undefined ? 0 : this.clock() - this.#since);
  }

  #update(): void {
    this.#total = this.now();
    this.#since = this.page.isActive ? this.clock() : undefined;
  }
}
