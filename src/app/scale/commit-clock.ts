import { Injectable, computed, inject, signal } from '@angular/core';
import {
  type CacheExtension,
  type CacheHandle,
  type CacheInspection,
  type Commit,
  inspect,
  type RequestEvent,
} from 'ngx-cache-query/extensions';
import { type MonoTypeOperatorFunction, Observable } from 'rxjs';
import { CacheLog } from '../cache-panel/cache-log';
import { ScaleIssue } from './scale-issue';

/** The number of commits that are kept. */
export const commitsKept = 60;

/**
 * The number of caches that have used a `CommitClock`. Each cache counts its requests from 1, so each `CommitClock`
 * shifts the ids of the requests in the shared log.
 */
let caches = 0;
const requestsOfACache = 1_000_000;

/** Measures how long the commits of a stream take, from the start of a commit until all views are notified. */
@Injectable()
export class CommitClock implements CacheExtension {
  readonly #log = inject(CacheLog);
  readonly #firstRequest = ++caches * requestsOfACache;
  readonly #times = signal<readonly number[]>([]);
  readonly #rows = signal(0);
  readonly #stored = signal(0);
  readonly #commits = signal(0);
  #cache: CacheInspection | undefined;
  /** The time at which the current commit started, in milliseconds. */
  #began: number | undefined;

  readonly commits = this.#commits.asReadonly();
  /** The number of rows that the commits have changed. */
  readonly rows = this.#rows.asReadonly();
  /** The number of rows that the cache holds, which may differ from the requested number. */
  readonly stored = this.#stored.asReadonly();
  readonly last = computed(() => this.#times().at(-1));
  /** The median of the last sixty commits. */
  readonly median = computed(() => {
    const sorted = [...this.#times()].sort((a, b) => a - b);
    return sorted.at(Math.floor(sorted.length / 2));
  });
  readonly times = this.#times.asReadonly();

  onInit(cache: CacheHandle): void {
    this.#cache = inspect(cache);
  }

  onCommit({ changes }: Commit): void {
    this.#commits.update((count) => count + 1);
    const began = this.#began;
    if (began !== undefined) {
      const time = performance.now() - began;
      this.#times.update((times) => [...times, time].slice(-commitsKept));
    }
    this.#rows.update((count) => count + changes.length);
    const table = this.#cache?.tables().find(({ name }) => name === ScaleIssue.key);
    this.#stored.set(table?.size ?? 0);
  }

  /** Adds the request to the network log, which all caches share. */
  onRequest(event: RequestEvent): void {
    this.#log.onRequest({ ...event, id: this.#firstRequest + event.id });
  }

  /**
   * Returns an operator that measures how long the cache takes to commit the values of a frame. The cache commits these
   * values together.
   */
  timed<T>(): MonoTypeOperatorFunction<T> {
    return (source) =>
      new Observable((subscriber) => {
        let isAwaited = false;
        return source.subscribe({
          next: (value) => {
            const isFirst = !isAwaited;
            isAwaited = true;
            // Callbacks of a frame run in order, so the commit happens between these two callbacks.
            if (isFirst) {
              requestAnimationFrame(() => {
                isAwaited = false;
                this.#began = performance.now();
              });
            }
            subscriber.next(value);
            if (isFirst) requestAnimationFrame(() => (this.#began = undefined));
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        });
      });
  }

  forget(): void {
    this.#times.set([]);
  }
}
