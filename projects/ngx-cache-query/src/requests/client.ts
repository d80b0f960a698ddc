import { inject, NgZone, signal, untracked } from '@angular/core';
import { Observable, take, type Unsubscribable } from 'rxjs';
import { CLOCK, type Clock } from '../angular/clock';
import { warnOfMissingHydration } from '../angular/hydrates';
import { PageActivity } from '../angular/page-activity';
import { pure } from '../reactive/node';
import type { Results } from '../reactive/results';
import { Normalizer } from '../schema/normalizer';
import { planOf } from '../schema/plan';
import { known } from '../schema/queryable';
import { listsIn } from '../schema/schema-shape';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import { freezeData } from '../util/plain-data';
import type { AnyEndpoint } from './endpoint';
import { schemaArgsOf } from './target';
import { type Caller, Entry, hasData, type ResponseRecord, Run } from './entry';
import { expire } from './expire';
import { expiresAtOf } from './expires-at';
import { EXPIRY, type ExpiryOptions } from './expiry';
import type { HeldMessages } from './held-messages';
import type { Renames } from './renames';
import { SentMutations } from './sent-mutations';
import { asCacheError, beforeReset, logMistake } from './request-errors';
import { failed, type Snapshot } from './snapshot';
import { cause, REQUEST_HOOK, type Send, sender, SentRequest } from './send';
import { REFETCH_WHEN } from './refetch-triggers';

declare const ngDevMode: unknown;

/** What the client needs of its cache. */
export interface Host {
  readonly store: Store;
  readonly results: Results;
  /** A server renders the page once, so nothing is repeated there. */
  readonly isServer: boolean;
}

interface RequestOptions {
  /** Whether observers see the request as a reload. */
  readonly isReloading?: boolean;
  /** Whether nothing changes before the next microtask, not even if the response is there at once. */
  readonly isLater?: boolean;
  readonly caller?: Caller;
  /** The endpoint that loads the response. Default: the one that the observers need. */
  readonly endpoint?: AnyEndpoint;
}

/** Sends requests, and stores their responses. Each cache creates its client when an endpoint is first used. */
export class Client {
  readonly store: Store;
  readonly results: Results;
  readonly clock: Clock = inject(CLOCK);
  readonly expiry: ExpiryOptions = inject(EXPIRY);
  readonly isEnded = signal(false);
  /** The entries in use, by endpoint and key. */
  readonly #entries = new Map<AnyEndpoint, Map<string, Entry>>();
  readonly #runs = new Set<Run>();
  readonly #isServer: boolean;
  readonly hook = inject(REQUEST_HOOK, { self: true, optional: true });
  readonly send: Send;
  readonly #zone = inject(NgZone);
  readonly #page = inject(PageActivity);
  /** What refetches stale data while entries are observed. */
  readonly #triggers = inject(REFETCH_WHEN, { optional: true, self: true }) ?? [];
  #listeners: readonly Unsubscribable[] = [];
  /** The number of entries that are observed. */
  #observed = 0;
  /** Called when a read has ended. */
  readonly #waiting = new Set<() => void>();
  readonly mutations: SentMutations;
  /** The rows that have other keys now. Comes with the first one. */
  renames: Renames | undefined;
  /** The messages of streams that wait for mutations. Comes with the first mutation for which one may have to. */
  held: HeldMessages | undefined;

