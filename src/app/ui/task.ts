import { DestroyRef, inject, signal } from '@angular/core';
import type { Observable } from 'rxjs';

/** A request that a person asked for: whether it runs, why it failed, and how to try again. */
export class Task {
  readonly #pending = signal(false);
  readonly #error = signal<unknown>(undefined);
  readonly #ended = inject(DestroyRef);
  #retry: (() => void) | undefined;

  readonly pending = this.#pending.asReadonly();
  readonly error = this.#error.asReadonly();

  /**
   * Subscribes to `request`, unless the last one still runs. A change is sent to its end even when
   * the component goes away; then nothing is told any more.
   */
  run<T>(request: Observable<T>, done: (value: T) => void = () => undefined): void {
    if (this.#pending()) return;
    this.#retry = () => this.run(request, done);
    this.#pending.set(true);
    this.#error.set(undefined);
    request.subscribe({
      next: (value) => {
        this.#pending.set(false);
        if (!this.#ended.destroyed) done(value);
      },
      error: (error: unknown) => {
        this.#pending.set(false);
        this.#error.set(error);
      },
      complete: () => this.#pending.set(false),
    });
  }

  retry(): void {
    this.#retry?.();
  }

  dismiss(): void {
    this.#error.set(undefined);
  }
}
