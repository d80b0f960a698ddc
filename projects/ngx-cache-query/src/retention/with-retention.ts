import { DestroyRef, inject } from '@angular/core';
import { type CacheService, partsOf, SETUP } from '../cache/cache-service';
import type { CacheFeature } from '../angular/cache-feature';
import type { Clock } from '../angular/clock';
import { PageActivity } from '../angular/page-activity';
import { EXPIRY } from '../requests/refresh-options';
import { warnOfEvictedReads } from './evicted-reads';
import { Retention, type RetentionOptions } from './retention';

declare const ngDevMode: unknown;

/**
 * Evicts entities and responses that have not been used for some time. Data that a subscriber or a pending mutation
 * needs is never evicted. A read of evicted data returns `undefined`, and a new subscriber fetches it again.
 */
export function withRetention(options: RetentionOptions = {}): CacheFeature {
  const setUp = (cache: CacheService) => {
    const { clock, sweeper } = partsOf(cache);
    const active = new ActiveTime(clock);
    const { staleTime = 0 } = inject(EXPIRY);
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfEvictedReads(partsOf(cache));
    sweeper.collector = new Retention(() => partsOf(cache), active, options, staleTime);
  };
  return { providers: [{ provide: SETUP, multi: true, useValue: setUp }] };
}

/**
 * Measures how long the page has been visible and online. Otherwise, the cache would evict data at a time when the page
 * cannot load it again.
 */
export class ActiveTime {
  readonly #page = inject(PageActivity);
  #total = 0;
  /** The time of the last update if the page is active; `undefined` while it is not active. */
  #since: number | undefined;

  constructor(private readonly clock: Clock) {
    this.#update();
    const subscription = this.#page.changed$.subscribe(() => this.#update());
    inject(DestroyRef).onDestroy(() => subscription.unsubscribe());
  }

  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  /** Returns how long the page has been active, in milliseconds. */
  now(): number {
    return this.#total + (this.#since === undefined ? 0 : this.clock.now() - this.#since);
  }

  #update(): void {
    this.#total = this.now();
    this.#since = this.#page.isActive ? this.clock.now() : undefined;
  }
}
