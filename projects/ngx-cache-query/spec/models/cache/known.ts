import type { Model } from './model';
import { type EndpointName, type Failure, FRESH, rules } from './rules';

/** What is known of the requests of an endpoint. */
export interface Asked {
  /** When its last response came. */
  fetchedAt: number | undefined;
  /** When the first entity of that is stale by itself. */
  expiresAt: number | undefined;
  /** Whether somebody said that it is stale. */
  expired: boolean;
  /** What its last request failed with, and when. */
  failure: { readonly name: Failure; readonly at: number } | undefined;
}

/** What is known of the requests of all endpoints, and what of it is fresh. */
export class Known {
  readonly #asked = new Map<EndpointName, Asked>();

  constructor(private readonly model: Model) {}

  of(endpoint: EndpointName): Asked | undefined {
    return this.#asked.get(endpoint);
  }

  /** The same; it begins as never asked for. */
  begin(endpoint: EndpointName): Asked {
    const never = {
      fetchedAt: undefined,
      expiresAt: undefined,
      expired: false,
      failure: undefined,
    };
    const asked = this.#asked.get(endpoint) ?? never;
    this.#asked.set(endpoint, asked);
    return asked;
  }

  /** Nothing is known any more, or nothing of one endpoint. */
  clear(endpoint?: EndpointName): void {
    if (endpoint === undefined) this.#asked.clear();
    else this.#asked.delete(endpoint);
  }

  /** Those of which somebody said that they are stale, and that did not fail since. */
  get expired(): EndpointName[] {
    return [...this.#asked]
      .filter(([, { expired, failure }]) => expired && failure === undefined)
      .map(([endpoint]) => endpoint);
  }

  /** A response is fresh for so long, or until one of its entities is not, or somebody says so. */
  isFresh(endpoint: EndpointName): boolean {
    return this.staleAt(endpoint) > this.model.time;
  }

  /** When what is there is stale. */
  staleAt(endpoint: EndpointName): number {
    const asked = this.#asked.get(endpoint);
    const isThere = this.model.results.has(endpoint);
    if (!isThere || asked?.fetchedAt === undefined || asked.expired) return -Infinity;
    const { dataExpiryLength = FRESH } = rules[endpoint];
    return Math.min(asked.fetchedAt + dataExpiryLength, asked.expiresAt ?? Infinity);
  }

  /** Whether new subscribers receive its failure, since it failed a moment ago. */
  hasJustFailed(endpoint: EndpointName): boolean {
    const failedAt = this.#asked.get(endpoint)?.failure?.at ?? -Infinity;
    return failedAt + (rules[endpoint].errorExpiryLength ?? 5_000) > this.model.time;
  }

  /** After `clear` nothing is known, and those who observed it before do not request. */
  isIdle(endpoint: EndpointName): boolean {
    return !this.#asked.has(endpoint) && !this.model.results.has(endpoint);
  }
}
