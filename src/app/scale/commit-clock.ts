import { Injectable, computed, signal } from '@angular/core';
import {
  type CacheExtension,
  type CacheHandle,
  type CacheInspection,
  type Commit,
  inspect,
} from 'ngx-cache-query/extensions';
import { ScaleIssue } from './scale-issue';

/** The number of commits that are kept. */
export const commitsKept = 60;

/** Measures how long the commits of a stream take, from the start of a commit until all views are notified. */
@Injectable()
export class CommitClock implements CacheExtension {
  #cache: CacheInspection | undefined;
  /** The time at which the current commit started, in milliseconds. */
  #began: number | undefined;
  #isFrameRequested = false;

  readonly #times = signal<readonly number[]>([]);
  readonly #counts = signal({ commits: 0, rows: 0, stored: 0 });

  /** The durations of the last commits in milliseconds, oldest first. */
  readonly times = this.#times.asReadonly();
  readonly last = computed(() => this.#times().at(-1));
  readonly median = computed(() => {
    const sorted = [...this.#times()].sort((a, b) => a - b);
    return sorted.at(Math.floor(sorted.length / 2));
  });
  readonly commits = computed(() => this.#counts().commits);
  /** The number of rows that the commits have changed. */
  readonly rows = computed(() => this.#counts().rows);
  /** The number of rows that the cache holds, which may differ from the requested number. */
  readonly stored = computed(() => this.#counts().stored);

  onInit(cache: CacheHandle): void {
    this.#cache = inspect(cache);
  }

  onCommit({ changes }: Commit): void {
    if (this.#began !== undefined) {
      const time = performance.now() - this.#began;
      this.#times.update((times) => [...times, time].slice(-commitsKept));
    }
    const table = this.#cache?.tables().find(({ name }) => name === ScaleIssue.key);
    this.#counts.update(({ commits, rows }) => ({
      commits: commits + 1,
      rows: rows + changes.length,
      stored: table?.size ?? 0,
    }));
  }

  /** Measures the commit of a value that is about to be emitted. The cache commits all values of a frame together. */
  beforeValue(): void {
    if (this.#isFrameRequested) return;
    this.#isFrameRequested = true;
    requestAnimationFrame(() => (this.#began = performance.now()));
    // The microtask runs after the cache has requested its frame. The callbacks of a frame run in order, so the commit
    // happens between these two.
    queueMicrotask(() =>
      requestAnimationFrame(() => {
        this.#began = undefined;
        this.#isFrameRequested = false;
      }),
    );
  }

  forget(): void {
    this.#times.set([]);
  }
}
