import { HttpClient } from '@angular/common/http';
import { type EnvironmentInjector, ErrorHandler } from '@angular/core';
import type { Observable, Subject, Subscription } from 'rxjs';
import {
  type CacheError,
  CacheService,
  isTemporary,
  provideCache,
  withClock,
} from 'ngx-cache-query';
import {
  type CacheHandle,
  inspect,
  restoreSnapshot,
  type StoreSnapshot,
  takeSnapshot,
  withExtension,
} from 'ngx-cache-query/extensions';
import { throughJson } from '../../support/snapshots';
import { rootInjector } from '../core-histories/root-injector';
import { Observer } from './observer';
import { textOf } from './plain';
import { type Read, reads } from './reads';
import type { Message } from './server';
import { all, Todo } from './todos';
import type { World } from './world';

/** A mutation that a client has called. */
export interface Mutation {
  readonly values: readonly unknown[];
  state: 'pending' | 'ok' | 'failed' | 'dropped';
  /** Whether the caller has received a value or an error, or has aborted the mutation. */
  hasEnded: boolean;
  /** The temporary id of the row that it creates. */
  temporary?: number;
  /** The id that the server gave to this row; `undefined` after the row was deleted, which ends the temporary id. */
  served?: number | undefined;
  /** The id that the row had before, if the mutation changes it. */
  renames?: number;
  subscription?: Subscription;
}

/** The stream of a client, and how many messages of the server it has received. */
export interface Connection {
  readonly messages$: Subject<Message>;
  readonly subscription: Subscription;
  received: number;
}

/** A cache with its subscribers, its mutations and its stream. */
export class Client {
  /** How often the cache was emptied. */
  session = 0;
  cache!: CacheService;
  injector!: EnvironmentInjector;
  isDestroyed = false;
  observers: Observer[] = [];
  mutations: Mutation[] = [];
  /** The calls of reads. */
  calls: { readonly hasEnded: boolean }[] = [];
  /** The number of emissions that its subscribers have received. */
  emissions = 0;
  /** The times at which rows were last written or deleted, except by reads. */
  readonly writtenAt = new Map<number, number>();
  connection: Connection | undefined;
  #handle!: CacheHandle;

  constructor(
    readonly world: World,
    readonly name: string,
  ) {
    this.#open();
  }

  /** Notes a failure. It is thrown after the step, because a subscriber must not throw. */
  report(what: string): void {
    this.world.failures.push(`client ${this.name}: ${what}`);
  }

  observe(read: Read): void {
    this.observers.push(new Observer(this, read));
  }

  leave(observer: Observer): void {
    this.observers = this.observers.filter((each) => each !== observer);
    observer.end();
  }

  /**
   * Calls a mutation.
   *
   * @param values the values that nothing may show if it fails
   */
  mutate(request$: Observable<unknown>, ...values: readonly unknown[]): Mutation {
    const mutation: Mutation = { values, state: 'pending', hasEnded: false };
    this.mutations.push(mutation);
    mutation.subscription = request$.subscribe({
      next: (value) => {
        this.#end(mutation);
        mutation.state = 'ok';
        const { renames } = mutation;
        // If the application has deleted the row under its old id, the answer is not written.
        const isWritten = renames === undefined || !this.writtenAt.has(renames);
        for (const row of isWritten ? [value].flat() : [])
          if (row instanceof Todo) this.#noteAnswer(row.id, values);
        if (renames !== undefined) this.written(renames);
        if (mutation.temporary !== undefined) mutation.served = (value as Todo | undefined)?.id;
      },
      error: (error) => {
        this.#end(mutation);
        mutation.state = this.world.failed(this, mutation, error as CacheError);
      },
    });
    return mutation;
  }

  /** Calls a mutation that creates a row. */
  create(request$: Observable<unknown>, name: string): void {
    const mutation = this.mutate(request$, name);
    const created = this.cache.get(all)?.find(({ title }) => title === name);
    if (created && isTemporary(created)) mutation.temporary = created.id;
  }

  /** Notes a write, which the answers to older reads do not undo. */
  written(id: number): void {
    this.writtenAt.set(id, this.world.now);
  }

