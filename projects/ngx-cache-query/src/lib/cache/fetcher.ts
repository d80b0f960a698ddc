import { type EnvironmentInjector, type PendingTasks, runInInjectionContext } from '@angular/core';
import { defer, finalize, mergeMap, Observable, share, take } from 'rxjs';
import type { Reader } from '../read/reader';
import { Normalizer } from '../schema/normalizer';
import type { Batch } from '../schema/batch';
import type { Schema } from '../schema/schema';
import type { Table } from '../store/table';
import type { Transaction } from '../store/transaction';
import { type RequestRecord, writeRequest } from './request-record';
import type { Recipe } from '../store/store';
import { sameData } from '../util/equality';
import { beforeResetError } from './cache-errors';
import type { Endpoint } from './endpoint';
import type { Extensions } from './extensions';
import type { RequestEvent } from './cache-extension';

/** Any endpoint, with its types aside. */
export type AnyEndpoint = Endpoint<readonly unknown[], Schema>;

/** A request under way. */
interface Request {
  readonly endpoint: AnyEndpoint;
  readonly args: readonly unknown[];
  readonly key: string;
  /** The key of its records. */
  readonly recordKey: string;
  /** The place of a read in the order of all writes; a mutation's is that of its commit. */
  readonly order: number | undefined;
  /** How many resets had been asked for when it began. */
  readonly epoch: number;
  /** Whether it came to an end: its response landed, or it failed. */
  ended: boolean;
  /** Whether the endpoint was expired since it began: then its response is stale already. */
  outdated: boolean;
  /** Whether the response was invalidated before it came: then only its entities are stored. */
  forgotten: boolean;
}

/** A read under way that others may join. */
interface Flight {
  readonly endpoint: AnyEndpoint;
  readonly response: Observable<unknown>;
}

/**
 * Requests, from asking to commit. Reads under way are shared by key; each read remembers when it was
 * asked for, so that it cannot undo what happened since.
 */
export class Fetcher {
  /** Reads that may be joined: none that began before a later mutation. */
  readonly #flights = new Map<string, Flight>();
  readonly #requests = new Set<Request>();
  #count = 0;

  constructor(
    private readonly reader: Reader,
    private readonly injector: EnvironmentInjector,
    private readonly extensions: Extensions,
    private readonly pendingTasks: PendingTasks,
  ) {}

  /** Requests on subscription, or joins a read of the same key; emits the response and completes. */
  fetch(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return defer(() => {
      if (!endpoint.sideEffect) return this.#join(endpoint, args);
      this.seal();
      return this.#request(endpoint, args, () => undefined);
    });
  }

  /** From now on nobody joins a read that began before. */
  seal(): void {
    this.#flights.clear();
  }

