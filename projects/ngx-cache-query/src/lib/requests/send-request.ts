import { type EnvironmentInjector, runInInjectionContext } from '@angular/core';
import { mergeMap, type Observable, take } from 'rxjs';
import type { Clock } from '../platform/clock';
import type { AnyEndpoint, SendPage } from './endpoint';
import type { Mutations } from './mutations';
import type { Request } from './request';
import { type RetryOptions, retrying } from './retry';

/** Sends a request as soon as its arguments are resolved, and emits the response. */
export type SendRequest = (request: Request) => Observable<unknown>;

/**
 * Returns the response of a request to an endpoint, which `send` requests. Called for each retry, and for each page that
 * the request loads.
 */
export type Intercept = (
  request: Request,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  send: () => Observable<unknown>,
) => Observable<unknown>;

/**
 * Returns a function that sends requests, and retries reads that fail.
 *
 * @param clock runs a retry in the zone in which the request failed
 * @param retryOf returns the retry options for reads of an endpoint; `undefined` for no retries
 * @param intercept called in place of sending a request
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
