import { putRecord } from '../../store/put-record';
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

/** Collects the record keys of the responses that a call to `refetch` marks as stale. */
export type Reload = Set<string>;

/** Marks stored responses as stale or drops them, so that active observers refetch. */
export class Expiry {
  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
    readonly observers: EndpointObservers,
  ) {}

  /**
   * Returns the {@link Recipe} that marks the given responses as stale. Stale responses stay in the cache until new
   * responses arrive. Reads in flight for these responses become superseded.
   *
   * @param reload passed for a refetch that observers see as `reloading`; without it, `reloading` keeps its value while
   * there are observers
   */
  expiring(responses: Responses, reload?: Reload): Recipe {
    this.#used(responses);
    const superseded = this.requests.readsOf(responses);
    return (transaction) => {
      // The observers may see an entity although no response was ever stored. Without a stored response, only a request
      // record can mark the data as stale, so the record is created here.
      for (const { endpoint, recordKey } of responses.named ?? []) {
        if (isInferred(endpoint)) writeRequest(transaction, endpoint, recordKey, () => ({}));
      }
      const keys = [
        ...responses.keysIn(this.store.tables.requests),
        // An observed endpoint may have no request record, for example after clear(). Its observers must refetch as
        // well.
        ...this.#observed(responses).map(([key]) => key),
      ];
      this.#expire(transaction, new Set(keys), superseded, reload);
    };
  }

  /**
   * Returns the {@link Recipe} that drops the given responses and their request records. Their observers then refetch.
   */
  dropping(responses: Responses): Recipe {
    this.#used(responses);
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

  /** Makes all observers, or only the observers of `responses`, send requests as if they had just subscribed. */
  restart(transaction: Transaction, responses?: Responses): void {
    for (const [key, { endpoint }] of this.#observed(responses)) {
      const record = { ...neverRequested(endpoint.original), expired: true };
      putRecord(transaction, this.store.tables.requests, key, record);
    }
  }

  /** Marks the stored responses with the given record keys as stale, within a transaction. */
  expireResults(transaction: Transaction, keys: ReadonlySet<string>, reload?: Reload): void {
    for (const hook of this.store.hooks) hook.outdated?.();
    const superseded = this.requests.inFlight.filter(({ recordKey }) => keys.has(recordKey));
    this.#expire(transaction, keys, superseded, reload);
  }

  #expire(
    transaction: Transaction,
    keys: ReadonlySet<string>,
    superseded: readonly Request[],
    reload: Reload | undefined,
  ): void {
    const { requests, results } = this.store.tables;
    for (const request of superseded) request.supersede(transaction.journal);
    for (const key of keys) {
      reload?.add(key);
      const isObserved = this.observers.count(key) > 0;
      const endpoint =
        this.observers.first(key)?.endpoint.original ??
        (requests.get(key) ?? results.get(key))!['endpoint'];
      writeRequest(transaction, endpoint as AnyEndpoint, key, ({ reloading }) => ({
        expired: true,
        failure: undefined,
        fetching: this.requests.countInFlight(key),
        reloading: isObserved && (reload !== undefined || reloading),
      }));
    }
  }

  /**
   * Informs the hooks that the cache uses the endpoints of these responses. If the endpoints are not known, calls
   * `outdated` on the hooks.
   */
  #used({ endpoints }: Responses): void {
    for (const hook of this.store.hooks) {
      if (endpoints === undefined) hook.outdated?.();
      else for (const endpoint of endpoints) hook.usesEndpoint?.(endpoint);
    }
  }

  #observed(responses?: Responses) {
    return this.observers.firsts.filter(
      ([key, { endpoint }]) => responses?.includes(endpoint, key) !== false,
    );
  }
}
