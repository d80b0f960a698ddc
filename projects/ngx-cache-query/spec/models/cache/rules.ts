/** The endpoints of the histories. */
export type EndpointName = 'everyone' | 'some' | 'pets' | 'page' | 'polled' | 'tough';

/** What an endpoint says of its freshness: it is told to the cache, and read by the model. */
export interface Rules {
  readonly dataExpiryLength?: number;
  readonly errorExpiryLength?: number;
  readonly invalidIfStale?: boolean;
  readonly pollInterval?: number;
  readonly retry?: { readonly count: number; readonly delay: number };
}

/** Lengths that have nothing in common, so that hardly two things are due in one moment. */
export const rules: Record<EndpointName, Rules> = {
  everyone: { dataExpiryLength: 1_009 },
  some: { dataExpiryLength: 311, errorExpiryLength: 211 },
  pets: { dataExpiryLength: 503, errorExpiryLength: 97, invalidIfStale: true },
  page: {},
  polled: { dataExpiryLength: 173, pollInterval: 407 },
  tough: { retry: { count: 2, delay: 104 } },
};

/** Milliseconds for which a response is fresh whose endpoint does not say it: what the cache says. */
export const FRESH = 2_003;

/** What a person called `e` says: it is stale by itself after so many milliseconds. */
export const BRIEF = 149;

/** How a request fails: without a word, with when to ask again, or because the question is wrong. */
export const failures = {
  down: { status: 503 },
  busy: { status: 429, retryAfter: 257 },
  wrong: { status: 404 },
} as const;
export type Failure = keyof typeof failures;

/** The failure with that error, if it is one of them. */
export function failureOf(error: unknown): Failure | undefined {
  const names = Object.keys(failures) as Failure[];
  return names.find((name) => failures[name] === error);
}

/** What chance says when somebody waits: half of what it may say. */
export const CHANCE = 0.5;

/** Milliseconds until a read that failed so often is tried again; `undefined` when it is not. */
export function triedAgainAfter(
  endpoint: EndpointName,
  failure: Failure,
  times: number,
): number | undefined {
  const { retry } = rules[endpoint];
  if (retry === undefined || failure === 'wrong' || times > retry.count) return undefined;
  if (failure === 'busy') return failures.busy.retryAfter;
  return retry.delay * 2 ** (times - 1) * (0.5 + CHANCE / 2);
}
