import { type EnvironmentInjector, runInInjectionContext } from '@angular/core';
import { mergeMap, type Observable, take } from 'rxjs';
import type { Clock } from '../platform/clock';
import type { AnyEndpoint } from './endpoint';
import type { Mutations } from './mutations';
import type { Request } from './request';
import { type RetryOptions, retrying } from './retry';

/** Sends a request as soon as its arguments are resolved, and emits the response. */
export type SendRequest = (request: Request) => Observable<unknown>;

/** Returns the response of a request, which `send` requests. */
export type Intercept = (request: Request, send: () => Observable<unknown>) => Observable<unknown>;

/**
 * Returns a function that sends requests, and retries reads that fail.
 *
 * @param clock runs a retry in the zone in which the request failed
 * @param retryOf returns the retry options for reads of an endpoint; `undefined` for no retries
 * @param intercept called in place of each request
 */
export function requestSender(
  injector: EnvironmentInjector,
  mutations: Mutations,
  clock: Clock,
  retryOf: (endpoint: AnyEndpoint) => RetryOptions | undefined,
  intercept: Intercept = (_, send) => send(),
): SendRequest {
  const load = (endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> => {
    const send = () => runInInjectionContext(injector, () => endpoint.load(...args));
    const retry = endpoint.sideEffect ? undefined : retryOf(endpoint);
    return retry === undefined ? send() : retrying(send, retry, clock);
  };
  return (request) =>
    mutations.resolveArgs(request.args).pipe(
      mergeMap((args) => {
        request.resolveArgs(args);
        return intercept(request, () => load(request.endpoint, args));
      }),
      take(1),
    );
}
