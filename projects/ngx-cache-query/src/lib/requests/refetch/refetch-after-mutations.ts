import type { StaleResponse } from '../../store/commit-hook';
import type { Store } from '../../store/store';
import type { Transaction } from '../../store/transaction';
import type { Batch } from '../../schema/normalize/batch';
import { schemaArgsOf } from '../endpoint';
import type { Request } from '../request';
import type { Requests } from '../requests';
import type { Expiry } from './expire-responses';

/**
 * Refetches the responses that mutations make stale. A response is refetched once, when the last mutation that may
 * change it has ended: a response from before that would be out of date again.
 */
export class RefetchAfterMutations {
  #stale: readonly StaleResponse[] = [];

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
    private readonly expiry: Expiry,
  ) {}

  /** Finds the responses that a mutation makes stale. Must be called before its response is written. */
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

  /** Whether a response may be refetched now. */
  get isDue(): boolean {
    return !this.#stale.every(this.#mustWait());
  }

  /**
   * Makes the found responses stale, so that active observers refetch. Responses that other mutations in flight may
   * change stay as they are until these mutations have ended.
   */
  refetch(): void {
    const mustWait = this.#mustWait();
    this.store.write((transaction) => {
      const before = this.#stale;
      const { results, requests } = this.store.tables;
      const keys = before.filter((each) => !mustWait(each)).map(({ recordKey }) => recordKey);
      // A reset may have dropped the response in the meantime.
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
