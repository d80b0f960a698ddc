import type { Observable } from 'rxjs';
import type { Batch } from '../schema/normalize/batch';
import type { Transaction } from '../store/transaction';
import type { AnyEndpoint } from './endpoint';

/** What mutations do to the cache before their responses arrive, and how the responses are committed. */
export interface Mutations {
  /**
   * Emits the arguments to send, as soon as each temporary id in `args` is replaced with its server id. Errors if a
   * server id will never arrive. Reads need this too, because they may request an entity that a mutation in flight
   * creates.
   */
  resolveArgs(args: readonly unknown[]): Observable<readonly unknown[]>;

  /**
   * Begins a mutation. Changes of pending mutations are shown in the order of these calls, except that a mutation that
   * waits for a server id gets its place when it is sent.
   */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Mutation;
}

/** A mutation in flight. `Fetcher` and `Requests` call these methods. */
export interface Mutation {
  /**
   * Shows the optimistic response, before the request is sent.
   *
   * @throws CacheError when the optimistic response cannot be stored
   */
  expect(): void;

  /**
   * Commits the response in place of the optimistic response. If the transaction is rolled back and repeated, this
   * method is called again.
   */
  commit(transaction: Transaction, batch: Batch, stored: unknown): void;

  /** Called when the response is committed and subscribers are notified. */
  committed(): void;

  /** Rolls back the optimistic response, after the request failed or was aborted. */
  rollBack(): void;

  /** Called when the request has ended, after the mutation was committed or rolled back. */
  end(): void;
}
