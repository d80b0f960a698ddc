import type { Observable } from 'rxjs';
import type { Batch } from '../schema/normalize/batch';
import type { Transaction } from '../store/transaction';
import type { AnyEndpoint } from './endpoint';

/** Applies mutations to the cache before their responses arrive, and decides how the responses are committed. */
export interface Mutations {
  /**
   * Replaces each temporary id in `args` with its server id, and emits the resulting arguments. The Observable errors
   * if one of the server ids will never arrive. Reads need this method too, because they can request an entity that a
   * pending mutation creates.
   */
  resolveArgs(args: readonly unknown[]): Observable<readonly unknown[]>;

  /**
   * Begins a mutation. Pending mutations are applied in the order in which they began. However, a mutation that waits
   * for a server id takes its position when it is sent.
   */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Mutation;
}

/** A mutation in flight. Its methods are called by `Fetcher` and `Requests`. */
export interface Mutation {
  /**
   * Applies the optimistic response before the request is sent.
   *
   * @throws CacheError if the optimistic response cannot be stored
   */
  expect(): void;

  /**
   * Replaces the optimistic response with the server response. If the transaction is rolled back and run again, this
   * method is called again.
   */
  commit(transaction: Transaction, batch: Batch, stored: unknown): void;

  /** Called after the response is committed and subscribers are notified. */
  committed(): void;

  /** Rolls back the optimistic response after the request failed or was aborted. */
  rollBack(): void;

  /** Called when the request has ended, and the mutation has been committed or rolled back. */
  end(): void;
}
