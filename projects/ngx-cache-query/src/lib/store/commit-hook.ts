import type { Batch } from '../schema/normalize/batch';
import type { SchemaLike } from '../schema/schema';
import type { Change } from './change-set';
import type { Table } from './table';
import type { Transaction } from './transaction';

/**
 * Lets a feature take part in commits. When a transaction changes rows, a hook can add writes to this transaction.
 */
export interface CommitHook {
  /**
   * Called after each write in a transaction.
   *
   * @param since the number of changes that the journal contained before the write
   */
  settle?(transaction: Transaction, since: number): void;
  /** Whether {@link readsEnded} must be called. */
  readonly waitsForReads?: boolean;
  /**
   * Called on two occasions: after a read has ended, and before a batch is committed.
   *
   * @param oldestRead the position of the oldest read in flight, in the write order
   */
  readsEnded?(transaction: Transaction, oldestRead: number): void;

  /**
   * Called before the response to a mutation is written. Returns the responses that the mutation makes stale. Each of
   * these responses is refetched as soon as no other pending mutation affects it.
   */
  staleAfter?(transaction: Transaction, mutation: ArrivedMutation): readonly StaleResponse[];

  /** Called before the cache reads or requests an endpoint. */
  usesEndpoint?(endpoint: object): void;

  /** Called when the rows of a feature, such as the lists of a Collection, are assigned to a table. */
  usesRows?(table: Table): void;

  /**
   * Called before responses are dropped or marked as stale. If a call to `refetch` or `reset` names the endpoint of
   * these responses, the cache calls {@link usesEndpoint} instead.
   */
  outdated?(): void;

  /** Called after a row is evicted. */
  evicted?(change: Change): void;
}

/** The response to a mutation, before it is written. */
export interface ArrivedMutation {
  readonly batch: Batch;
  /** The last position in the write order when the mutation began. */
  readonly since: number;
  /** The reads that are in flight when the response arrives. Some of them may have begun before the mutation. */
  readonly reads: readonly {
    readonly recordKey: string;
    readonly schema: SchemaLike;
    readonly args: readonly unknown[];
  }[];
}

/** A response that a mutation makes stale. */
export interface StaleResponse {
  readonly recordKey: string;
  /** Whether the refetch of the response must wait while a mutation with the given schema is in flight. */
  readonly waitsFor: (schema: SchemaLike) => boolean;
}
