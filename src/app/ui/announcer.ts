import { Injectable, signal } from '@angular/core';

const readingTime = 5_000;

/** What just happened, for everybody: said by screen readers, shown for a moment. */
@Injectable({ providedIn: 'root' })
export class Announcer {
  readonly #message = signal('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly message = this.#message.asReadonly();

  say(message: string): void {
    clearTimeout(this.#timer);
    this.#message.set(message);
    this.#timer = setTimeout(() => this.#message.set(''), readingTime);
  }
}
