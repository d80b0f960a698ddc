import { Injectable, inject } from '@angular/core';
import { CacheService, fromEventSource } from 'ngx-cache-query';
import { tap } from 'rxjs';
import { catchUp } from './catch-up';
import { type Change, changeEvents, changeSchema, parseChange, staleAfter } from './change';
import { Connection } from './connection';

/** Writes the server's stream of all changes to the cache, for as long as the application runs. */
@Injectable({ providedIn: 'root' })
export class LiveChanges {
  readonly #cache = inject(CacheService);
  /** The id of the last change that arrived. */
  #last: string | undefined;
  #attempts = 0;

  readonly #connection = new Connection(
    fromEventSource<Change>(() => this.#address(), {
      events: changeEvents,
      parse: parseChange,
      delay: 500,
      maxDelay: 5_000,
      silence: 35_000,
    }),
  );

  readonly state = this.#connection.state;

  /** Starts to write the changes to the cache, in browsers only. On a server, the cache does not connect to streams. */
  start(): void {
    const changes$ = this.#connection.messages$.pipe(tap((change) => this.#note(change)));
    this.#cache.connect(changes$, changeSchema, {
      refetches: staleAfter,
      requestId: ({ call }) => call,
    });
  }

  /** Returns the address at which the stream resumes after the last change, even if this page closed the connection. */
  #address(): string {
    this.#attempts++;
    const last = this.#last;
    return last === undefined ? '/api/changes' : `/api/changes?lastEventId=${last}`;
  }

  #note({ event, id }: Change): void {
    this.#last = id;
    // If the first connection failed, or if the page was disconnected for too long, changes were missed.
    if (event === 'gap' || (event === 'ready' && this.#attempts > 1)) catchUp(this.#cache);
  }
}
