import type { Result } from './result';
import type { Results } from './results';

/** A `process` function with this member is maintained incrementally while its result has subscribers or signals. */
export const INCREMENTAL: unique symbol = Symbol();

/** A result that is updated row by row. */
export interface LiveResult {
  /**
   * Returns the current result, or `shown` if that is equal.
   *
   * @param shown the last result. After a batch, it can be the result from before the batch
   */
  read(shown: unknown): unknown;
  end(): void;
}

/**
 * Creates the live result of a `process` function; returns `undefined` if the schema cannot be read row by row.
 *
 * @param result becomes outdated when rows change
 */
export type CreateLive = (
  schema: unknown,
  args: readonly unknown[],
  result: Result,
  results: Results,
) => LiveResult | undefined;

/** Returns the function that creates the live result of a queryable; `undefined` if it has no incremental `process`. */
export function liveOf({ process }: LiveQuery): CreateLive | undefined {
  return process?.[INCREMENTAL];
}

interface LiveQuery {
  readonly process?: { readonly [INCREMENTAL]?: CreateLive } | null;
}
