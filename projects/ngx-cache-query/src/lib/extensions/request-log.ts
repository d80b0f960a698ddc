import type { Clock } from '../platform/clock';
import type { LogRequest, Request } from '../requests/request';
import type { Cause, RequestEvent } from './cache-extension';

/** Assigns numbers to the requests of a cache. */
export class RequestNumbers {
  readonly #causes = new WeakMap<object, Omit<Cause, 'kind'>>();
  #count = 0;

  /**
   * Returns the number, the endpoint and the key of a request, given the request itself or its mutation. Returns
   * `undefined` if no number was assigned.
   */
  get(requestOrMutation: object): Omit<Cause, 'kind'> | undefined {
    return this.#causes.get(requestOrMutation);
  }

  /** Returns the number of a request. The first call assigns the number. */
  of(request: Request): number {
    const known = this.get(request)?.request;
    if (known !== undefined) return known;
    const { endpoint, key, mutation } = request;
    const cause = { request: ++this.#count, endpoint: endpoint.name, key };
    this.#causes.set(request, cause);
    if (mutation !== undefined) this.#causes.set(mutation, cause);
    return cause.request;
  }
}

/**
 * Returns a function that creates the log function of a request. The log function notifies extensions of each state of
 * the request.
 */
export function requestLog(
  notify: (event: RequestEvent) => void,
  numbers: RequestNumbers,
  clock: Clock,
): (request: Request) => LogRequest {
  return (request) => {
    const { args, endpoint, key } = request;
    const about = { id: numbers.of(request), endpoint: endpoint.name, key, args };
    const startedAt = clock.now();
    let ended = false;
    return (state, error) => {
      if (ended) return;
      ended = state !== 'pending';
      notify(ended ? { ...about, state, ms: clock.now() - startedAt, error } : { ...about, state });
    };
  };
}