  #join(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    const key = endpoint.key(...args);
    const known = this.#flights.get(key);
    if (known?.endpoint === endpoint) return known.response;
    const landed = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    const flight: Flight = {
      endpoint,
      response: this.#request(endpoint, args, landed).pipe(finalize(landed), share()),
    };
    this.#flights.set(key, flight);
    return flight.response;
  }

  /**
   * The recipe of `invalidate(endpoint, …args)`: stored responses go, those under way are not kept, and
   * who watches asks again.
   */
  forgetting(endpoint: AnyEndpoint, args: readonly unknown[]): Recipe {
    const { results } = this.reader.store.tables;
    const key = args.length === 0 ? undefined : endpoint.key(...args);
    const expire = this.expiring(endpoint, args);
    const underWay = this.#underWay(endpoint, key);
    return (transaction) => {
      flag(transaction, underWay, 'forgotten');
      for (const each of recordsOf(endpoint, results, key)) transaction.remove(results, each);
      expire(transaction);
    };
  }

  /** The recipe of `expire(endpoint, …args)`: responses stay, and who watches asks again. */
  expiring(endpoint: AnyEndpoint, args: readonly unknown[]): Recipe {
    const { requests } = this.reader.store.tables;
    const key = args.length === 0 ? undefined : endpoint.key(...args);
    this.seal();
    const underWay = this.#underWay(endpoint, key);
    return (transaction) => {
      flag(transaction, underWay, 'outdated');
      const change = () => ({ expired: true, failure: undefined });
      for (const each of recordsOf(endpoint, requests, key)) {
        writeRequest(transaction, endpoint, each, change);
      }
    };
  }

  #underWay(endpoint: AnyEndpoint, key: string | undefined): Request[] {
    return [...this.#requests].filter(
      (request) => request.endpoint === endpoint && (key === undefined || request.key === key),
    );
  }

  /** @param arrived called when there is an answer, before anybody hears of it */
  #request(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    arrived: () => void,
  ): Observable<unknown> {
    return new Observable((subscriber) => {
      const request = this.#begin(endpoint, args);
      const log = this.#log(request);
      const release = this.pendingTasks.add();
      subscriber.add(() => {
        this.#end(request);
        log('aborted');
        release();
      });
      const load = () =>
        runInInjectionContext(this.injector, () => endpoint.load(...args)).pipe(
          take(1),
          mergeMap((response) => this.#land(request, response)),
        );
      log('pending');
      subscriber.add(
        defer(load).subscribe({
          next: (value) => {
            arrived();
            log('success');
            subscriber.next(value);
          },
          error: (error: unknown) => {
            arrived();
            log('error', error);
            this.#settle(request, () => ({ failure: { error } }));
            subscriber.error(error);
          },
          complete: () => subscriber.complete(),
        }),
      );
    });
  }

  #begin(endpoint: AnyEndpoint, args: readonly unknown[]): Request {
    const { store } = this.reader;
    const key = endpoint.key(...args);
    const order = endpoint.sideEffect ? undefined : store.beginRead();
    const { epoch } = store;
    const flags = { ended: false, outdated: false, forgotten: false };
    const recordKey = `${endpoint.id} ${key}`;
    const request = { endpoint, args, key, recordKey, order, epoch, ...flags };
    this.#requests.add(request);
    this.#note(request, ({ fetching }) => ({ fetching: fetching + 1 }));
    return request;
  }

  /** The request came to nothing, or to an end before. */
  #end(request: Request): void {
    this.#requests.delete(request);
    this.#settle(request, () => ({}));
    if (request.order !== undefined) this.reader.store.endRead(request.order);
  }

  #settle(request: Request, change: (record: RequestRecord) => Partial<RequestRecord>): void {
    if (request.ended) return;
    request.ended = true;
    this.#note(request, (record) => ({ fetching: record.fetching - 1, ...change(record) }));
  }

  /** Changes what is known of the requests of a read, unless everything was forgotten meanwhile. */
  #note(request: Request, change: (record: RequestRecord) => Partial<RequestRecord>): void {
    if (request.order === undefined) return;
    this.reader.store.write((transaction) => this.#noteIn(transaction, request, change));
  }

  #noteIn(
    transaction: Transaction,
    { endpoint, recordKey, epoch }: Request,
    change: (record: RequestRecord) => Partial<RequestRecord>,
  ): void {
    if (transaction.tables.epoch <= epoch) writeRequest(transaction, endpoint, recordKey, change);
  }

  /** Normalizes and commits a response; emits its value when the commit was told. */
  #land(request: Request, response: unknown): Observable<unknown> {
    const { store } = this.reader;
    return new Observable((subscriber) => {
      const walk = new Normalizer(request.endpoint.name, request.args);
      const stored = walk.visit(request.endpoint.schema, response);
      if (store.isBusy) walk.batch.detach();
      store.write(
        (transaction) => {
          if (!subscriber.closed) this.#commit(transaction, request, walk.batch, stored);
        },
        (failure) => {
          if (failure !== undefined) {
            subscriber.error(failure.error);
            return;
          }
          request.ended = true;
          let value: unknown;
          try {
            value = this.#valueOf(request, stored);
          } catch (error) {
            subscriber.error(error);
            return;
          }
          subscriber.next(value);
          subscriber.complete();
        },
      );
    });
  }

  #commit(transaction: Transaction, request: Request, batch: Batch, stored: unknown): void {
    const { endpoint, order } = request;
    if (transaction.tables.epoch > request.epoch) throw beforeResetError(endpoint.name);
    transaction.apply(batch, order);
    if (order === undefined) {
      this.seal();
      return;
    }
    const kept = !request.forgotten && this.#keep(transaction, request, stored, order);
    this.#noteIn(transaction, request, ({ fetching, expired }) => ({
      fetching: fetching - 1,
      ...(kept && {
        fetchedAt: Date.now(),
        expired: request.outdated && expired,
        failure: undefined,
      }),
    }));
  }

  /** Stores the response of a read, unless a younger one is there. */
  #keep(
    transaction: Transaction,
    { endpoint, recordKey }: Request,
    value: unknown,
    order: number,
  ): boolean {
    const { results } = transaction.tables;
    transaction.putRecord(results, recordKey, { endpoint, value }, order);
    const slot = results.index.get(recordKey);
    return slot !== undefined && results.orders[slot] === order;
  }

  /** The value of a response: what is stored of it, or of an answer that is not kept, what it says. */
  #valueOf({ endpoint, args, recordKey, order }: Request, stored: unknown): unknown {
    const kept = order === undefined ? undefined : this.reader.store.tables.results.get(recordKey);
    return kept?.['endpoint'] === endpoint && sameData(kept['value'], stored)
      ? this.reader.get(endpoint, args)
      : this.reader.readOnce(endpoint.schema, stored);
  }

  /** Tells the extensions what becomes of a request, its end once. */
  #log({ endpoint, key }: Request): (state: RequestEvent['state'], error?: unknown) => void {
    const about = { id: ++this.#count, endpoint: endpoint.name, key };
    const began = Date.now();
    let ended = false;
    return (state, error) => {
      if (ended) return;
      ended = state !== 'pending';
      this.extensions.request(
        ended ? { ...about, state, ms: Date.now() - began, error } : { ...about, state },
      );
    };
  }
}

/** Flags requests under way, for as long as the transaction is not taken back. */
function flag(
  { journal }: Transaction,
  requests: readonly Request[],
  name: 'outdated' | 'forgotten',
): void {
  for (const request of requests.filter((each) => !each[name])) {
    request[name] = true;
    journal.quietly(() => (request[name] = false));
  }
}

/** The keys of an endpoint's records in a table: that of `key`, or all. */
function recordsOf(endpoint: AnyEndpoint, table: Table, key: string | undefined): string[] {
  const keys = key === undefined ? [...table.index.keys()].map(String) : [`${endpoint.id} ${key}`];
  return keys.filter((each) => table.get(each)?.['endpoint'] === endpoint);
}
