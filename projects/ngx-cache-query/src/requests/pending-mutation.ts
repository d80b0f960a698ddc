import type { Row } from '../reactive/row';
import type { Normalizer } from '../schema/normalizer';
import type { CacheError } from '../util/cache-error';
import type { SentRequest } from './send';

/** Computes an optimistic response again. Temporary ids in the arguments are replaced when they are known. */
export type Again = (args: readonly unknown[]) => unknown;

/** Begins mutations. */
export interface Mutations {
  /**
   * @param response what is shown until the answer arrives; `undefined` for nothing
   * @param again computes the response again, if it depends on what the cache shows
   */
  begin(request: SentRequest, response: unknown, again?: Again): PendingMutation;
  /**
   * Calls `send` with arguments that the server knows: now, or when the ids of created entities have arrived.
   *
   * @param fail called if one of the entities was not created
   * @returns a function that stops waiting
   */
  whenKnown(
    args: readonly unknown[],
    send: (args: readonly unknown[]) => void,
    fail: (error: CacheError) => void,
  ): () => void;
  /** Called when the cache was emptied. */
  clear(): void;
}

/** A mutation in flight. */
export interface PendingMutation {
  /** Called when the request is sent. */
  sent(): void;
  /** Writes the answer. Called inside the commit. */
  commit(input: Normalizer): void;
  /**
   * Keeps what is shown although the answer does not tell what was created.
   *
   * @returns a function that takes it back
   */
  keep?(): () => void;
  /** Takes back what was shown. */
  rollBack(): void;
  /** Returns the rows that it creates, while they have no ids, and those in an array that it shows. */
  shown?(): readonly Row[];
  /** Called after the commit or the failure. */
  end(): void;
}
