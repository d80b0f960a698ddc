import type { Observable } from 'rxjs';
import type { Batch } from '../schema/normalize/batch';
import type { Transaction } from '../store/transaction';
import type { AnyEndpoint } from './endpoint';

/** What mutations do to the cache before their responses arrive, and how these are committed. */
export interface Mutations {
  /**
   * Emits the arguments with which a request is sent, once, as soon as they are known; it errors when they will never
   * be known. Reads may have arguments that a mutation in flight has yet to determine, too.
   */
  resolveArgs(args: readonly unknown[]): Observable<readonly unknown[]>;

  /** Begins a mutation: from now on it has its place in the order of all mutations. */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Mutation;
}

/** A mutation in flight, as the core of requests drives it. */
export interface Mutation {
  /**
   * Shows what is known of the response before the request is sent.
   *
   * @throws CacheError when that cannot be stored
   */
  expect(): void;

  /** Commits the response in place of what was shown; again, when the transaction before was rolled back. */
  commit(transaction: Transaction, batch: Batch, stored: unknown): void;

  /** The response is committed, and subscribers are notified. */
  committed(): void;

  /** Takes back what was shown: the request failed, or was aborted. */
  rollBack(): void;

  /** The request is over, committed or rolled back. */
  end(): void;
}
