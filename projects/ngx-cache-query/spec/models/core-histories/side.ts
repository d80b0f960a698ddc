import {
  createEnvironmentInjector,
  type EnvironmentInjector,
  runInInjectionContext,
} from '@angular/core';
import type { Subject, Subscription } from 'rxjs';
import type { EndpointName } from './classes';
import type { Cache, Edition, OpenCache } from './library';
import { Memory } from './memory';
import { type Readable, type Run, type World, worldOf } from './queries';

/** What a subscriber received. */
export type Emission = { readonly value: unknown } | { readonly error: unknown };

/** A subscriber of one cache. */
export class Watcher {
  /** What the subscriber received in the current step. */
  received: Emission[] = [];
  last: unknown;
  /** The last emission that was checked. */
  shown: { readonly value: unknown } | undefined;
  /** Whether it subscribed inside a batch, and has received nothing since then. */
  hasJoined = false;
  subscription: Subscription | undefined;
  /** Runs once, in the next emission. */
  onNext: (() => void) | undefined;
  problem: string | undefined;
  #count = 0;

  constructor(
    readonly side: Side,
    readonly readable: Readable,
    readonly args: readonly unknown[],
  ) {}

  begin(): void {
    const { cache } = this.side;
    this.subscription = cache.select(this.readable.queryable, ...this.args).subscribe({
      next: (value) => this.#next(value),
      error: (error: unknown) => this.received.push({ error }),
    });
  }

  #next(value: unknown): void {
    if (this.#count++ > 0 && Object.is(value, this.last)) this.problem = 'the same value again';
    this.last = value;
    this.received.push({ value });
    const run = this.onNext;
    this.onNext = undefined;
    run?.();
  }
}

/** A signal that reads a cache. */
export interface ReadingSignal {
  readonly readable: Readable;
  readonly args: readonly unknown[];
  readonly read: () => unknown;
  readonly injector: EnvironmentInjector;
}

/** One of the caches that a history runs on. */
export class Side {
  readonly world: World;
  readonly memory = new Memory();
  readonly open: OpenCache;
  readonly cache: Cache;
  signals: ReadingSignal[] = [];
  /** The last run of each `process`. */
  readonly lastRuns = new Map<string, Run>();
  /** Whether results were dropped in this step, so that `process` may run again for the same entries. */
  hasForgotten = false;

  constructor(
    readonly name: string,
    readonly edition: Edition,
  ) {
    this.world = worldOf(edition);
    this.open = edition.open();
    this.cache = this.open.cache;
    this.world.cache = this.cache;
    this.world.runs = [];
  }

  readable(name: string): Readable {
    return this.world.readables.find((each) => each.name === name)!;
  }

  get(readable: Readable, args: readonly unknown[]): unknown {
    return this.cache.get(readable.queryable, ...args);
  }

  createSignal(readable: Readable, args: readonly unknown[]): void {
    const injector = createEnvironmentInjector([], this.open.injector);
    const read = runInInjectionContext(injector, () =>
      this.cache.selectSignal(readable.queryable, () => args),
    );
    this.signals.push({ readable, args, read, injector });
  }

  dropSignal(): void {
    this.signals.shift()?.injector.destroy();
  }

  end(): void {
    this.open.end();
  }
}

/** A subscriber, with its counterpart in each cache. */
export interface Subscriber {
  readonly label: string;
  readonly watchers: readonly Watcher[];
  /** The step in which it subscribed, if that was inside a batch. */
  readonly joinedInBatch: number | undefined;
}

/** A call of `fetch` in one cache. */
export interface Call {
  readonly side: Side;
  readonly responses: Subject<unknown>;
  readonly received: unknown[];
  subscription: Subscription;
  error?: unknown;
  isComplete: boolean;
}

/** A request that waits for its response. */
export interface Pending {
  readonly endpoint: EndpointName;
  readonly n: number;
  readonly order: number;
  /** Whether new requests of the same endpoint still share this one. */
  isShared: boolean;
  readonly calls: readonly Call[];
}
