import type { PendingTasks } from '@angular/core';
import { defer, mergeMap, Observable, share, tap } from 'rxjs';
import { readOnce } from '../query/read-once';
import type { Reader } from '../query/reader';
import { recordKeyOf } from '../graph/endpoint-cell';
import { Normalizer } from '../schema/normalize/normalizer';
import { sameData } from '../util/equality';
import { logMistake } from './mistakes';
import { asCacheError, isBeforeReset } from './request-errors';
import type { Expiry } from './refetch/expire-responses';
import type { Recipe } from '../store/waiting-writes';
import { RefetchAfterMutations } from './refetch/refetch-after-mutations';
import { refetching } from './refetch/refetch-target';
import { type AnyEndpoint, schemaArgsOf, splitTarget } from './endpoint';
import type { LogRequest, Request } from './request';
import type { Requests } from './requests';
import type { Responses } from './refetch/responses';
import type { SendRequest } from './send-request';

// The `requests` folder covers everything from the call that requests data to the commit of the response. The
// `endpoints` folder creates the parts of the `requests` folder. Features connect through these interfaces:
// AnyEndpoint, Mutations (the work that a mutation does before its response arrives), SendRequest and LogRequest. This
// folder depends on no feature.

declare const ngDevMode: unknown;

/** A read in flight that other callers can share. */
interface SharedRead {
  readonly response$: Observable<unknown>;
  /** Whether the read loads all pages of a list. */
  readonly isWhole: boolean;
}

/**
 * Sends requests and commits their responses. Callers with the same key share a read in flight. A read takes its
 * position in the write order when it begins, so its response cannot overwrite later writes.
 */
export class Fetcher {
  /**
   * Reads in flight that callers can share, by record key. A mutation empties the map, because reads that started
   * before the mutation may not reflect it.
   */
  readonly #sharedReads = new Map<string, SharedRead>();
  readonly #afterMutations: RefetchAfterMutations;

  constructor(
    private readonly reader: Reader,
    /** The requests in flight and the records of all requests. */
    readonly requests: Requests,
    /** Marks responses as stale. */
    readonly expiry: Expiry,
    private readonly send: SendRequest,
    private readonly log: (request: Request) => LogRequest,
    private readonly pendingTasks: PendingTasks,
  ) {
    this.#afterMutations = new RefetchAfterMutations(reader.store, requests, expiry);
  }

  /**
   * On subscription, sends a request or shares a read in flight that has the same key. Emits the response and
   * completes.
   */
  fetch(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    const response$ = defer(() => {
      if (!endpoint.sideEffect) return this.share(endpoint, args);
      this.stopSharing();
      return this.#request(endpoint, args, () => undefined);
    });
    // Finds mistakes in the arguments and in the optimistic response before the request is sent.
    return typeof ngDevMode === 'undefined' || ngDevMode
      ? response$.pipe(tap({ error: logMistake }))
      : response$;
  }

  /**
   * Prevents new callers from sharing reads in flight. If `responses` is given, only reads that load these responses
   * are affected.
   */
  stopSharing(responses?: Responses): void {
    if (responses === undefined) this.#sharedReads.clear();
    else {
      const reads = this.requests.readsOf(responses);
      for (const { recordKey } of reads) this.#sharedReads.delete(recordKey);
    }
  }

