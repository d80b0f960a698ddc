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
import { warnOnce } from '../util/warn';
import { wrapped } from './envelope';
import type { HttpEndpoint } from './http-endpoint';
import { callOf, methodOf, requestOf, withPrefix } from './rest-request';
import { definedIn, describedWith, headersOf, REST_DEFAULTS } from './with-rest';

declare const ngDevMode: unknown;

/**
 * Sends a request with HttpClient, in the injection context of the cache. Emits the data in the response, which the cache
 * then normalizes.
 *
 * @throws CacheError NCQ5001 to NCQ5005 if a parameter is missing or cannot be sent
 */
export function sendOverHttp(
  endpoint: HttpEndpoint,
  args: readonly unknown[],
): Observable<unknown> {
  const { name } = endpoint;
  const defaults = inject(REST_DEFAULTS);
  const described = describedWith(endpoint, defaults);
  const { given } = described;
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
  const named = endpoint.sideEffect ? given.requestId?.(endpoint.ownRow(args), body) : undefined;
  Object.assign(options.headers, named?.headers);
  const response$ = report
    ? report(send as (more: object) => Observable<HttpEvent<unknown>>, name)
    : (send() as Observable<HttpResponse<unknown>>);
  const data$ = response$.pipe(
    catchError((thrown: unknown) => {
      const isHttp = thrown instanceof HttpErrorResponse;
      throw isHttp ? endpoint.failed(thrown, url, clock.now(), given) : thrown;
    }),
    map(({ body: content, headers, status, url: from }) =>
      endpoint.received(content, { status, headers, url: from ?? url }, args, given),
    ),
  );
  return named ? named.follow(data$) : data$;
}

/** @throws CacheError NCQ4003 if the function in the `progress` option returns something else than a report */
function checkProgress(source: string, report: unknown): void {
  if (typeof report === 'function') return;
  throw notWritable(`${source}: progress`, 'a function that returns reportProgress(…)', report);
}

/** Warns of a URL such as `/api/api/users`. Called only in dev mode. */
function warnOfDoubledPrefix(source: string, prefix: string, path: string): void {
  const base = prefix.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/\/$/, '');
  if (base === '' || !path.startsWith(`${base}/`)) return;
  warnOnce(
    `${source}: the URL is ${withPrefix(prefix, path)}, because urlPrefix and the path both contain ${base}. Remove it from the ` +
      `path, or from urlPrefix if other paths contain it too.`,
  );
}
