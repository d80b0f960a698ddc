import type { StaleResponse } from '../../store/commit-hook';
import type { Store } from '../../store/store';
import type { Transaction } from '../../store/transaction';
import type { Batch } from '../../schema/normalize/batch';
import { schemaArgsOf } from '../endpoint';
import type { Request } from '../request';
import type { Requests } from '../requests';
import type { Expiry } from './expire-responses';

/**
 * Refetches the responses that mutations made stale. When the last mutation that can change a response ends, the
 * response is refetched once. An earlier refetch could return outdated data.
 */
export class RefetchAfterMutations {
  #stale: readonly StaleResponse[] = [];

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
    private readonly expiry: Expiry,
  ) {}

  /** Finds the responses that a mutation makes stale. Must be called before the response to the mutation is written. */
  find(transaction: Transaction, { since }: Request, batch: Batch): void {
    const before = this.#stale;
    const reads = this.requests.inFlight
      .filter(({ mutation }) => mutation === undefined)
      .map(({ recordKey, endpoint, args }) => ({
        recordKey,
        schema: endpoint.schema,
        args: schemaArgsOf(endpoint, args),
      }));
    const found = this.store.hooks.flatMap(
      (hook) => hook.staleAfter?.(transaction, { batch, since, reads }) ?? [],
    );
    if (found.length === 0) return;
    this.#stale = [...before, ...found];
    transaction.journal.onUndo(() => (this.#stale = before));
  }

  /** Whether at least one response can be refetched now. */
  get isDue(): boolean {
    return !this.#stale.every(this.#mustWait());
  }

  /**
   * Marks responses as stale, so that active observers refetch them. The responses are those that {@link find} has
   * collected. If another pending mutation can change a response, the response is marked after that mutation has ended.
   */
  refetch(): void {
    const mustWait = this.#mustWait();
    this.store.write((transaction) => {
      const before = this.#stale;
      const { results, requests } = this.store.tables;
      const keys = before.filter((each) => !mustWait(each)).map(({ recordKey }) => recordKey);
      // A reset may have dropped the response since it was found.
      const known = keys.filter((key) => results.index.has(key) || requests.index.has(key));
      this.#stale = before.filter(mustWait);
      transaction.journal.onUndo(() => (this.#stale = before));
      this.expiry.expireResults(transaction, new Set(known));
    });
  }

  #mustWait(): (stale: StaleResponse) => boolean {
    const pending = this.requests.inFlight.filter(({ mutation }) => mutation !== undefined);
    return ({ waitsFor }) => pending.some(({ endpoint }) => waitsFor(endpoint.schema));
  }
}
