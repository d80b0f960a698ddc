import { inject, NgZone, signal, untracked } from '@angular/core';
import { Observable, take, type Unsubscribable } from 'rxjs';
import { CLOCK, type Clock } from '../angular/clock';
import { warnOfMissingHydration } from '../angular/hydrates';
import { outsideZone } from '../angular/outside-zone';
import { PageActivity } from '../angular/page-activity';
import type { Results } from '../reactive/results';
import { listsIn } from '../schema/schema-shape';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import { frozen } from '../util/plain-data';
import type { AnyEndpoint } from './endpoint';
import { Entry } from './entry';
import type { HeldMessages } from './held-messages';
import { ReadRequests } from './reads';
import { EXPIRY, type ExpiryOptions, REFETCH_WHEN } from './refresh-options';
import type { RenamedKeys } from './renamed-keys';
import { asCacheError, logMistake } from './request-errors';
import { type Send, sender } from './send';
import { SentMutations } from './sent-mutations';
import { because, REQUEST_HOOK } from './sent-request';

declare const ngDevMode: unknown;

/** Sends requests, and stores their responses. Each cache creates its client when an endpoint is first used. */
export class Client {
  readonly clock: Clock = inject(CLOCK);
  readonly expiry: ExpiryOptions = inject(EXPIRY);
  readonly isEnded = signal(false);
  /** The entries in use, by endpoint and key. */
  readonly #entries = new Map<AnyEndpoint, Map<string, Entry>>();
  readonly hook = inject(REQUEST_HOOK, { self: true, optional: true });
  readonly send: Send;
  readonly #zone = inject(NgZone);
  readonly #page = inject(PageActivity);
  /** What refetches stale data while entries are observed. */
  readonly #triggers = inject(REFETCH_WHEN, { optional: true, self: true }) ?? [];
  #listeners: readonly Unsubscribable[] = [];
  /** The number of entries that are observed. */
  #observed = 0;
  readonly reads = new ReadRequests(this);
  readonly mutations: SentMutations;
  /** The rows that have other keys now. Comes with the first one. */
  renames: RenamedKeys | undefined;
  /** The messages of streams that wait for mutations. Comes with the first mutation for which one may have to. */
  held: HeldMessages | undefined;

