import { type CacheParts, type CacheService, partsOf } from '../cache/cache-service';
import type { SentRequest } from '../requests/sent-request';
import type { Commit } from '../store/commit';

/** The property name under which a handle stores the parts of the cache. */
export const CACHE: unique symbol = Symbol('cache');

/** The property name under which a handle stores what else it knows. */
export const KNOWN: unique symbol = Symbol('known');

/** Gives the functions of this entry point access to a cache. */
export interface CacheHandle {
  /** Whether the cache belongs to a route, and not to the application. */
  readonly isOfRoute: boolean;
  /** @internal */
  readonly [CACHE]: CacheParts;
  /** @internal */
  readonly [KNOWN]: Known;
}

/** What else a handle knows. */
export interface Known {
  /** Returns the number of a request. */
  readonly idOf: (request: object) => number | undefined;
  /** The requests that wait before they are sent again, and until when. */
  readonly retries: ReadonlyMap<SentRequest, number>;
  /** Called with each commit, and the number that extensions know; `undefined` for one that only changed responses. */
  noted?: (commit: Commit, id: number | undefined) => void;
}

/** Creates the handle through which extensions access a cache. */
export function cacheHandle(cache: CacheService, known: Known): CacheHandle {
  return {
    // The client may come later.
    get [CACHE]() {
      return partsOf(cache);
    },
    [KNOWN]: known,
    isOfRoute: partsOf(cache).isOfRoute,
  };
}
