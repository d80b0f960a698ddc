import {
  EnvironmentInjector,
  inject,
  InjectionToken,
  PendingTasks,
  runInInjectionContext,
} from '@angular/core';
import { defer, type Observable, Subscription, take } from 'rxjs';
import { CLOCK } from '../angular/clock';
import type { Cause } from '../store/commit';
import type { CacheError } from '../util/cache-error';
import type { AnyEndpoint, SendPage } from './endpoint';
import { RETRY } from './retries';

/** What happens when a request ends. One of the methods is called, at most once. */
export interface Outcome {
  /** Called with the first value. If it throws, `error` is called with the error. */
  next(response: unknown): void;
  error(thrown: unknown): void;
  /** Called if there was no value. */
  complete(): void;
}

/** A request, and how it has ended. Its state stays `pending` if it was aborted. */
export class SentRequest {
  state: 'pending' | 'success' | 'error' = 'pending';
  error: CacheError | undefined;

  constructor(
    readonly endpoint: AnyEndpoint,
    /** Temporary ids are replaced when they are known. */
    public args: readonly unknown[],
  ) {}

  /** Notes an error. A request that `reset`, `clear` or a deletion has ended counts as aborted. */
  fail(error: CacheError): void {
    if (error.code === 'NCQ4001' || error.code === 'NCQ4007') return;
    this.state = 'error';
    this.error = error;
  }
}

/** The cause of a commit that a request makes. */
export function cause(kind: Cause['kind'], request: SentRequest): Cause {
  const { endpoint: source, args } = request;
  return { kind, source, args, request };
}

/** Learns of the requests of a cache, and may answer them. */
export interface RequestHook {
  began(request: SentRequest): void;
  ended(request: SentRequest): void;
  /** Called for each page that is loaded for a request. */
  intercept(
    request: SentRequest,
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    send: () => Observable<unknown>,
  ): Observable<unknown>;
}

/** What learns of the requests, if something needs to know them. Each cache has its own. */
export const REQUEST_HOOK = new InjectionToken<RequestHook>('CACHE_REQUEST_HOOK');

/** Sends a request. Returns a function that ends it, which must be called also after the outcome. */
export type Send = (request: SentRequest, outcome: Outcome) => () => void;

/**
 * Returns the function that sends the requests of a cache. Must be called in the injection context of the cache.
 *
 * @param hook may answer requests
 * @param isServer whether the page is rendered on a server, where nothing is retried
 */
export function sender(isServer: boolean, hook: RequestHook | null): Send {
  const clock = inject(CLOCK);
  const injector = inject(EnvironmentInjector);
  const pendingTasks = inject(PendingTasks);
  const retryOfCache = inject(RETRY);
  return (request, outcome) => {
    const { endpoint, args } = request;
    const release = pendingTasks.add();
    const subscription = new Subscription();
    let isAnswered = false;
    const fail = (thrown: unknown) => {
      if (!subscription.closed) outcome.error(thrown);
    };
    const sendPage: SendPage = (page, pageArgs) => {
      const call = () => runInInjectionContext(injector, () => page.load(...pageArgs));
      return hook ? hook.intercept(request, page, pageArgs, () => defer(call)) : call();
    };
    const load = () => endpoint.loadPages?.(sendPage, args) ?? sendPage(endpoint, args);
    const { retry = retryOfCache } = endpoint.options;
    const isRepeated = retry && !endpoint.sideEffect && !isServer;
    subscription.add(
      (isRepeated ? retry(load, clock) : defer(load)).pipe(take(1)).subscribe({
        next: (response) => {
          isAnswered = true;
          try {
            if (!subscription.closed) outcome.next(response);
          } catch (thrown) {
            fail(thrown);
          }
        },
        error: fail,
        complete: () => {
          if (!isAnswered && !subscription.closed) outcome.complete();
        },
      }),
    );
    return () => {
      subscription.unsubscribe();
      release();
    };
  };
}
