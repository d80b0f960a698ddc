import type { Recipe, Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import { writeRequest } from './request-record';
import type { AnyEndpoint, Request, Requests } from './requests';
import type { Responses } from './responses';
import type { Watchers } from './watchers';

/** Makes responses stale or forgotten, so that who watches asks again. */
export class Expiry {
  constructor(
    private readonly store: Store,
    private readonly requests: Requests,
    private readonly watchers: Watchers,
  ) {}

  /**
   * The recipe of `invalidate`: stored responses go, those under way are not kept, and who watches asks
   * again.
   */
  forgetting(responses: Responses): Recipe {
    const { results } = this.store.tables;
    const expire = this.expiring(responses);
    const underWay = this.#underWay(responses);
    return (transaction) => {
      flag(transaction, underWay, 'forgotten');
      for (const each of responses.keysIn(results)) transaction.remove(results, each);
      expire(transaction);
    };
  }

  /** The recipe of `expire`: responses stay, and who watches asks again. */
  expiring(responses: Responses): Recipe {
    const { requests } = this.store.tables;
    const underWay = this.#underWay(responses);
    return (transaction) => {
      flag(transaction, underWay, 'outdated');
      const known = new Map(
        responses.keysIn(requests).map((key) => [key, requests.get(key)!['endpoint'] as object]),
      );
      // Who watches asks again also when there is no record, as after a reset.
      for (const [key, { endpoint }] of this.watchers.firsts) {
        if (responses.includes(endpoint, key)) known.set(key, endpoint);
      }
      for (const [key, endpoint] of known) writeRequest(transaction, endpoint, key, expired);
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

  #underWay(responses: Responses): Request[] {
    return this.requests.underWay.filter(({ endpoint, recordKey }) =>
      responses.includes(endpoint, recordKey),
    );
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
