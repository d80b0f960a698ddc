import { DestroyRef, inject, signal } from '@angular/core';
import type { Observable, Subscription } from 'rxjs';
import { Announcer } from './announcer';
import { failureOf } from './failure';

/**
 * A request that a person asked for: whether it runs, why it failed, and how to try again. There is one
 * for each action on each row: what runs for one never keeps another from being sent.
 */
export class Task {
  readonly #pending = signal(false);
  readonly #error = signal<unknown>(undefined);
  readonly #ended = inject(DestroyRef);
  readonly #announcer = inject(Announcer);
  #retry: (() => void) | undefined;
  #next: (() => void) | undefined;
  #running: Subscription | undefined;
  #typed = '';
  #runs = 0;

  readonly pending = this.#pending.asReadonly();
  readonly error = this.#error.asReadonly();

  /**
   * @param lost says what did not work to who has left the page meanwhile; reads have none, since the
   * next page that needs them asks again.
   */
  constructor(private readonly lost?: () => string) {}

  /**
   * Subscribes to `request`, unless the last one still runs: for what is the same a second time. A change
   * is sent to its end even when the component goes away; then `done` is not called any more.
   */
  run<T>(request: Observable<T>, done: (value: T) => void = () => undefined): void {
    if (this.#pending()) return;
    const again = () => this.run(request, done);
    const run = ++this.#runs;
    this.#retry = again;
    this.#pending.set(true);
    this.#error.set(undefined);
    this.#running = request.subscribe({
      next: (value) => {
        this.#pending.set(false);
        if (!this.#ended.destroyed) done(value);
        this.#goOn();
      },
      error: (error: unknown) => {
        this.#pending.set(false);
        this.#error.set(error);
        if (this.#next === undefined && this.#ended.destroyed && this.lost) {
          this.#announcer.fail(`${this.lost()} ${failureOf(error).message}`, again);
        }
        this.#goOn();
      },
      // The one that followed may be on its way by now.
      complete: () => {
        if (run === this.#runs) this.#pending.set(false);
      },
    });
  }

  /**
   * As `run`, but when the last one still runs this one follows it, and of many only the newest: what was
   * typed meanwhile is not dropped. The same `typed` a second time is one request.
   */
  follow<T>(typed: string, request: Observable<T>, done?: (value: T) => void): void {
    if (this.#pending() && typed === this.#typed) return;
    this.#typed = typed;
    if (this.#pending()) this.#next = () => this.run(request, done);
    else this.run(request, done);
  }

  /** As `run`, but gives up the last one when it still runs. */
  restart<T>(request: Observable<T>, done?: (value: T) => void): void {
    this.#running?.unsubscribe();
    this.#pending.set(false);
    this.run(request, done);
  }

  retry(): void {
    this.#retry?.();
  }

  dismiss(): void {
    this.#error.set(undefined);
  }

  #goOn(): void {
    const next = this.#next;
    this.#next = undefined;
    next?.();
  }
}
