import { DestroyRef, Injectable, computed, inject, signal } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { CacheService, fromEventSource, onlyExisting } from 'ngx-cache-query';
import { EMPTY, switchMap, tap } from 'rxjs';
import { Connection } from '../live/connection';
import { CommitClock } from './commit-clock';
import { ScaleIssue } from './scale-issue';

/** Receives changes to single rows from the server at the selected rate, and writes them to the cache of the page. */
@Injectable()
export class ScaleTicks {
  readonly #clock = inject(CommitClock);
  readonly #rate = signal(0);
  readonly #connection = new Connection(
    fromEventSource(() => `/api/scale/ticks?n=${this.#clock.stored()}&rate=${this.#rate()}`, {
      delay: 500,
      maxDelay: 5_000,
      silence: 5_000,
    }),
  );

  /** The number of changes per second. */
  readonly rate = this.#rate.asReadonly();
  readonly state = this.#connection.state;

  constructor() {
    // If there are no rows, there are no changes to request.
    const rate = computed(() => (this.#clock.stored() > 0 ? this.#rate() : 0));
    const ticks$ = toObservable(rate).pipe(
      switchMap((rate) => (rate > 0 ? this.#connection.messages$ : EMPTY)),
      tap(() => this.#clock.beforeValue()),
    );
    // A tick contains only some fields. It may arrive after its row has left the cache, and must not create a row
    // without a title.
    const connected = inject(CacheService).connect(ticks$, onlyExisting([ScaleIssue]));
    inject(DestroyRef).onDestroy(() => connected.unsubscribe());
  }

  choose(rate: number): void {
    this.#rate.set(rate);
    if (rate > 0) this.#clock.forget();
  }
}