  /** Must be called in the injection context of the cache. */
  constructor({ store, results, isServer }: Host) {
    this.store = store;
    this.results = results;
    this.#isServer = isServer;
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
    const { original } = endpoint;
    const key = endpoint.key(...args);
    return this.keep(this.entryAt(original, key, args));
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
    for (const rows of listsIn(endpoint.schema)) this.store.tables.of(planOf(rows));
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
          : this.#read(endpoint, args, { subscriber, rejects });
      } catch (thrown) {
        return subscriber.error(this.failure(endpoint, thrown));
      }
    });
  }

  /** Sends a read for the observers of an entry, and for a caller. An older read goes on only for its own callers. */
  request(
    entry: Entry,
    { isReloading = false, isLater = false, caller, endpoint = entry.loader }: RequestOptions = {},
  ): void {
    const last = entry.run;
    const sent = new SentRequest(endpoint, entry.args);
    const run = new Run(entry, sent, this.store.beginRead());
    if (caller) run.callers.add(caller);
    entry.isReloading ||= isReloading; // A reload goes on with the newest request.
    entry.run = run;
    entry.requestedAt = run.order;
    entry.wasCleared = false;
    this.#runs.add(run);
    if (last?.callers.size === 0) this.#close(last);
    let waits = isLater;
    const settle = (then: () => void) => (waits ? queueMicrotask(then) : then());
    this.hook?.began(sent);
    const close = this.send(sent, {
      next: (response, isLast) => settle(() => this.#receive(run, response, isLast)),
      error: (thrown) => settle(() => this.#fail(run, thrown)),
      complete: () => settle(() => this.#end(run, ({ subscriber }) => subscriber.complete())),
    });
    run.close = () => {
      close();
      this.hook?.ended(sent);
    };
    // Only now, so that nothing delays the request.
    settle(() => entry.run === run && entry.touch());
    waits = false;
    if (!this.#runs.has(run)) run.close(); // It was answered at once.
  }

  /** Ends a read that nobody waits for. */
  abort(run: Run): void {
    this.#end(run, () => undefined);
  }

  /** Adds the record of a response to the operations of its entities. */
  arrived(input: Normalizer, entry: Entry, value: unknown, stale: boolean): Normalizer {
    const { endpoint, key } = entry;
    const fetchedAt = this.clock.now();
    const expiresAt = expiresAtOf(input, fetchedAt);
    // The error of a failed refetch stays when the response to an older request arrives.
    const error = stale ? {} : { error: undefined };
    const record: ResponseRecord = { value, fetchedAt, expiresAt, stale, ...error };
    input.put(planOf(endpoint.responses), key, record);
    return input;
  }

  /** Makes new callers send their own requests. Observers keep theirs. */
  stopSharing(entries: Iterable<Entry> = this): void {
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
      if (!dropped) this.mutations.drop();
      if (!dropped) this.held?.drop();
      store.rounds.hold(() => {
        for (const run of [...this.#runs]) {
          if (dropped && !dropped.has(run.entry)) continue;
          const error = beforeReset(run.entry.endpoint.name);
          this.#end(run, ({ subscriber, rejects }) =>
            rejects ? subscriber.error(error) : subscriber.complete(),
          );
        }
        for (const entry of entries) {
          entry.forget();
          if (!restarts) entry.wasCleared = true;
          else if (entry.isObserved) this.request(entry);
        }
      });
    });
  }

  /** Returns a promise that resolves when none of the entries has a read in flight. */
  settled(entries: readonly Entry[]): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (entries.some(({ isFetching }) => isFetching)) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Calls `run` after some time, in the Angular zone. The timer does not keep the application from being stable. */
  after(milliseconds: number, run: () => void): () => void {
    if (this.#isServer) return () => undefined;
    const inZone = () => this.#zone.run(run);
    return this.#zone.runOutsideAngular(() => this.clock.after(milliseconds, inZone));
  }

  /** Calls `run` if the page is visible and online, and otherwise as soon as it is. Returns how to cancel this. */
  whenActive(run: () => void): (() => void) | undefined {
    if (this.#page.isActive) return void run();
    const active$ = this.#page.active$.pipe(take(1));
    const inZone = () => this.#zone.run(run);
    const waiting = this.#zone.runOutsideAngular(() => active$.subscribe(inZone));
    return () => waiting.unsubscribe();
  }

  /** Called when an entry gets its first observer. Returns a function to call when it has lost the last one. */
  observed(): () => void {
    if (this.#observed++ === 0 && !this.#isServer) {
      this.#listeners = this.#triggers.map((trigger) => trigger(this));
    }
    return () => {
      if (--this.#observed === 0) this.#ignoreTriggers();
    };
  }

  #ignoreTriggers(): void {
    for (const each of this.#listeners) each.unsubscribe();
  }

  /** Drops the entries that nothing uses. */
  sweep(): void {
    // A superseded read may still be in flight for its callers.
    const inFlight = new Set([...this.#runs].map(({ entry }) => entry));
    for (const byKey of this.#entries.values()) {
      for (const [key, entry] of byKey) {
        if (entry.isIdle && !inFlight.has(entry)) byKey.delete(key);
      }
    }
  }

  /** Ends all requests and timers. */
  end(): void {
    untracked(() => this.isEnded.set(true));
    this.mutations.stopWaiting();
    this.held?.drop();
    for (const entry of this) entry.end();
    for (const run of [...this.#runs]) this.#end(run, ({ subscriber }) => subscriber.complete());
  }

  #read(endpoint: AnyEndpoint, args: readonly unknown[], caller: Caller): () => void {
    const entry = this.entry(endpoint, args);
    if (!entry.run || entry.run.isOld)
      this.request(entry, {
        caller,
        endpoint: entry.loader.isWhole ? entry.loader : endpoint,
      });
    else entry.run.callers.add(caller);
    const { run } = entry;
    return () => {
      if (!run?.callers.delete(caller) || run.callers.size > 0) return;
      if (entry.run !== run || entry.observers.size === 0) this.abort(run);
    };
  }

  /** @param confirmed the stored response, if the server has confirmed that it is up to date */
  #receive(run: Run, response: unknown, isLast: boolean, confirmed?: ResponseRecord): void {
    if (!this.#runs.has(run)) return;
    const { store } = this;
    const { endpoint } = run.sent;
    const { args } = run.entry;
    let value: unknown;
    try {
      const input = new Normalizer(endpoint.name, schemaArgsOf(endpoint, args));
      value = confirmed ? confirmed.value : pure(() => input.begin(endpoint.schema, response));
      if (this.renames) value = this.renames.apply(input, run.order, endpoint.schema, value);
      this.arrived(input, run.entry, value, run.isSuperseded);
      if (input.effects.length > 0) this.#arrivedPart(input, run, value);
      store.rounds.hold(() => {
        store.as(cause('request', run.sent), () => store.write(input, run.order));
        for (const each of run.ending.splice(0)) each();
        this.#answered(run, isLast);
      });
    } catch (thrown) {
      return this.#fail(run, thrown);
    }
    store.whenSettled((failure) => {
      if (failure) return this.#reject(run, failure.error);
      let shown: { readonly value: unknown } | undefined;
      try {
        if (run.callers.size > 0) shown = { value: this.#valueOf(run, value) };
      } catch (thrown) {
        return this.#reject(run, thrown);
      }
      run.sent.state = 'success';
      for (const { subscriber } of isLast ? [] : [...run.callers]) subscriber.next(shown?.value);
      if (!isLast) return;
      this.#end(run, ({ subscriber }) => {
        subscriber.next(shown?.value);
        subscriber.complete();
      });
    });
  }

  /** A page is not merged if a newer response for it has arrived. Otherwise, it is also the last response of the list. */
  #arrivedPart(input: Normalizer, { sent, entry, order }: Run, value: unknown): void {
    const { args, key } = entry;
    const { responses, pagesOf } = sent.endpoint;
    const isOld = this.store.tables.of(planOf(responses)).peek(key).order > order;
    if (isOld) input.effects.length = 0;
    if (isOld || !pagesOf) return;
    const { original } = pagesOf.list;
    input.put(planOf(original.responses), original.key(...pagesOf.argsOf(args)), { value });
    this.entriesOf(original); // Makes the endpoint one that was used.
  }

  #fail(run: Run, thrown: unknown): void {
    if (!this.#runs.has(run)) return;
    const { store } = this;
    const { entry } = run;
    const error = this.failure(entry.endpoint, thrown);
    const { record } = entry;
    // One unchanged page does not mean that the other pages of a list are unchanged.
    const mayConfirm = error.status === 304 && !run.sent.endpoint.isWhole;
    if (mayConfirm && record && 'value' in record && hasData(entry.endpoint, entry.value)) {
      return this.#receive(run, undefined, true, record);
    }
    store.rounds.hold(() => {
      const isCurrent = entry.run === run && !run.isSuperseded;
      const failure = { error, failedAt: this.clock.now(), isRendered: false };
      if (isCurrent) store.as(cause('failure', run.sent), () => entry.patch(failure));
      this.#leave(run);
    });
    store.whenSettled(() => this.#reject(run, error));
  }

  #reject(run: Run, thrown: unknown): void {
    const error = this.failure(run.entry.endpoint, thrown);
    run.sent.fail(error);
    this.#end(run, ({ subscriber }) => subscriber.error(error));
  }

  /** The observers have received an answer. Another one may follow while the read stays open. */
  #answered(run: Run, isLast: boolean): void {
    const { entry, mustRepeat } = run;
    if (isLast || entry.run !== run) this.#leave(run);
    else {
      run.isAnswered = run.isOld = true;
      run.mustRepeat = entry.isReloading = false;
      entry.touch();
      entry.schedule();
      for (const check of [...this.#waiting]) check();
    }
    if (mustRepeat) expire(this, [entry], false);
  }

  /** The observers no longer wait for a read. An older one for a caller may still be in flight. */
  #leave(run: Run): void {
    const { entry } = run;
    if (entry.run !== run) return;
    entry.run = undefined;
    for (const other of this.#runs)
      if (other.entry === entry && other !== run && !other.isSuperseded) entry.run = other;
    entry.isReloading = false;
    entry.touch();
    entry.schedule();
  }

  /** Ends a read, and tells its callers. */
  #end(run: Run, tell: (caller: Caller) => void): void {
    if (!this.#runs.has(run)) return;
    this.#leave(run);
    this.#close(run, tell);
  }

  #close(run: Run, tell?: (caller: Caller) => void): void {
    this.#runs.delete(run);
    this.store.endRead();
    if (tell) for (const caller of [...run.callers]) tell(caller);
    for (const each of run.ending.splice(0)) each();
    run.close?.();
    for (const check of [...this.#waiting]) check();
  }

  /** The value of a response. All readers of a stored response receive the same object. */
  #valueOf({ entry: { endpoint, args, key }, order }: Run, value: unknown): unknown {
    const row = this.store.tables.of(planOf(endpoint.responses)).peek(key);
    if (!row.data || row.order !== order) return this.shown(endpoint, args, value);
    return frozen(known(this.results.read(endpoint, args)));
  }

  /** Returns the value of a response that is not stored. */
  shown({ schema, derived }: AnyEndpoint, args: readonly unknown[], stored: unknown): unknown {
    const value = frozen(this.results.value(schema, stored));
    return derived ? derived.process(value, ...args) : value;
  }

  /** The snapshot of a read whose arguments or key cannot be computed. */
  failed(endpoint: AnyEndpoint, thrown: unknown): Snapshot {
    return failed(this.failure(endpoint, thrown));
  }

  /** Returns the error for what a request has thrown. */
  failure(endpoint: AnyEndpoint, thrown: unknown): CacheError {
    const error = asCacheError(endpoint.name, thrown);
    if (typeof ngDevMode === 'undefined' || ngDevMode) logMistake(error);
    return error;
  }
}

function frozen(value: unknown): unknown {
  if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(value);
  return value;
}
