import { Injectable, type Signal, type WritableSignal, signal } from '@angular/core';
import type { CacheExtension, RequestEvent } from 'ngx-cache-query/extensions';

const kept = 8;

/** The requests of the application: their number, and the newest ones with their current states. */
@Injectable({ providedIn: 'root' })
export class RequestLog {
  readonly #newest = signal<readonly Signal<RequestEvent>[]>([]);
  readonly #count = signal(0);

  readonly newest = this.#newest.asReadonly();
  readonly count = this.#count.asReadonly();

  /** Returns the extension that logs the requests of one cache. Each cache numbers its requests from 1. */
  extension(): CacheExtension {
    const pending = new Map<number, WritableSignal<RequestEvent>>();
    return {
      onRequest: (event) => {
        const logged = pending.get(event.id);
        if (logged) {
          logged.set(event);
          pending.delete(event.id);
          return;
        }
        const request = signal(event);
        pending.set(event.id, request);
        this.#count.update((count) => count + 1);
        this.#newest.update((newest) => [request, ...newest].slice(0, kept));
      },
    };
  }
}
