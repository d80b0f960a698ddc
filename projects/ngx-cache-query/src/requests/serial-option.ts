import type { CacheError } from '../util/cache-error';
import type { SentRequest } from './send';

/** Sends mutations one after the other. The value `serial` does. */
export interface Serial {
  /** Called by the cache: creates the queues. */
  readonly create: (client: never) => object;
  /** @internal Returns what mutations have in common that wait for each other. Default: the entity in the path. */
  readonly key?: ((...args: never) => unknown) | undefined;
  /** @internal The longest time to wait for one mutation, in milliseconds. */
  readonly limit: number;
}

/** A mutation in a queue. */
export interface QueuedMutation {
  readonly key: string;
  readonly sent: SentRequest;
  readonly start: () => void;
  readonly fail: (error: CacheError) => void;
  readonly limit: number;
}

/** The queues of a cache. */
export interface MutationQueues {
  /** Sends a mutation now, or after those before it. Returns a function that must be called when it has ended. */
  enter(mutation: QueuedMutation): () => void;
  /** Ends what waits, because the cache was emptied. */
  clear(): void;
}
