import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import {
  CacheService,
  provideCache,
  withClock,
  withExpiry,
  withFrameBatching,
  withRefetchOnFocus,
  withRefetchOnReconnect,
} from 'ngx-cache-query';
import { type CacheHandle, type Commit, withExtension } from 'ngx-cache-query/extensions';
import { PageActivity } from 'ngx-cache-query-internals';
import { FakeClock } from '../../support/fake-clock';
import type { Setting } from './operations';
import { RANDOM, FRESH } from './rules';

/** A cache and its environment: the clock, random numbers, frames, and the activity of the page. */
export class World {
  /**
   * The id of the last frame in any world. Angular may cancel a frame that was scheduled before this world, so no id is
   * used twice. The page itself uses smaller ids.
   */
  static #lastFrame = 2 ** 40;
  readonly clock = new FakeClock();
  readonly cache: CacheService;
  readonly injector: EnvironmentInjector;
  handle!: CacheHandle;
  readonly #page = {
    isActive: true,
    focused$: new Subject<void>(),
    reconnected$: new Subject<void>(),
    active$: new Subject<void>(),
    changed$: new Subject<void>(),
  };
  readonly #onCommit: (commit: Commit) => void;
  readonly #frames = new Map<number, () => void>();
  readonly #random = Math.random;
  readonly #requestFrame = globalThis.requestAnimationFrame;
  readonly #cancelFrame = globalThis.cancelAnimationFrame;

  /** @param onCommit called after each commit */
  constructor({ focus, reconnect, batched }: Setting, onCommit: (commit: Commit) => void) {
    this.#onCommit = onCommit;
    const features = [
      withExtension(() => ({
        onInit: (cache) => (this.handle = cache),
        onCommit: (commit) => this.#onCommit(commit),
      })),
      withClock(this.clock),
      withExpiry({ staleTime: FRESH }),
      ...(focus ? [withRefetchOnFocus()] : []),
      ...(reconnect ? [withRefetchOnReconnect()] : []),
      ...(batched ? [withFrameBatching()] : []),
    ];
    this.injector = createEnvironmentInjector(
      [provideCache(...features), { provide: PageActivity, useValue: this.#page }],
      TestBed.inject(EnvironmentInjector),
    );
    Math.random = () => RANDOM;
    globalThis.requestAnimationFrame = (run) => {
      this.#frames.set(++World.#lastFrame, () => run(0));
      return World.#lastFrame;
    };
    globalThis.cancelAnimationFrame = (frame) => void this.#frames.delete(frame);
    this.cache = this.injector.get(CacheService);
  }

  /** Hides the page or takes it offline. */
  leave(): void {
    this.#page.isActive = false;
  }

  /** Focuses the page or restores its connection. */
  comeBack(how: 'focus' | 'reconnect'): void {
    this.#page.isActive = true;
    (how === 'focus' ? this.#page.focused$ : this.#page.reconnected$).next();
    this.#page.active$.next();
  }

  /** Runs the frame callbacks. */
  frame(): void {
    const frames = [...this.#frames.values()];
    this.#frames.clear();
    for (const run of frames) run();
  }

  /** Destroys the cache and restores the globals. */
  end(): void {
    this.injector.destroy();
    Math.random = this.#random;
    globalThis.requestAnimationFrame = this.#requestFrame;
    globalThis.cancelAnimationFrame = this.#cancelFrame;
  }

  /** The resources that remain after the cache was destroyed. */
  get left(): string[] {
    const { focused$, reconnected$, active$ } = this.#page;
    const left = { timers: this.clock.pendingTimers, focus: focused$.observed };
    const all = { ...left, connection: reconnected$.observed, activity: active$.observed };
    return Object.entries(all)
      .filter(([, is]) => Boolean(is))
      .map(([name]) => name);
  }
}
