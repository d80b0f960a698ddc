import { DOCUMENT, inject, InjectionToken, NgZone } from '@angular/core';
import { Observable, type Subscription } from 'rxjs';
import type { Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import { type Clock, CLOCK } from '../platform/clock';
import { outsideZone } from '../platform/outside-zone';
import type { CacheFeature } from '../platform/cache-feature';

/** Gathers what streams bring; without it each message is committed at once, by itself. */
export const STREAM_WRITES = new InjectionToken<((store: Store) => StreamWrites) | undefined>(
  'CACHE_STREAM_WRITES',
  { factory: () => undefined },
);

/** Milliseconds after which a frame is not waited for any longer: it does not come in a hidden tab. */
const LATEST = 100;

/**
 * Gathers what streams bring (`connect`) into one commit per animation frame: a burst of messages is one
 * emission. In a hidden tab it is one per microtask. What waits when the cache is reset is not written.
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

/** Emits once, at the next frame; where none comes, soon. */
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

/** What a stream brought, and when. */
interface Waiting {
  readonly write: (transaction: Transaction, order: number) => void;
  readonly failed: (error: unknown) => void;
  /** Its place in the order of all writes: what is written before it is committed is younger. */
  readonly order: number;
  readonly epoch: number;
}

/** Writes of streams that wait to be committed together. */
export class StreamWrites {
  readonly #waiting: Waiting[] = [];
  #next: Subscription | undefined;

  /** @param frame$ emits when they are committed */
  constructor(
    private readonly store: Store,
    private readonly frame$: Observable<void>,
  ) {}

  /**
   * Adds a write, as of now; one that fails takes nothing with it, and after a reset it is none any more.
   *
   * @param write gets its place in the order of all writes
   * @param failed takes what it fails with
   */
  add(write: Waiting['write'], failed: Waiting['failed']): void {
    const { store } = this;
    this.#waiting.push({ write, failed, order: store.beginRead(), epoch: store.epoch });
    if (this.#waiting.length === 1) this.#next = this.frame$.subscribe(() => this.#commit());
  }

  /** Nothing that waits is written any more. */
  end(): void {
    this.#next?.unsubscribe();
    for (const { order } of this.#waiting.splice(0)) this.store.endRead(order);
  }

  #commit(): void {
    const waiting = this.#waiting.splice(0);
    const failures: (() => void)[] = [];
    this.store.batch(() => {
      for (const each of waiting) {
        this.#write(each, (error) => failures.push(() => each.failed(error)));
      }
    });
    for (const report of failures) {
      try {
        report();
      } catch (error) {
        reportError(error);
      }
    }
  }

  /**
   * Writes one. When one fails that had to wait, the whole batch is dropped: then each is written again, alone.
   *
   * @param failed takes what it fails with
   */
  #write(each: Waiting, failed: Waiting['failed'], isAlone = false): void {
    const { store } = this;
    const { write, order, epoch } = each;
    try {
      store.write(
        (transaction) => {
          if (transaction.tables.epoch <= epoch) write(transaction, order);
        },
        (failure) => {
          if (failure !== undefined && !isAlone) return this.#write(each, each.failed, true);
          store.endRead(order);
          if (failure !== undefined) failed(failure.error);
        },
      );
    } catch (error) {
      store.endRead(order);
      failed(error);
    }
  }
}
