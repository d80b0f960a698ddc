import type { CacheError } from 'ngx-cache-query';

/** The endpoints of the histories. */
export type EndpointName = 'everyone' | 'some' | 'pets' | 'page' | 'polled' | 'tough';

/** The freshness options of an endpoint, for the cache and for the model. */
export interface Rules {
  readonly staleTime?: number;
  readonly errorStaleTime?: number;
  readonly invalidIfStale?: boolean;
  readonly pollInterval?: number;
  readonly retry?: { readonly count: number; readonly delay: number };
}

/**
 * Durations without common factors, so that two events rarely coincide. The data of `polled`, and each person who
 * expires early, become stale between two whole milliseconds, because polls occur at whole milliseconds. Therefore each
 * event causes a separate emission.
 */
export const rules: Record<EndpointName, Rules> = {
  everyone: { staleTime: 1_009 },
  some: { staleTime: 311, errorStaleTime: 211 },
  pets: { staleTime: 503, errorStaleTime: 97, invalidIfStale: true },
  page: {},
  polled: { staleTime: 173.5, pollInterval: 407 },
  tough: { retry: { count: 2, delay: 104 } },
};

/** The time in milliseconds for which a response is fresh, which is the default of the cache. */
export const FRESH = 2_003;

/** The time in milliseconds until a person with the name `e` expires. */
export const BRIEF = 149.25;

/**
 * The ways in which a request fails: without a hint, with a delay for the retry, with an error that a retry cannot fix,
 * or because it completes without a response.
 */
export const failures = {
  down: { status: 503 },
  busy: { status: 429, retryAfter: 257 },
  wrong: { status: 404 },
  empty: { code: 'NCQ5011' },
} as const;
export type Failure = keyof typeof failures;

/** Returns the failure that caused an error; `undefined` if there is none. */
export function failureOf(error: CacheError | undefined): Failure | undefined {
  if (error?.code === failures.empty.code) return 'empty';
  const names = Object.keys(failures) as Failure[];
  return names.find((name) => failures[name] === error?.cause);
}

/** The constant result of `Math.random`. */
export const RANDOM = 0.5;

/**
 * Returns the milliseconds until a read is retried after the given number of failures; `undefined` if the read is not
 * retried.
 */
export function retryDelay(
  endpoint: EndpointName,
  failure: Failure,
  times: number,
): number | undefined {
  const { retry } = rules[endpoint];
  const isFinal = failure === 'wrong' || failure === 'empty';
  if (retry === undefined || isFinal || times > retry.count) return undefined;
  if (failure === 'busy') return failures.busy.retryAfter;
  return retry.delay * 2 ** (times - 1) * (0.5 + RANDOM / 2);
}
