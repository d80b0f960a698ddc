import type { Store } from '../../store/store';
import type { Recipe } from '../../store/waiting-writes';
import type { Transaction } from '../../store/transaction';
import type { EndpointObservers } from '../endpoint-observers';
import { isInferred } from '../freshness';
import { neverRequested, writeRequest } from '../request-record';
import type { AnyEndpoint } from '../endpoint';
import type { Request } from '../request';
import type { Requests } from '../requests';
import type { Responses } from './responses';

/** Makes stored responses stale, or drops them, so that active observers request new ones. */
export class Expiry {
  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
    readonly observers: EndpointObservers,
  ) {}

  /**
   * Returns the recipe that makes responses stale. They stay until new responses arrive, and reads in flight are
   * superseded.
   *
   * @param expired receives the keys of their records
   */
  expiring(responses: Responses, expired = new Set<string>()): Recipe {
    const superseded = this.requests.readsOf(responses);
    return (transaction) => {
      // An entity may stand in for a response that was never requested.
      for (const { endpoint, recordKey } of responses.named ?? []) {
        if (isInferred(endpoint)) writeRequest(transaction, endpoint, recordKey, () => ({}));
      }
      const keys = [
        ...responses.keysIn(this.store.tables.requests),
        // Observers also request without a record, as after clear().
        ...this.#observed(responses).map(([key]) => key),
      ];
      for (const key of keys) expired.add(key);
      this.#expire(transaction, new Set(keys), superseded);
    };
  }

  /** Returns the recipe that drops responses and the records of their requests. Observers request anew. */
  dropping(responses: Responses): Recipe {
    const dropped = this.requests.readsOf(responses);
    return (transaction) => {
      const { results, requests } = this.store.tables;
      for (const request of dropped) request.drop(transaction.journal);
      for (const table of [results, requests]) {
        for (const key of responses.keysIn(table)) transaction.remove(table, key);
      }
      this.restart(transaction, responses);
    };
  }

  /** Makes observers request as if they had just subscribed: all of them, or those of some responses. */
  restart(transaction: Transaction, responses?: Responses): void {
    for (const [key, { endpoint }] of this.#observed(responses)) {
      const record = { ...neverRequested(endpoint.original), expired: true };
      transaction.putRecord(this.store.tables.requests, key, record);
    }
  }

  /** Makes stored responses stale in a transaction, by the keys of their records. */
  expireResults(transaction: Transaction, keys: ReadonlySet<string>): void {
    const superseded = this.requests.inFlight.filter(({ recordKey }) => keys.has(recordKey));
    this.#expire(transaction, keys, superseded);
  }

  #expire(
    transaction: Transaction,
    keys: ReadonlySet<string>,
    superseded: readonly Request[],
  ): void {
    const { requests, results } = this.store.tables;
    for (const request of superseded) request.supersede(transaction.journal);
    for (const key of keys) {
      const endpoint =
        this.observers.first(key)?.endpoint.original ??
        (requests.get(key) ?? results.get(key))!['endpoint'];
      writeRequest(transaction, endpoint as AnyEndpoint, key, () => ({
        expired: true,
        failure: undefined,
        fetching: this.requests.countInFlight(key),
      }));
    }
  }

  #observed(responses?: Responses) {
    return this.observers.firsts.filter(
      ([key, { endpoint }]) => responses?.includes(endpoint, key) !== false,
    );
  }
}
