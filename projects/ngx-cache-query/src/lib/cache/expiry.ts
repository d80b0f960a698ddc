import { recordKeyOf } from '../read/record-cell';
import type { Recipe, Store } from '../store/store';
import type { Table } from '../store/table';
import type { Transaction } from '../store/transaction';
import { writeRequest } from './request-record';
import type { AnyEndpoint, Request, Requests } from './requests';

/** Makes responses stale or forgotten, so that who watches asks again. */
export class Expiry {
  /** Who watches, by the key of the records: they ask again also when there is no record, as after a reset. */
  readonly #watched = new Map<string, { readonly endpoint: AnyEndpoint; watchers: number }>();

  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
  ) {}

  /**
   * Notes that somebody watches an endpoint.
   *
   * @returns ends it
   */
  watch(endpoint: AnyEndpoint, args: readonly unknown[]): () => void {
    const recordKey = recordKeyOf(endpoint, endpoint.key(...args));
    const watched = this.#watched.get(recordKey) ?? { endpoint, watchers: 0 };
    watched.watchers++;
    this.#watched.set(recordKey, watched);
    return () => {
      if (--watched.watchers === 0) this.#watched.delete(recordKey);
    };
  }

  /**
   * The recipe of `invalidate(endpoint, …args)`: stored responses go, those under way are not kept, and
   * who watches asks again.
   */
  forgetting(endpoint: AnyEndpoint, args: readonly unknown[]): Recipe {
    const { results } = this.store.tables;
    const key = args.length === 0 ? undefined : endpoint.key(...args);
    const expire = this.expiring(endpoint, args);
    const underWay = this.#meant(endpoint, key);
    return (transaction) => {
      flag(transaction, underWay, 'forgotten');
      for (const each of recordsOf(endpoint, results, key)) transaction.remove(results, each);
      expire(transaction);
    };
  }

  /** The recipe of `expire(endpoint, …args)`: responses stay, and who watches asks again. */
  expiring(endpoint: AnyEndpoint, args: readonly unknown[]): Recipe {
    const { requests } = this.store.tables;
    const key = args.length === 0 ? undefined : endpoint.key(...args);
    const underWay = this.#meant(endpoint, key);
    return (transaction) => {
      flag(transaction, underWay, 'outdated');
      const known = recordsOf(endpoint, requests, key);
      for (const each of new Set([...known, ...this.#watchedOf(endpoint, key)])) {
        writeRequest(transaction, endpoint, each, expired);
      }
    };
  }

  /** Expires stored results in a transaction: those of these records. */
  expireResults(transaction: Transaction, recordKeys: ReadonlySet<string>): void {
    const underWay = this.requests.underWay.filter(({ recordKey }) => recordKeys.has(recordKey));
    flag(transaction, underWay, 'outdated');
    for (const each of recordKeys) {
      const endpoint = transaction.tables.results.get(each)?.['endpoint'];
      writeRequest(transaction, endpoint as AnyEndpoint, each, expired);
    }
  }

  #meant(endpoint: AnyEndpoint, key: string | undefined): Request[] {
    return this.requests.underWay.filter(
      (request) => request.endpoint === endpoint && (key === undefined || request.key === key),
    );
  }

  #watchedOf(endpoint: AnyEndpoint, key: string | undefined): string[] {
    const only = key === undefined ? undefined : recordKeyOf(endpoint, key);
    return [...this.#watched]
      .filter(
        ([each, watched]) => watched.endpoint === endpoint && (only === undefined || each === only),
      )
      .map(([each]) => each);
  }
}

/** What a record becomes that asks for a new response. */
const expired = () => ({ expired: true, failure: undefined });

/** Flags requests under way, for as long as the transaction is not taken back. */
function flag(
  { journal }: Transaction,
  requests: readonly Request[],
  name: 'outdated' | 'forgotten',
): void {
  for (const request of requests.filter((each) => !each[name])) {
    request[name] = true;
    journal.quietly(() => (request[name] = false));
  }
}

/** The keys of an endpoint's records in a table: that of `key`, or all. */
function recordsOf(endpoint: AnyEndpoint, table: Table, key: string | undefined): string[] {
  const keys =
    key === undefined ? [...table.index.keys()].map(String) : [recordKeyOf(endpoint, key)];
  return keys.filter((each) => table.get(each)?.['endpoint'] === endpoint);
}
