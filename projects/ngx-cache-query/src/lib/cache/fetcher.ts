import { type EnvironmentInjector, runInInjectionContext } from '@angular/core';
import { defer, finalize, mergeMap, Observable, share, take } from 'rxjs';
import type { Reader } from '../read/reader';
import { Normalizer } from '../schema/normalizer';
import type { Schema } from '../schema/schema';
import { sameData } from '../util/equality';
import { beforeResetError } from './cache-errors';
import type { Endpoint } from './endpoint';
import type { Extensions } from './extensions';
import type { RequestEvent } from './cache-extension';

/** Any endpoint, with its types aside. */
export type AnyEndpoint = Endpoint<readonly unknown[], Schema>;

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
  #requests = 0;

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

  #request(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    const { store } = this.reader;
    return new Observable((subscriber) => {
      const log = this.#log(endpoint, args);
      const { epoch } = store;
      const order = endpoint.sideEffect ? undefined : store.beginRead();
      subscriber.add(() => {
        if (order !== undefined) store.endRead(order);
        log('aborted');
      });
      const load = () =>
        runInInjectionContext(this.injector, () => endpoint.load(...args)).pipe(
          take(1),
          mergeMap((response) => this.#land(endpoint, args, response, order, epoch)),
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

  /** Normalizes and commits a response; emits its value when the commit was told. */
  #land(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    response: unknown,
    order: number | undefined,
    epoch: number,
  ): Observable<unknown> {
    const { store } = this.reader;
    return new Observable((subscriber) => {
      const walk = new Normalizer(endpoint.name, args);
      const stored = walk.visit(endpoint.schema, response);
      if (store.isBusy) walk.batch.detach();
      store.write(
        (transaction) => {
          if (store.epoch !== epoch) throw beforeResetError(endpoint.name);
          transaction.apply(walk.batch, order);
          if (order === undefined) this.seal();
          else transaction.putResult(endpoint.key(...args), { endpoint, value: stored }, order);
        },
        (failure) => {
          if (failure !== undefined) {
            subscriber.error(failure.error);
            return;
          }
          subscriber.next(this.#valueOf(endpoint, args, stored));
          subscriber.complete();
        },
      );
    });
  }

  /** The value of a response: what is stored of it, or of an answer that is not kept, what it says. */
  #valueOf(endpoint: AnyEndpoint, args: readonly unknown[], stored: unknown): unknown {
    if (!endpoint.sideEffect) {
      const kept = this.reader.store.results.get(endpoint.key(...args));
      if (kept?.['endpoint'] === endpoint && sameData(kept['value'], stored)) {
        return this.reader.get(endpoint, args);
      }
    }
    return this.reader.readOnce(endpoint.schema, stored);
  }

  /** Tells the extensions what becomes of a request, its end once. */
  #log(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
  ): (state: RequestEvent['state'], error?: unknown) => void {
    const request = {
      id: ++this.#requests,
      endpoint: endpoint.name,
      key: endpoint.key(...args),
    };
    const began = Date.now();
    let ended = false;
    return (state, error) => {
      if (ended) return;
      ended = state !== 'pending';
      this.extensions.request(
        ended ? { ...request, state, ms: Date.now() - began, error } : { ...request, state },
      );
    };
  }
}