  /**
   * Returns a read in flight that can be shared. If there is none, returns a new read, which starts on subscription.
   */
  share(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    const key = recordKeyOf(endpoint, endpoint.key(...args));
    const known = this.#sharedReads.get(key);
    // A read that loads only the first page cannot be shared with a caller that needs all pages.
    if (known !== undefined && (known.isWhole || endpoint.loadPages === undefined))
      return known.response$;
    const onEnd = () => {
      if (this.#sharedReads.get(key)?.response$ === response$) this.#sharedReads.delete(key);
    };
    const response$ = this.#request(endpoint, args, onEnd).pipe(share());
    this.#sharedReads.set(key, { response$, isWhole: endpoint.loadPages !== undefined });
    return response$;
  }

  /** @param onEnd called when the request has ended, before subscribers are notified */
  #request(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    onEnd: () => void,
  ): Observable<unknown> {
    return new Observable((subscriber) => {
      const request = this.requests.begin(endpoint, args);
      const log = this.log(request);
      request.whenAborted((error) => {
        log('aborted');
        subscriber.error(error);
      });
      const release = this.pendingTasks.add();
      subscriber.add(() => {
        onEnd();
        release();
        log('aborted');
        this.requests.end(request);
        if (request.mutation !== undefined && this.#afterMutations.isDue) {
          this.stopSharing();
          this.#afterMutations.refetch();
        }
      });
      const load = () =>
        this.send(request).pipe(mergeMap((response) => this.#commit(request, response)));
      log('pending');
      try {
        request.mutation?.expect();
      } catch (thrown) {
        const error = asCacheError(endpoint.name, thrown);
        log('error', error);
        subscriber.error(error);
        return;
      }
      subscriber.add(
        defer(load).subscribe({
          next: (value) => {
            onEnd();
            log('success');
            subscriber.next(value);
          },
          error: (thrown: unknown) => {
            const error = asCacheError(endpoint.name, thrown);
            if (typeof ngDevMode === 'undefined' || ngDevMode) logMistake(error);
            onEnd();
            if (isBeforeReset(error)) log('aborted');
            else log('error', error);
            try {
              this.requests.fail(request, error);
            } finally {
              subscriber.error(error);
            }
          },
          complete: () => {
            // A read that completes without a value must also be settled. Otherwise its observers would refetch
            // immediately.
            this.requests.settle(request, () => ({ expired: false }));
            subscriber.complete();
          },
        }),
      );
    });
  }

  /** Returns the {@link Recipe} that stores a value as the response of an endpoint. */
  setting(endpoint: AnyEndpoint, args: readonly unknown[], value: unknown): Recipe {
    const walk = new Normalizer(endpoint.name, schemaArgsOf(endpoint, args));
    const stored = walk.begin(endpoint.schema, value, this.reader.store.isBusy);
    const response = this.requests.arrived(walk.batch, stored);
    return (transaction) =>
      walk.locating(() => this.requests.put(transaction, endpoint, args, response));
  }

  /** Normalizes and commits a response. Notifies the subscribers of the cache, and then emits the value. */
  #commit(request: Request, response: unknown): Observable<unknown> {
    const { store } = this.reader;
    const { endpoint, args } = request;
    return new Observable((subscriber) => {
      const isLater = store.isBusy;
      const walk = new Normalizer(endpoint.name, schemaArgsOf(endpoint, args), endpoint.sideEffect);
      const stored = walk.begin(endpoint.schema, response, isLater);
      const arrived = this.requests.arrived(walk.batch, stored);
      const named = endpoint.sideEffect ? endpoint.refetches(...request.args) : [];
      const refetches = this.refetching(named ?? []);
      store.write(
        (transaction) => {
          if (subscriber.closed) return;
          if (named?.length !== 0) this.#afterMutations.find(transaction, request, walk.batch);
          walk.locating(() => this.requests.commit(transaction, request, arrived));
          for (const refetch of refetches) refetch(transaction);
          if (endpoint.sideEffect) this.stopSharing();
        },
        (failure) => {
          if (failure !== undefined) {
            subscriber.error(failure.error);
            return;
          }
          request.settle();
          request.mutation?.committed();
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

  /**
   * Returns one {@link Recipe} for each target in `named`. Each recipe marks the responses of one target as stale, so
   * that active observers refetch these responses.
   */
  refetching(named: readonly unknown[]): Recipe[] {
    return named.map((each) => {
      const [target, ...args] = splitTarget(each);
      return refetching(this.reader, this.expiry, target, args);
    });
  }

  /** Returns the value of a response. All readers of a stored response receive the same object. */
  #valueOf({ endpoint, args, recordKey, order }: Request, stored: unknown): unknown {
    const kept = order === undefined ? undefined : this.reader.store.tables.results.get(recordKey);
    if (kept !== undefined && sameData(kept['value'], stored)) {
      return this.reader.get(endpoint, args);
    }
    const value = readOnce(this.reader, endpoint.schema, stored);
    const { derived } = endpoint;
    return derived === undefined ? value : derived.process(...([value, ...args] as never));
  }
}
