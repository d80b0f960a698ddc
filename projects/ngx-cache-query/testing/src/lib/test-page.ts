import { filter, map, merge, type Observable, Subject } from 'rxjs';

/** The simulated page of a cache under test. It is visible and online initially. */
export class TestPage {
  readonly #focused = new Subject<void>();
  readonly #reconnected = new Subject<void>();
  readonly #changed = new Subject<void>();
  #isVisible = true;
  #isOnline = true;

  /** @internal */
  readonly focused$: Observable<unknown> = this.#focused;
  /** @internal */
  readonly reconnected$: Observable<unknown> = this.#reconnected;
  /** @internal */
  readonly changed$: Observable<unknown> = this.#changed;
  /** @internal */
  readonly active$: Observable<void> = merge(this.#focused, this.#reconnected).pipe(
    filter(() => this.isActive),
    map(() => undefined),
  );

  /** Whether the page is visible and online. */
  get isActive(): boolean {
    return this.#isVisible && this.#isOnline;
  }

  /** Focuses the page, as if the user returned from another window. */
  focus(): void {
    this.#focused.next();
  }

  /** Hides the page, as if the user switched to another tab. */
  hide(): void {
    this.#isVisible = false;
    this.#changed.next();
  }

  /** Shows the page again. */
  show(): void {
    this.#isVisible = true;
    this.#changed.next();
    this.#focused.next();
  }

  /** Disconnects the page from the network. Fixtures still respond. */
  goOffline(): void {
    this.#isOnline = false;
    this.#changed.next();
  }

  /** Connects the page to the network again. */
  goOnline(): void {
    this.#isOnline = true;
    this.#changed.next();
    this.#reconnected.next();
  }
}
