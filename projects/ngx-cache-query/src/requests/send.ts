import {
  EnvironmentInjector,
  inject,
  InjectionToken,
  PendingTasks,
  runInInjectionContext,
} from '@angular/core';
import { defer, type Observable, Subscription, take, takeLast, throwIfEmpty } from 'rxjs';
import { CLOCK, type Clock } from '../angular/clock';
import type { Cause } from '../store/commit';
import type { CacheError } from '../util/cache-error';
import type { AnyEndpoint, SendPage } from './endpoint';
import type { Reason } from './reason';
import { noResponse } from './request-errors';
import { RETRY } from './retries';
import { takeFirst } from './take-first';

declare const ngDevMode: unknown;

/** What happens when a request is answered. */
export interface Outcome {
  /**
   * Called with a response. If it throws, `error` is called with the error.
   *
   * @param isLast `false` if the request is still open, because it may be answered again
   */
  next(response: unknown, isLast: boolean): void;
  error(thrown: unknown): void;
  /** Called if the request has ended after a response that was not known to be the last. */
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
  began(request: SentRequest, reason?: Reason): void;
  ended(request: SentRequest): void;
  /** Called in dev mode. Returns the clock with which a request waits before it is sent again. */
  clockOf(request: SentRequest, clock: Clock): Clock;
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
    const fail = (thrown: unknown) => {
      if (!subscription.closed) outcome.error(thrown);
    };
    const sendOne: SendPage = (page, pageArgs) => {
      const call = () => runInInjectionContext(injector, () => page.load(...pageArgs));
      const response$ = hook ? hook.intercept(request, page, pageArgs, () => defer(call)) : call();
      return response$.pipe(throwIfEmpty(() => noResponse(page.name)));
    };
    // A page that is answered twice is merged into its list once, with the last response.
    const sendPage: SendPage = (page, pageArgs) => {
      const response$ = sendOne(page, pageArgs);
      return page.answersAgain ? response$.pipe(takeLast(1)) : response$;
    };
    const load = () => endpoint.loadPages?.(sendPage, args) ?? sendOne(endpoint, args);
    const { retry = retryOfCache } = endpoint.options;
    const isRepeated = retry && !endpoint.sideEffect && !isServer;
    const mayFollow = endpoint.answersAgain && !endpoint.sideEffect;
    const noted =
      typeof ngDevMode === 'undefined' || ngDevMode ? hook?.clockOf(request, clock) : undefined;
    let response$ = isRepeated ? retry(load, noted ?? clock) : defer(load);
    if (!mayFollow)
      response$ = isServer ? response$.pipe(take(1)) : takeFirst(response$, endpoint.name);
    let held: { readonly response: unknown } | undefined;
    const give = (isLast: boolean) => {
      const given = held;
      held = undefined;
      try {
        if (given && !subscription.closed) outcome.next(given.response, isLast);
      } catch (thrown) {
        fail(thrown);
      }
      if (given && !isLast) release(); // What may follow must not delay the page.
      return given;
    };
    subscription.add(
      response$.subscribe({
        next: (response) => {
          give(false);
          const mine = (held = { response });
          if (!mayFollow) give(true);
          // Only when the request completes, which is usually in the same task, a response is known to be the last one.
          else queueMicrotask(() => held === mine && give(false));
        },
        error: (thrown) => {
          give(false);
          fail(thrown);
        },
        complete: () => {
          if (!give(true) && mayFollow && !subscription.closed) outcome.complete();
        },
      }),
    );
    return () => {
      subscription.unsubscribe();
      release();
    };
  };
}
