import type { Transaction } from './transaction';

/**
 * Lets a feature take part in commits. In the same transaction, the hook makes further writes that follow from the
 * changes.
 */
export interface CommitHook {
  /**
   * Called after each write of a transaction.
   *
   * @param since the number of changes in the journal before the write
   */
  settle?(transaction: Transaction, since: number): void;
  /** Whether {@link readsEnded} must be called. */
  readonly waitsForReads?: boolean;
  /**
   * Called when a read has ended, and before a batch is committed.
   *
   * @param oldestRead the oldest read in flight, as a place in the order of all writes
   */
  readsEnded?(transaction: Transaction, oldestRead: number): void;
}
