import type { Observable } from 'rxjs';
import type { Batch } from '../schema/normalize/batch';
import type { Transaction } from '../store/transaction';
import type { AnyEndpoint } from './endpoint';

/** What mutations do to the cache before their responses arrive, and how the responses are committed. */
export interface Mutations {
  /**
   * Emits the arguments with which a request is sent, once they are known. It errors when they will never be known. The
   * arguments of reads, too, may depend on a mutation in flight.
   */
  resolveArgs(args: readonly unknown[]): Observable<readonly unknown[]>;

  /** Begins a mutation, which takes its place in the order of all mutations. */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Mutation;
}

/** A mutation in flight, as the core of requests drives it. */
export interface Mutation {
  /**
   * Shows the optimistic response, before the request is sent.
   *
   * @throws CacheError when it cannot be stored
   */
  expect(): void;

  /** Commits the response in place of the optimistic one. It runs again when its transaction was rolled back. */
  commit(transaction: Transaction, batch: Batch, stored: unknown): void;

  /** Called when the response is committed and subscribers are notified. */
  committed(): void;

  /** Rolls the optimistic response back, after the request failed or was aborted. */
  rollBack(): void;

  /** Called when the request is over, committed or rolled back. */
  end(): void;
}
