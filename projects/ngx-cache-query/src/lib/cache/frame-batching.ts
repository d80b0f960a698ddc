import { DOCUMENT, inject, InjectionToken } from '@angular/core';
import type { Recipe, Store } from '../store/store';
import type { CacheFeature } from './provide-cache';

/** Runs something once, soon. */
type Schedule = (run: () => void) => void;

/** Gathers what streams bring; without it each message is committed at once, by itself. */
export const STREAM_WRITES = new InjectionToken<((store: Store) => StreamWrites) | undefined>(
  'CACHE_STREAM_WRITES',
  { factory: () => undefined },
);

/** Milliseconds after which a frame is not waited for any longer: it does not come in a hidden tab. */
const LATEST = 100;

/**
 * Gathers what streams bring (`connect`) into one commit per animation frame: a burst of messages is one
 * emission. In a hidden tab it is one per microtask.
 *
 * @example
 * ```ts
 * provideCache(withFrameBatching()),
 * ```
 */
export function withFrameBatching(): CacheFeature {
  const useFactory = () => {
    const schedule = perFrame(inject(DOCUMENT));
    return (store: Store) => new StreamWrites(store, schedule);
  };
  return { providers: [{ provide: STREAM_WRITES, useFactory }] };
}

function perFrame(page: Document): Schedule {
  return (run) => {
    if (page.hidden || typeof requestAnimationFrame === 'undefined') {
      queueMicrotask(run);
      return;
    }
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      run();
    });
    const timer = setTimeout(() => {
      cancelAnimationFrame(frame);
      run();
    }, LATEST);
  };
}

/** Writes of streams that wait to be committed together. */
export class StreamWrites {
  readonly #waiting: { readonly recipe: Recipe; readonly failed: (error: unknown) => void }[] = [];

  /** @param schedule when they are committed */
  constructor(
    private readonly store: Store,
    private readonly schedule: Schedule,
  ) {}

  /**
   * Adds a write; one that fails takes nothing with it.
   *
   * @param failed takes what it fails with
   */
  add(recipe: Recipe, failed: (error: unknown) => void): void {
    this.#waiting.push({ recipe, failed });
    if (this.#waiting.length === 1) this.schedule(() => this.#commit());
  }

  /** Nothing that waits is written any more. */
  end(): void {
    this.#waiting.length = 0;
  }

  #commit(): void {
    const writes = this.#waiting.splice(0);
    this.store.batch(() => {
      for (const { recipe, failed } of writes) {
        try {
          this.store.write(recipe);
        } catch (error) {
          failed(error);
        }
      }
    });
  }
}
