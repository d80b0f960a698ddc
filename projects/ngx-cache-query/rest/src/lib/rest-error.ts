import { type HttpErrorResponse } from '@angular/common/http';
import { CacheError, CacheErrorCode } from 'ngx-cache-query';

declare const ngDevMode: unknown;

/**
 * A request that failed: the server refused it, failed, or could not be reached.
 *
 * @typeParam Body what the server says of an error, if you know
 *
 * @example
 * ```ts
 * cache.fetch(createUser, { name: '' }).subscribe({
 *   error: (error) => {
 *     if (error instanceof RestError && error.status === 422) showFieldErrors(error.body);
 *   },
 * });
 * ```
 */
export class RestError<Body = unknown> extends CacheError {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /**
   * What the server said: of a text that is JSON its data, of `responseType: 'blob'` a Blob. `undefined`
   * without a response.
   */
  readonly body: Body;
  /** Whether there was no response within the endpoint's `timeout`. */
  readonly isTimeout: boolean;
  /** Milliseconds after which the request may be sent again, when it says so in `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The URL of the request. */
  readonly url: string;
  /** The name of the endpoint: `GET /users/:id`. */
  readonly endpoint: string;

  /** @param now milliseconds since 1970 */
  constructor(endpoint: string, url: string, response: HttpErrorResponse, now = Date.now()) {
    const { status } = response;
    super(
      CacheErrorCode.RequestFailed,
      typeof ngDevMode === 'undefined' || !!ngDevMode
        ? `${endpoint}: ${whatCame(status)} from ${url}. The cache is unchanged.`
        : `${endpoint} ${status}`,
      { source: endpoint, cause: response },
    );
    this.name = 'RestError';
    this.status = status;
    const { error } = response as { error: unknown };
    this.body = said(error, response) as Body;
    this.isTimeout = (error as Partial<Error> | null | undefined)?.name === 'TimeoutError';
    this.retryAfter = retryAfterOf(response, now);
    this.url = response.url ?? url;
    this.endpoint = endpoint;
  }
}

/**
 * What went wrong on the way is nothing that the server said. A text that says of itself that it is JSON is
 * read as such: errors often are, whatever was asked for.
 */
function said(error: unknown, { headers }: HttpErrorResponse): unknown {
  const isEvent = typeof Event !== 'undefined' && error instanceof Event;
  if (isEvent || error instanceof Error) return undefined;
  const isJson = headers.get('content-type')?.includes('json') === true;
  if (typeof error !== 'string' || !isJson) return error;
  try {
    return JSON.parse(error);
  } catch {
    return error;
  }
}

function whatCame(status: number): string {
  if (status === 0) return 'no response';
  return status >= 200 && status < 300
    ? `an unreadable response (status ${status})`
    : `status ${status}`;
}

/** `Retry-After` is a number of seconds, or a date. */
function retryAfterOf({ headers }: HttpErrorResponse, now: number): number | undefined {
  const text = headers.get('retry-after');
  if (text === null || text === '') return undefined;
  const milliseconds = Number.isNaN(Number(text)) ? Date.parse(text) - now : +text * 1_000;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
