import { type EnvironmentInjector, runInInjectionContext } from '@angular/core';
import { defer, finalize, mergeMap, Observable, share, take } from 'rxjs';
import type { Reader } from '../read/reader';
import { Normalizer } from '../schema/normalizer';
import type { Schema } from '../schema/schema';
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
  /** The place of a read in the order of all writes; a mutation's is that of its commit. */
  readonly order: number | undefined;
  readonly epoch: number;
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
  ) {}

  /** Requests on subscription, or joins a read of the same key; emits the response and completes. */
  fetch(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return defer(() => {
      if (!endpoint.sideEffect) return this.#join(endpoint, args);
      this.seal();
      return this.#request(endpoint, args);
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
    const land = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    const flight: Flight = {
      endpoint,
      response: this.#request(endpoint, args).pipe(finalize(land), share()),
    };
    this.#flights.set(key, flight);
    return flight.response;
  }

  /** The recipe of `invalidate(endpoint, …args)`: stored responses go, those under way are not kept. */
  forgetting(endpoint: AnyEndpoint, args: readonly unknown[]): Recipe {
    const { results } = this.reader.store.tables;
    const key = args.length === 0 ? undefined : endpoint.key(...args);
    for (const request of this.#requests) {
      const meant = key === undefined || request.key === key;
      if (request.endpoint === endpoint && meant) request.forgotten = true;
    }
    return (transaction) => {
      for (const each of key === undefined ? [...results.index.keys()] : [key]) {
        if (results.get(each)?.['endpoint'] === endpoint) transaction.remove(results, each);
      }
    };
  }

  #request(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return new Observable((subscriber) => {
      const request = this.#begin(endpoint, args);
      const log = this.#log(request);
      subscriber.add(() => {
        this.#end(request);
        log('aborted');
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
            log('success');
            subscriber.next(value);
          },
          error: (error: unknown) => {
            log('error', error);
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
    const request = { endpoint, args, key, order, epoch: store.tables.epoch, forgotten: false };
    this.#requests.add(request);
    return request;
  }

  #end(request: Request): void {
    this.#requests.delete(request);
    if (request.order !== undefined) this.reader.store.endRead(request.order);
  }

  /** Normalizes and commits a response; emits its value when the commit was told. */
  #land(request: Request, response: unknown): Observable<unknown> {
    const { store } = this.reader;
    const { endpoint, args, key, order } = request;
    return new Observable((subscriber) => {
      const walk = new Normalizer(endpoint.name, args);
      const stored = walk.visit(endpoint.schema, response);
      if (store.isBusy) walk.batch.detach();
      store.write(
        (transaction) => {
          if (store.tables.epoch !== request.epoch) throw beforeResetError(endpoint.name);
          transaction.apply(walk.batch, order);
          if (order === undefined) this.seal();
          else if (!request.forgotten)
            transaction.putResult(key, { endpoint, value: stored }, order);
        },
        (failure) => {
          if (failure !== undefined) {
            subscriber.error(failure.error);
            return;
          }
          subscriber.next(this.#valueOf(request, stored));
          subscriber.complete();
        },
      );
    });
  }

  /** The value of a response: what is stored of it, or of an answer that is not kept, what it says. */
  #valueOf({ endpoint, args, key, order }: Request, stored: unknown): unknown {
    const kept = order === undefined ? undefined : this.reader.store.tables.results.get(key);
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
