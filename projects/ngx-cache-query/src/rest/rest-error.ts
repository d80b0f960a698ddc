import { type HttpErrorResponse } from '@angular/common/http';
import { CacheError } from '../util/cache-error';

declare const ngDevMode: unknown;

/**
 * The error of a failed request: an error status, an unreadable body, or no response.
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
  /** The HTTP status; 0 if there was no response. */
  declare readonly status: number;
  /** The body of the error response; `undefined` if there was no response. */
  readonly body: Body;
  /** Whether the request failed because no response arrived within the `timeout` of the endpoint. */
  readonly isTimeout: boolean;
  /** The time of the `Retry-After` header, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** The URL of the request. */
  readonly url: string;
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;

  /** @param now the current time in milliseconds since 1970 */
  constructor(endpoint: string, url: string, response: HttpErrorResponse, now = Date.now()) {
    const { status } = response;
    super(
      'NCQ5003',
      typeof ngDevMode === 'undefined' || !!ngDevMode
        ? `${endpoint}: ${outcomeOf(status)} from ${url}. The cache is unchanged.`
        : `${endpoint} ${status}`,
      { source: endpoint, cause: response, status },
    );
    this.name = 'RestError';
    const { error } = response as { error: unknown };
    this.body = bodyOf(error, response) as Body;
    this.isTimeout = (error as Partial<Error> | null | undefined)?.name === 'TimeoutError';
    this.retryAfter = retryAfterOf(response, now);
    this.url = response.url ?? url;
    this.endpoint = endpoint;
  }
}

/** Parses JSON for any `responseType`, because servers often send errors as JSON. */
function bodyOf(error: unknown, { headers }: HttpErrorResponse): unknown {
  if (error instanceof Event || error instanceof Error) return undefined;
  const isJson = headers.get('content-type')?.includes('json') === true;
  if (typeof error !== 'string' || !isJson) return error;
  try {
    return JSON.parse(error);
  } catch {
    return error;
  }
}

function outcomeOf(status: number): string {
  if (status === 0) return 'no response';
  return status >= 200 && status < 300
    ? `an unreadable response (status ${status})`
    : `status ${status}`;
}

/** Returns the delay of the `Retry-After` header, in milliseconds. It contains a number of seconds or a date. */
function retryAfterOf({ headers }: HttpErrorResponse, now: number): number | undefined {
  const text = headers.get('retry-after');
  if (text === null || text === '') return undefined;
  const milliseconds = Number.isNaN(Number(text)) ? Date.parse(text) - now : +text * 1_000;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
