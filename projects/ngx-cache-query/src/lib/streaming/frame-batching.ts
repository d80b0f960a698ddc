import { DOCUMENT, inject, InjectionToken, NgZone } from '@angular/core';
import { Observable, type Subscription } from 'rxjs';
import type { Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import { type Clock, CLOCK } from '../platform/clock';
import { outsideZone } from '../platform/outside-zone';
import { reportUncaught } from '../platform/report-uncaught';
import type { CacheFeature } from '../platform/cache-feature';

/**
 * Creates the object that batches stream writes. If the token has the value `undefined`, each stream value is committed
 * immediately.
 */
export const STREAM_WRITES = new InjectionToken<((store: Store) => StreamWrites) | undefined>(
  'CACHE_STREAM_WRITES',
  { factory: () => undefined },
);

/**
 * The time in milliseconds after which a batch is committed even without a frame. A tab that becomes hidden renders no
 * more frames.
 */
const LATEST = 100;

/**
 * Combines the values of streams (`CacheService.connect`) into one commit per animation frame, so a burst of messages
 * causes only one emission. In a hidden tab, there is one commit per microtask. `reset` and `clear` drop uncommitted
 * values.
 *
 * @example
 * ```ts
 * provideCache(withFrameBatching()),
 * ```
 */
export function withFrameBatching(): CacheFeature {
  const useFactory = () => {
    const frame$ = outsideZone(nextFrame(inject(DOCUMENT), inject(CLOCK)), inject(NgZone));
    return (store: Store) => new StreamWrites(store, frame$);
  };
  return { providers: [{ provide: STREAM_WRITES, useFactory }] };
}

/**
 * Emits once, at the next frame or after {@link LATEST} milliseconds, whichever comes first. If there are no frames,
 * emits in a microtask.
 */
function nextFrame(page: Document, clock: Clock): Observable<void> {
  return new Observable((subscriber) => {
    const run = () => {
      subscriber.next();
      subscriber.complete();
    };
    if (page.hidden || typeof requestAnimationFrame === 'undefined') {
      queueMicrotask(run);
      return;
    }
    const frame = requestAnimationFrame(run);
    subscriber.add(() => cancelAnimationFrame(frame));
    subscriber.add(clock.after(LATEST, run));
  });
}

/** A stream write that has not been committed yet. */
interface QueuedWrite {
  readonly write: (transaction: Transaction, order: number) => void;
  readonly onError: (error: unknown) => void;
  /**
   * The position in the write order at which the value arrived. A write that is committed while the value is queued is
   * newer than the value.
   */
  readonly order: number;
  readonly epoch: number;
}

/** Collects stream writes and commits them together. */
export class StreamWrites {
  readonly #queue: QueuedWrite[] = [];
  #next: Subscription | undefined;

  /** @param frame$ emits when the queued writes must be committed */
  constructor(
    private readonly store: Store,
    private readonly frame$: Observable<void>,
  ) {}

  /**
   * Queues a write. The write keeps the position in the write order that is current when this method is called. If the
   * write fails, other writes are not affected. A reset drops the write.
   *
   * @param write called with the write order of the value
   * @param onError receives the error if the write fails
   */
  add(write: QueuedWrite['write'], onError: QueuedWrite['onError']): void {
    const { store } = this;
    this.#queue.push({ write, onError, order: store.beginRead(), epoch: store.epoch });
    if (this.#queue.length === 1) this.#next = this.frame$.subscribe(() => this.#commit());
  }

  /** Drops the queued writes. */
  end(): void {
    this.#next?.unsubscribe();
    for (const { order } of this.#queue.splice(0)) this.store.endRead(order);
  }

  #commit(): void {
    const queue = this.#queue.splice(0);
    const failures: (() => void)[] = [];
    this.store.batch(() => {
      for (const queued of queue) {
        this.#write(queued, (error) => failures.push(() => queued.onError(error)));
      }
    });
    for (const report of failures) {
      try {
        report();
      } catch (error) {
        reportUncaught(error);
      }
    }
  }

  /**
   * Writes one value. If the store is busy, the batch runs later. Only in that case, a failed write rolls back the
   * whole batch, and each write of the batch is then repeated in a separate commit.
   */
  #write(queued: QueuedWrite, onError: QueuedWrite['onError'], isAlone = false): void {
    const { store } = this;
    const { write, order, epoch } = queued;
    try {
      store.write(
        (transaction) => {
          if (transaction.tables.epoch <= epoch) write(transaction, order);
        },
        (failure) => {
          if (failure !== undefined && !isAlone) return this.#write(queued, queued.onError, true);
          store.endRead(order);
          if (failure !== undefined) onError(failure.error);
        },
      );
    } catch (error) {
      store.endRead(order);
      onError(error);
    }
  }
}
