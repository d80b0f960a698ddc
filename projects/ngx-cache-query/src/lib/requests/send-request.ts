import { type EnvironmentInjector, runInInjectionContext } from '@angular/core';
import { mergeMap, type Observable, take } from 'rxjs';
import type { Clock } from '../platform/clock';
import type { AnyEndpoint, SendPage } from './endpoint';
import type { Mutations } from './mutations';
import type { Request } from './request';
import { type RetryOptions, retrying } from './retry';

/** Sends a request when its arguments are resolved, and emits the response. */
export type SendRequest = (request: Request) => Observable<unknown>;

/**
 * Intercepts a request before it is sent. The function can call `send` to send the request. It is called for each page,
 * and again for each retry.
 */
export type Intercept = (
  request: Request,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  send: () => Observable<unknown>,
) => Observable<unknown>;

/**
 * Returns a function that sends requests and retries failed reads.
 *
 * @param clock runs a retry in the zone in which the request failed
 * @param retryOf returns the retry options of an endpoint; `undefined` if its reads are not retried
 * @param intercept called instead of sending the request directly
 */
export function requestSender(
  injector: EnvironmentInjector,
  mutations: Mutations,
  clock: Clock,
  retryOf: (endpoint: AnyEndpoint) => RetryOptions | undefined,
  intercept: Intercept = (_request, _endpoint, _args, send) => send(),
): SendRequest {
  const load = (request: Request, endpoint: AnyEndpoint, args: readonly unknown[]) => {
    const send = () =>
      intercept(request, endpoint, args, () =>
        runInInjectionContext(injector, () => endpoint.load(...args)),
      );
    const retry = endpoint.sideEffect ? undefined : retryOf(endpoint);
    return retry === undefined ? send() : retrying(send, retry, clock);
  };
  return (request) =>
    mutations.resolveArgs(request.args).pipe(
      mergeMap((args) => {
        request.resolveArgs(args);
        const { endpoint } = request;
        const sendPage: SendPage = (page, pageArgs) => load(request, page, pageArgs);
        return endpoint.loadPages?.(sendPage, args) ?? load(request, endpoint, args);
      }),
      take(1),
    );
}
