import { EnvironmentInjector, inject, PendingTasks, runInInjectionContext } from '@angular/core';
import { defer, Observable, Subscription, take, takeLast, tap, throwIfEmpty } from 'rxjs';
import { CLOCK } from '../angular/clock';
import { warnOnce } from '../util/warn';
import type { AnyEndpoint } from './endpoint';
import { noResponse } from './request-errors';
import { RETRY } from './retries';
import type { RequestHook, SentRequest } from './sent-request';

declare const ngDevMode: unknown;

/** What happens when a request is answered. */
interface Outcome {
  /**
   * Called with a response. If it throws, `error` is called with the error.
   *
   * @param isLast `false` if the request is still open, because it may be answered again
   */
  next(response: unknown, isLast: boolean): void;
  error(thrown: unknown): void;
  /** Called if a read has ended after a response that was not known to be the last. */
  complete?(): void;
}

/** Sends a request. Returns a function that ends it, which must be called also after the outcome. */
export type Send = (request: SentRequest, outcome: Outcome) => () => void;

/** Sends the request for one page of a list. */
export type SendPage = (endpoint: AnyEndpoint, args: readonly unknown[]) => Observable<unknown>;

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
    const sendPage: SendPage = (page, pageArgs) => sendOne(page, pageArgs).pipe(takeLast(1));
    const load = () => endpoint.loadPages?.(sendPage, args) ?? sendOne(endpoint, args);
    const { retry = retryOfCache } = endpoint.options;
    const isRepeated = retry && !endpoint.sideEffect && !isServer;
    const mayFollow = endpoint.answersAgain && !endpoint.sideEffect;
    const noted =
      typeof ngDevMode === 'undefined' || ngDevMode ? hook?.clockOf(request, clock) : undefined;
    let response$ = isRepeated ? retry(load, noted ?? clock) : defer(load);
    if (!mayFollow) {
      response$ =
        (typeof ngDevMode === 'undefined' || ngDevMode) && !isServer
          ? takeFirstOrWarn(response$, endpoint.name)
          : response$.pipe(take(1));
    }
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
          if (!give(true) && mayFollow && !subscription.closed) outcome.complete?.();
        },
      }),
    );
    return () => {
      subscription.unsubscribe();
      release();
    };
  };
}

/**
 * Emits the first response. An Observable that does not complete with it causes a warning, because later values are
 * ignored. Unsubscribes a microtask later, because only then it is known what does not complete.
 */
function takeFirstOrWarn(response$: Observable<unknown>, source: string): Observable<unknown> {
  return new Observable((subscriber) => {
    let isTaken = false;
    let hasEnded = false;
    const end = () => (hasEnded = true);
    const leave = () => {
      if (!hasEnded) warnOfMore(source);
      subscription.unsubscribe();
    };
    const subscription = response$.pipe(tap({ complete: end, error: end })).subscribe({
      next: (response) => {
        if (isTaken) return;
        isTaken = true;
        queueMicrotask(leave);
        subscriber.next(response);
        subscriber.complete();
      },
      error: (thrown) => subscriber.error(thrown),
      complete: () => subscriber.complete(),
    });
    return () => void (isTaken || subscription.unsubscribe());
  });
}

function warnOfMore(source: string): void {
  warnOnce(
    `${source}: the request emitted a value, but did not complete. The cache uses the first value, and has ` +
      `unsubscribed. If more values follow, connect a Stream instead: cache.connect(…). Otherwise, add take(1).`,
  );
}
