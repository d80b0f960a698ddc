import { Injectable, signal } from '@angular/core';

const readingTime = 5_000;

/** A failure of a request whose component no longer exists. */
export interface LateFailure {
  readonly message: string;
  readonly retry: () => void;
}

/** Shows the last outcome for a moment. Screen readers announce it. */
@Injectable({ providedIn: 'root' })
export class Announcer {
  readonly #message = signal('');
  readonly #failures = signal<readonly LateFailure[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly message = this.#message.asReadonly();
  /** Failures stay until the user retries or dismisses them. */
  readonly failures = this.#failures.asReadonly();

  say(message: string): void {
    clearTimeout(this.#timer);
    this.#message.set(message);
    this.#timer = setTimeout(() => this.#message.set(''), readingTime);
  }

  /** Shows a failure until the user retries or dismisses it. */
  fail(message: string, retry: () => void): void {
    this.#failures.update((failures) => [
      ...failures.filter((other) => other.message !== message),
      { message, retry },
    ]);
  }

  retry(failure: LateFailure): void {
    this.dismiss(failure);
    failure.retry();
  }

  dismiss(failure: LateFailure): void {
    this.#failures.update((failures) => failures.filter((other) => other !== failure));
  }
}
