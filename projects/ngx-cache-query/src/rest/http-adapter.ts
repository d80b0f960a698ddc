import {
  HttpClient,
  HttpErrorResponse,
  type HttpEvent,
  type HttpResponse,
} from '@angular/common/http';
import { inject } from '@angular/core';
import { catchError, finalize, map, type Observable } from 'rxjs';
import { CLOCK } from '../angular/clock';
import { HYDRATES } from '../angular/hydrates';
import { notWritable } from '../schema/write-errors';
import type { Named } from '../store/followers';
import { warnOfDoubledPrefix } from './doubled-prefix';
import { wrapped } from './envelope';
import { definedIn, headersOf, withDefaultsOf } from './habits';
import type { RestError } from './rest-error';
import type { RestHeaders, RestResponse } from './rest-options';
import { callOf, type Described, methodOf, requestOf, withPrefix } from './rest-request';
import type { RestDefaults } from './with-rest';

declare const ngDevMode: unknown;

type Args = readonly unknown[];

/** An endpoint whose requests can be sent. */
interface Sent extends Described {
  readonly sideEffect: boolean;
  ownRow(args: Args): Named | undefined;
  getHeaders(...args: Args): Partial<RestHeaders>;
  received(body: unknown, response: RestResponse, args: Args, defaults: RestDefaults): unknown;
  failed(thrown: HttpErrorResponse, url: string, now: number, defaults: RestDefaults): RestError;
}

/**
 * Sends a request with HttpClient, and returns the data in the response, which the cache then normalizes. Must be called
 * in the injection context of the cache.
 *
 * @param defaults the options of `withRest`
 * @throws CacheError NCQ5001 to NCQ5005 if a parameter is missing or cannot be sent; the Observable errors with a
 * RestError if the request fails
 */
export function sendOverHttp(
  endpoint: Sent,
  args: Args,
  defaults: RestDefaults,
): Observable<unknown> {
  const { name } = endpoint;
  const given = withDefaultsOf(endpoint.given, defaults);
  const described: Described = { name, path: endpoint.path, given };
  const { path, search: params, body } = requestOf(described, args);
  const { context, names, progress, urlPrefix = '', wrap } = given;
  const url = withPrefix(urlPrefix, path);
  if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfDoubledPrefix(name, urlPrefix, path);
  const data = wrapped(wrap, body, () => callOf(described, args));
  const options = {
    ...given, // HttpClient ignores the options that it does not have.
    body: names ? names.sent(data) : data,
    params,
    headers: definedIn({
      ...headersOf(defaults, described, args),
      ...endpoint.getHeaders(...args),
    }),
    context: typeof context === 'function' ? context(...args) : context,
    // With hydration, the cache itself transfers the contents of the response.
    transferCache: inject(HYDRATES, { optional: true, self: true }) ? false : undefined,
    observe: 'response',
  };
  const http = inject(HttpClient);
  const clock = inject(CLOCK);
  const send = (more?: object) =>
    http.request(methodOf(given), url, { ...options, ...more } as object) as Observable<unknown>;
  const report = progress?.(...args);
  if ((typeof ngDevMode === 'undefined' || ngDevMode) && progress) checkProgress(name, report);
  const named = endpoint.sideEffect ? given.requestId?.(endpoint.ownRow(args)) : undefined;
  Object.assign(options.headers, named?.headers);
  const response$ = report
    ? report(send as (more: object) => Observable<HttpEvent<unknown>>, name)
    : (send() as Observable<HttpResponse<unknown>>);
  const data$ = response$.pipe(
    catchError((thrown: unknown) => {
      const isHttp = thrown instanceof HttpErrorResponse;
      throw isHttp ? endpoint.failed(thrown, url, clock.now(), defaults) : thrown;
    }),
    map(({ body: content, headers, status, url: from }) =>
      endpoint.received(content, { status, headers, url: from ?? url }, args, defaults),
    ),
  );
  // After the answer has been written.
  return named ? data$.pipe(finalize(named.ended)) : data$;
}

/** @throws CacheError NCQ4003 if the function in the `progress` option returns something else than a report */
function checkProgress(source: string, report: unknown): void {
  if (typeof report === 'function') return;
  throw notWritable(`${source}: progress`, 'a function that returns reportProgress(…)', report);
}
