import { DOCUMENT, inject, InjectionToken, NgZone } from '@angular/core';
import { Observable, type Subscription } from 'rxjs';
import { type Clock, CLOCK } from '../angular/clock';
import { outsideZone } from '../angular/outside-zone';
import type { CacheFeature } from '../angular/cache-feature';
import type { Input } from '../schema/input';
import { recordFrom } from '../store/merge';
import type { Store } from '../store/store';
import { callAll } from '../util/report-uncaught';

declare const ngDevMode: unknown;

/** Creates what collects the writes of streams. Without it, each value is a commit. */
export const STREAM_WRITES = new InjectionToken<((store: Store) => StreamWrites) | undefined>(
  typeof ngDevMode === 'undefined' || ngDevMode ? 'CACHE_STREAM_WRITES' : '',
  { factory: () => undefined },
);

/** The time in milliseconds after which values are committed without a frame. A hidden tab renders no more frames. */
const LATEST = 100;

/** Combines the values of streams into one commit per animation frame, or per microtask in a hidden tab. */
export function withFrameBatching(): CacheFeature {
  const useFactory = () => {
    const frame$ = outsideZone(nextFrame(inject(DOCUMENT), inject(CLOCK)), inject(NgZone));
    return (store: Store) => new StreamWrites(store, frame$);
  };
  return { providers: [{ provide: STREAM_WRITES, useFactory }] };
}

/** Emits once, at the next frame or after {@link LATEST}. If there are no frames, emits in a microtask. */
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

/** A value that waits for the next frame. */
interface Waiting {
  /** The position in the write order at which the value arrived. What is written while it waits is newer. */
  readonly order: number;
  readonly write: (order: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Collects the values of streams, and commits them together. */
export class StreamWrites {
  readonly #waiting = new Set<Waiting>();
  #next: Subscription | undefined;

  constructor(
    private readonly store: Store,
    private readonly frame$: Observable<void>,
  ) {}

  /**
   * Adds a value. If writing it fails, other values are not affected.
   *
   * @param write writes the input at a position in the write order
   * @param order the position at which the value arrived; default: now
   */
  add(input: Input, write: Waiting['write'], onError: Waiting['onError'], order?: number): void {
    // The caller may change the value while it waits.
    for (let next = input.first; next; next = next.next) next.row &&= recordFrom(next);
    const now = this.store.beginRead();
    this.#waiting.add({ order: order ?? now, write, onError });
    this.#next ??= this.frame$.subscribe(() => this.#commit());
  }

  /** Drops the values that wait now, when the open write is committed. */
  drop(): void {
    const dropped = [...this.#waiting];
    this.store.onCommit((failure) => {
      if (failure) return;
      for (const each of dropped) if (this.#waiting.delete(each)) this.store.endRead();
    });
  }

  /** Drops all values, because the cache is destroyed. */
  end(): void {
    this.#next?.unsubscribe();
    this.drop();
  }

  #commit(): void {
    const { store } = this;
    const all = [...this.#waiting];
    const failures: (() => void)[] = [];
    this.#next = undefined;
    this.#waiting.clear();
    try {
      store.batch(() => {
        for (const { order, write, onError } of all) {
          try {
            store.batch(() => write(order));
          } catch (error) {
            failures.push(() => onError(error));
          }
        }
      });
    } finally {
      for (let left = all.length; left > 0; left--) store.endRead();
    }
    callAll(failures);
  }
}
