import type { Batch } from '../schema/normalize/batch';
import type { SchemaLike } from '../schema/schema';
import type { Change } from './change-set';
import type { Table } from './table';
import type { Transaction } from './transaction';

/**
 * Lets a feature take part in commits. In the same transaction, the hook can make additional writes that depend on the
 * changes.
 */
export interface CommitHook {
  /**
   * Called after each write of a transaction.
   *
   * @param since the number of changes that the journal contained before the write
   */
  settle?(transaction: Transaction, since: number): void;
  /** Whether {@link readsEnded} must be called. */
  readonly waitsForReads?: boolean;
  /**
   * Called after a read has ended, and before a batch is committed.
   *
   * @param oldestRead the position of the oldest read in flight, in the write order
   */
  readsEnded?(transaction: Transaction, oldestRead: number): void;

  /**
   * Called before the response of a mutation is written. Returns the responses that the mutation makes stale. They are
   * refetched when no other pending mutation affects them.
   */
  staleAfter?(transaction: Transaction, mutation: ArrivedMutation): readonly StaleResponse[];

  /** Called before the cache reads or requests an endpoint. */
  usesEndpoint?(endpoint: object): void;

  /** Called when the rows of a feature, such as the lists of a Collection, are assigned to a table. */
  usesRows?(table: Table): void;

  /**
   * Called when responses become stale. Not called if the cache calls {@link usesEndpoint} for the endpoints of these
   * responses instead.
   */
  outdated?(): void;

  /** Called after a row is evicted. */
  evicted?(change: Change): void;
}

/** The response of a mutation, before it is written. */
export interface ArrivedMutation {
  readonly batch: Batch;
  /** The last position in the write order when the mutation began. */
  readonly since: number;
  /** The reads in flight. They may have started before the mutation. */
  readonly reads: readonly {
    readonly recordKey: string;
    readonly schema: SchemaLike;
    readonly args: readonly unknown[];
  }[];
}

/** A response that a mutation makes stale. */
export interface StaleResponse {
  readonly recordKey: string;
  /** Whether the refetch waits for a mutation in flight with the given schema. */
  readonly waitsFor: (schema: SchemaLike) => boolean;
}
