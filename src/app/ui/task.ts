import { DestroyRef, computed, inject, signal } from '@angular/core';
import { type Observable, type Subscription, finalize } from 'rxjs';
import { Announcer } from './announcer';
import { failureOf } from './failure';

/**
 * A request that a person asked for: whether it runs, why it failed, and how to try again. There is one
 * for each action on each row: what runs for one never keeps another from being sent.
 */
export class Task {
  readonly #underWay = signal(0);
  readonly #error = signal<unknown>(undefined);
  readonly #ended = inject(DestroyRef);
  readonly #announcer = inject(Announcer);
  #retry: (() => void) | undefined;
  #running: Subscription | undefined;
  #typed: string | undefined;

  readonly pending = computed(() => this.#underWay() > 0);
  readonly error = this.#error.asReadonly();

  /**
   * @param lost returns a message about the failure, for users who have left the page meanwhile, or whose row has moved
   * away with the change. Reads have none, because the next page that needs them requests again.
   */
  constructor(private readonly lost?: () => string) {}

  /**
   * Subscribes to `request`, unless the last one still runs: for what is the same a second time. A change
   * is sent to its end even when the component goes away; then `done` is not called any more.
   */
  run<T>(request: Observable<T>, done?: (value: T) => void): void {
    if (!this.pending()) this.#send(request, done);
  }

  /**
   * As `run`, beside whatever still runs: for changes that show at once, where the next one does not wait
   * for the answer. The same `typed` a second time is one request.
   */
  start<T>(typed: string, request: Observable<T>, done?: (value: T) => void): void {
    if (this.pending() && typed === this.#typed) return;
    this.#typed = typed;
    this.#send(request, done);
  }

  /** As `run`, but gives up the last one when it still runs. */
  restart<T>(request: Observable<T>, done?: (value: T) => void): void {
    this.#running?.unsubscribe();
    this.#send(request, done);
  }

  retry(): void {
    this.#retry?.();
  }

  dismiss(): void {
    this.#error.set(undefined);
  }

  #send<T>(request: Observable<T>, done: (value: T) => void = () => undefined): void {
    let runs = true;
    const end = () => {
      if (runs) this.#underWay.update((count) => count - 1);
      runs = false;
    };
    this.#underWay.update((count) => count + 1);
    this.#error.set(undefined);
    this.#running = request.pipe(finalize(end)).subscribe({
      next: (value) => {
        end();
        if (!this.#ended.destroyed) done(value);
      },
      error: (error: unknown) => {
        end();
        const again = () => this.#send(request, done);
        this.#retry = again;
        this.#error.set(error);
        if (this.#ended.destroyed && this.lost) {
          this.#announcer.fail(`${this.lost()} ${failureOf(error).message}`, again);
        }
      },
    });
  }
}
