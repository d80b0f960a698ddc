import type { Model } from './model';
import { type EndpointName, type Failure, FRESH, rules } from './rules';

/** The request state of an endpoint. */
export interface RequestState {
  /** The time at which the last response arrived. */
  fetchedAt: number | undefined;
  /** The time at which the first entity of the last response expires. */
  expiresAt: number | undefined;
  /** Whether the response was marked as stale. */
  expired: boolean;
  /** Whether `refetch` sent the request in flight. */
  reloading: boolean;
  /** The error of the last request, and the time of the failure. */
  failure: { readonly name: Failure; readonly at: number } | undefined;
}

/** The request states of all endpoints, and their freshness. */
export class RequestStates {
  readonly #states = new Map<EndpointName, RequestState>();

  constructor(private readonly model: Model) {}

  of(endpoint: EndpointName): RequestState | undefined {
    return this.#states.get(endpoint);
  }

  /** Returns the state of an endpoint, and creates it if necessary. */
  create(endpoint: EndpointName): RequestState {
    const never = {
      fetchedAt: undefined,
      expiresAt: undefined,
      expired: false,
      reloading: false,
      failure: undefined,
    };
    const state = this.#states.get(endpoint) ?? never;
    this.#states.set(endpoint, state);
    return state;
  }

  /** Ends the reload of each endpoint that nobody waits for. */
  endReloads(isWaiting: (endpoint: EndpointName) => boolean): void {
    for (const [endpoint, state] of this.#states) if (!isWaiting(endpoint)) state.reloading = false;
  }

  /** Drops the state of one endpoint or of all endpoints. */
  clear(endpoint?: EndpointName): void {
    if (endpoint === undefined) this.#states.clear();
    else this.#states.delete(endpoint);
  }

  /** The endpoints that were marked as stale and have not failed since then. */
  get expired(): EndpointName[] {
    return [...this.#states]
      .filter(([, { expired, failure }]) => expired && failure === undefined)
      .map(([endpoint]) => endpoint);
  }

  /**
   * Whether a response is fresh. It is fresh if neither the response nor one of its entities has expired, and it was
   * not marked as stale.
   */
  isFresh(endpoint: EndpointName): boolean {
    return this.staleAt(endpoint) > this.model.time;
  }

  /** Returns the time at which the response becomes stale. */
  staleAt(endpoint: EndpointName): number {
    const state = this.#states.get(endpoint);
    const isThere = this.model.results.has(endpoint);
    if (!isThere || state?.fetchedAt === undefined || state.expired) return -Infinity;
    const { staleTime = FRESH } = rules[endpoint];
    return Math.min(state.fetchedAt + staleTime, state.expiresAt ?? Infinity);
  }

  /** Whether new subscribers receive the failure of the endpoint, because it failed a moment ago. */
  hasJustFailed(endpoint: EndpointName): boolean {
    const failedAt = this.#states.get(endpoint)?.failure?.at ?? -Infinity;
    return failedAt + (rules[endpoint].errorStaleTime ?? 5_000) > this.model.time;
  }

  /** Whether the endpoint is idle. After `clear`, nothing is cached, and earlier subscribers send no requests. */
  isIdle(endpoint: EndpointName): boolean {
    return !this.#states.has(endpoint) && !this.model.results.has(endpoint);
  }
}