  /**
   * Must be called in the injection context of the cache.
   *
   * @param isServer whether the page is rendered on a server: once, so nothing is repeated there
   */
  constructor(
    readonly store: Store,
    readonly results: Results,
    private readonly isServer: boolean,
  ) {
    this.send = sender(isServer, this.hook);
    this.mutations = new SentMutations(this);
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && !isServer) warnOfMissingHydration();
  }

  /** The endpoints that were used. */
  get endpoints(): Iterable<AnyEndpoint> {
    return this.#entries.keys();
  }

  /** Returns the entry of an endpoint for some arguments. */
  entry(endpoint: AnyEndpoint, args: readonly unknown[]): Entry {
    return this.keep(this.entryAt(endpoint.original, endpoint.key(...args), args));
  }

  /** Returns the entry with a key, or a new one, which is not kept. */
  entryAt(endpoint: AnyEndpoint, key: string, args: readonly unknown[] = []): Entry {
    return this.entriesOf(endpoint).get(key) ?? new Entry(this, endpoint, args, key);
  }

  /** Makes an entry the one for its key. */
  keep(entry: Entry): Entry {
    this.entriesOf(entry.endpoint).set(entry.key, entry);
    return entry;
  }

  /** Returns the entries of an endpoint, by key. */
  entriesOf(endpoint: AnyEndpoint): Map<string, Entry> {
    let byKey = this.#entries.get(endpoint);
    if (byKey) return byKey;
    this.#entries.set(endpoint, (byKey = new Map<string, Entry>()));
    // What happens to a list before its first response must reach the list, so its table is there before.
    for (const { rows } of listsIn(endpoint.schema)) this.store.tables.for(rows);
    return byKey;
  }

  *[Symbol.iterator](): Iterator<Entry> {
    for (const byKey of this.#entries.values()) yield* byKey.values();
  }

  /**
   * On each subscription, sends a request, or joins an equal read in flight.
   *
   * @param rejects whether the Observable errors if `reset` or `clear` drops the read; otherwise, it completes
   */
  fetch(endpoint: AnyEndpoint, args: readonly unknown[], rejects = false): Observable<unknown> {
    return new Observable((subscriber) => {
      try {
        return endpoint.sideEffect
          ? this.mutations.send(endpoint, args, subscriber)
          : this.reads.join(endpoint, args, { subscriber, rejects });
      } catch (thrown) {
        return subscriber.error(this.failure(endpoint, thrown));
      }
    });
  }

  /** Makes new callers send their own requests. Observers keep theirs. */
  stopSharing(entries: Iterable<Entry> = this.reads.inFlight): void {
    for (const { run } of entries) if (run) run.isOld = true;
  }

  /**
   * Ends the reads of some entries, or of all, when the open write is committed, which drops their responses.
   *
   * @param restarts whether the observers send requests
   */
  dropping(restarts: boolean, dropped?: ReadonlySet<Entry>): void {
    const { store } = this;
    const entries = dropped ?? new Set(this);
    this.stopSharing(entries);
    store.onCommit((failure) => {
      if (failure) return;
      if (!dropped) {
        this.mutations.drop();
        this.held?.drop();
      }
      store.rounds.hold(() => {
        this.reads.drop(dropped);
        for (const entry of entries) {
          entry.forget();
          if (!restarts) entry.wasCleared = true;
          else if (entry.isObserved) {
            because('reset');
            this.reads.request(entry);
          }
        }
      });
    });
  }

  /** Calls `run` after some time, in the Angular zone. The timer does not keep the application from being stable. */
  after(milliseconds: number, run: () => void): () => void {
    if (this.isServer) return () => undefined;
    const inZone = () => this.#zone.run(run);
    return this.#zone.runOutsideAngular(() => this.clock.after(milliseconds, inZone));
  }

  /** Calls `run` now or as soon as the page is visible and online. Returns a function that cancels this. */
  whenActive(run: () => void): (() => void) | undefined {
    if (this.#page.isActive) return void run();
    const waiting = outsideZone(this.#page.active$, this.#zone).pipe(take(1)).subscribe(run);
    return () => waiting.unsubscribe();
  }

  /** Called when an entry gets its first observer. Returns a function to call when it has lost the last one. */
  observed(): () => void {
    if (this.#observed++ === 0 && !this.isServer) {
      this.#listeners = this.#triggers.map((trigger) => trigger(this));
    }
    return () => {
      if (--this.#observed > 0) return;
      for (const each of this.#listeners) each.unsubscribe();
    };
  }

  /** Drops the entries that nothing uses. */
  sweep(): void {
    // A superseded read may still be in flight for its callers.
    const { inFlight } = this.reads;
    for (const byKey of this.#entries.values()) {
      for (const [key, entry] of byKey) {
        if (entry.isIdle && !inFlight.has(entry)) byKey.delete(key);
      }
    }
  }

  /** Ends all requests and timers. */
  end(): void {
    untracked(() => this.isEnded.set(true));
    this.mutations.outdated.stopWaiting();
    this.held?.drop();
    for (const entry of this) entry.end();
    this.reads.end();
  }

  /** Returns the value of a response that is not stored. */
  shown({ schema, derived }: AnyEndpoint, args: readonly unknown[], stored: unknown): unknown {
    const value = frozen(this.results.value(schema, stored));
    return derived ? derived.process(value, ...args) : value;
  }

  /** Returns the error for what a request has thrown. */
  failure(endpoint: AnyEndpoint, thrown: unknown): CacheError {
    const error = asCacheError(endpoint.name, thrown);
    if (typeof ngDevMode === 'undefined' || ngDevMode) logMistake(error);
    return error;
  }
}
