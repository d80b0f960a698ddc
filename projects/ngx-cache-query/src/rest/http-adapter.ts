import {
  HttpClient,
  HttpErrorResponse,
  type HttpEvent,
  type HttpResponse,
} from '@angular/common/http';
import { inject } from '@angular/core';
import { catchError, map, type Observable } from 'rxjs';
import { CLOCK } from '../angular/clock';
import { HYDRATES } from '../angular/hydrates';
import { notWritable } from '../schema/write-errors';
import { warnOfDoubledPrefix } from './doubled-prefix';
import { RestError } from './rest-error';
import type { RestHeaders, RestResponse } from './rest-options';
import { type Described, methodOf, requestOf } from './rest-request';
import { REST_DEFAULTS } from './with-rest';

declare const ngDevMode: unknown;

/**
 * Sends a request with HttpClient, and returns the data in the response, which the cache then normalizes. Must be called
 * in the injection context of the cache.
 *
 * @param process converts the body of a response to data that matches the schema
 * @throws CacheError NCQ5001 to NCQ5005 if a parameter is missing or cannot be sent; the Observable errors with a
 * RestError if the request fails
 */
export function sendOverHttp(
  endpoint: Described,
  args: readonly unknown[],
  headers: RestHeaders,
  process: (body: unknown, response: RestResponse) => unknown,
): Observable<unknown> {
  const { given, name } = endpoint;
  const { path, search: params, body } = requestOf(endpoint, args);
  const prefix = given.urlPrefix ?? inject(REST_DEFAULTS).urlPrefix ?? '';
  const url = `${prefix}${path}`;
  if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfDoubledPrefix(name, prefix, path);
  const { context, progress } = given;
  const options = {
    ...given, // HttpClient ignores the options that it does not have.
    body,
    params,
    headers,
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
  const response$ = report
    ? report(send as (more: object) => Observable<HttpEvent<unknown>>, name)
    : (send() as Observable<HttpResponse<unknown>>);
  return response$.pipe(
    catchError((thrown: unknown) => {
      const isHttp = thrown instanceof HttpErrorResponse;
      throw isHttp ? new RestError(name, url, thrown, clock.now()) : thrown;
    }),
    map((response) =>
      process(response.body, {
        status: response.status,
        headers: response.headers,
        url: response.url ?? url,
      }),
    ),
  );
}

/** @throws CacheError NCQ4003 if the function in the `progress` option returns something else than a report */
function checkProgress(source: string, report: unknown): void {
  if (typeof report === 'function') return;
  throw notWritable(`${source}: progress`, 'a function that returns reportProgress(…)', report);
}
