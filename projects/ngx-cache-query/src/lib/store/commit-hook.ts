import type { Transaction } from './transaction';

/** A feature's part in commits: writes what follows from the changes, in the same transaction. */
export interface CommitHook {
  /**
   * Called after each write of a transaction.
   *
   * @param since how many changes the journal had before the write
   */
  settle?(transaction: Transaction, since: number): void;
  /** Whether {@link readsEnded} has something to do. */
  readonly waitsForReads?: boolean;
  /**
   * Called when a read has ended, and before a batch is committed.
   *
   * @param oldestRead the place of the oldest read in flight in the order of all writes
   */
  readsEnded?(transaction: Transaction, oldestRead: number): void;
}
