import type { Observable } from 'rxjs';
import type { Batch } from '../schema/normalize/batch';
import type { Transaction } from '../store/transaction';
import type { AnyEndpoint } from './endpoint';

/** What mutations do to the cache before their responses arrive, and how the responses are committed. */
export interface Mutations {
  /**
   * Emits the arguments with which a request is sent, as soon as they are known. Errors if they will never be known.
   * The arguments of reads may depend on a mutation in flight too.
   */
  resolveArgs(args: readonly unknown[]): Observable<readonly unknown[]>;

  /** Begins a mutation, which takes its place in the order of all mutations. */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Mutation;
}

/** A mutation in flight. The fetcher and the requests call these methods. */
export interface Mutation {
  /**
   * Shows the optimistic response, before the request is sent.
   *
   * @throws CacheError when the optimistic response cannot be stored
   */
  expect(): void;

  /**
   * Commits the response in place of the optimistic response. If the transaction is rolled back, this method runs
   * again.
   */
  commit(transaction: Transaction, batch: Batch, stored: unknown): void;

  /** Called when the response is committed and subscribers are notified. */
  committed(): void;

  /** Rolls back the optimistic response, after the request failed or was aborted. */
  rollBack(): void;

  /** Called when the request has ended, after its response was committed or rolled back. */
  end(): void;
}