  abort(mutation: Mutation): void {
    mutation.subscription?.unsubscribe();
    mutation.state = 'failed';
    mutation.hasEnded = true;
  }

  /** Calls a read for its value only. */
  call(request$: Observable<unknown>): void {
    const call = { values: 0, hasEnded: false };
    this.calls.push(call);
    request$.subscribe({
      next: () => {
        if (++call.values > 1) this.report(`a call received ${call.values} values`);
      },
      error: (error) => {
        call.hasEnded = true;
        this.world.expectFailure(this, error);
      },
      complete: () => (call.hasEnded = true),
    });
  }

  /** Empties the cache with `reset` or `clear`. */
  empty(method: 'reset' | 'clear'): void {
    this.session++;
    for (const each of this.mutations) if (each.state === 'pending') each.state = 'dropped';
    this.writtenAt.clear();
    const { connection } = this;
    if (method === 'clear') this.connection = undefined;
    void this.cache[method]();
    if (method === 'clear' && connection?.subscription.closed === false)
      this.report('the stream is open after clear');
    if (method === 'reset') for (const each of this.observers) each.checkFetching('reset');
    for (const read of reads) {
      const value = read.get(this.cache);
      if (value !== undefined)
        this.report(`${read.name} shows ${textOf(value)} immediately after ${method}`);
    }
  }

  /**
   * Takes a snapshot, destroys the cache, and goes on with a new cache that has restored the snapshot.
   *
   * @param looks whether everything is read at once. Otherwise, it is restored when it is read.
   * @param isTwice whether the restored cache is left again before anything is read
   */
  reopen(looks: boolean, isTwice: boolean): void {
    const observed = this.observers.map(({ read }) => read);
    // A snapshot does not contain what mutations in flight show.
    const isExact = this.mutations.every(({ state }) => state === 'ok' || state === 'failed');
    const data = throughJson(takeSnapshot(this.#handle));
    // After the snapshot, because reading applies what an earlier restore has left.
    const before = reads.map(({ get }) => textOf(get(this.cache)));
    this.end();
    this.#open(data);
    if (isTwice) {
      const again = throughJson(takeSnapshot(this.#handle));
      this.end();
      this.#open(again);
    }
    for (const [i, { get, name }] of looks ? reads.entries() : []) {
      const text = textOf(get(this.cache));
      if (isExact && text !== before[i])
        this.report(`${name} was ${before[i]}, but is ${text} in the restored cache`);
    }
    for (const read of observed) this.observe(read);
  }

  sweep(): void {
    inspect(this.#handle).sweep();
  }

  /** Destroys the cache. */
  end(): void {
    this.isDestroyed = true;
    this.injector.destroy();
    for (const each of this.observers) each.destroyed();
    this.observers = [];
    for (const each of this.mutations) each.subscription?.unsubscribe();
    this.mutations = [];
    this.writtenAt.clear();
    this.calls = [];
    this.connection = undefined;
  }

  /** Notes an answer, unless the answer to a later call shows above it. */
  #noteAnswer(id: number, values: readonly unknown[]): void {
    const title = this.cache.get(Todo, id)?.title;
    if (values.includes(title)) this.written(id);
  }

  #end(mutation: Mutation): void {
    if (mutation.hasEnded) this.report(`the mutation of ${mutation.values.join(', ')} ended twice`);
    mutation.hasEnded = true;
  }

  #open(data?: StoreSnapshot): void {
    this.isDestroyed = false;
    const extension = {
      onInit: (handle: CacheHandle) => {
        this.#handle = handle;
        if (data) restoreSnapshot(handle, data);
      },
      onCommit: () => {
        for (const each of this.observers) each.committed();
      },
    };
    const handleError = (error: unknown) => this.report(`reported ${String(error)}`);
    this.injector = rootInjector(
      provideCache(
        withExtension(() => extension),
        withClock(this.world.clock),
      ),
      { provide: ErrorHandler, useValue: { handleError } },
      { provide: HttpClient, useValue: new HttpClient(this.world.network.backendOf(this)) },
    );
    this.cache = this.injector.get(CacheService);
  }
}
