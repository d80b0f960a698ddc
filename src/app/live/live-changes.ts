import { Injectable, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { fromEventSource } from 'ngx-cache-query/streams';
import { filter, map, tap } from 'rxjs';
import { catchUp } from './catch-up';
import {
  type Change,
  changeEvents,
  changeSchema,
  contentOf,
  isBefore,
  isRowChange,
  parseChange,
  staleAfter,
} from './change';
import { ChangeOrder } from './change-order';
import { Connection } from './connection';

/** Writes the server's stream of all changes into the cache, as long as the application runs. */
@Injectable({ providedIn: 'root' })
export class LiveChanges {
  readonly #cache = inject(CacheService);
  readonly #order = inject(ChangeOrder);
  /** The last change that came. */
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

  /** In browsers alone: a cache connects nothing on a server. */
  start(): void {
    const changes$ = this.#connection.messages$.pipe(
      this.#order.afterAnswers(),
      filter(({ id }) => id !== this.#last && !isBefore(id, this.#last)),
      tap((change) => this.#note(change)),
      filter(isRowChange),
      filter((change) => this.#order.isNews(change)),
      map(contentOf),
    );
    this.#cache.connect(changes$, changeSchema, { refetches: staleAfter });
  }

  /** Goes on after the last change that came, also after the connection was closed from here. */
  #address(): string {
    this.#attempts++;
    const last = this.#last;
    return last === undefined ? '/api/changes' : `/api/changes?lastEventId=${last}`;
  }

  #note({ event, id }: Change): void {
    this.#last = id;
    // Who could not connect at first does not know what happened meanwhile, as little as who was away for long.
    if (event === 'gap' || (event === 'ready' && this.#attempts > 1)) {
      this.#order.forget();
      catchUp(this.#cache);
    }
  }
}
