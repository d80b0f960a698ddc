import type { Batch } from '../schema/batch';
import type { Schema } from '../schema/schema';
import type { Recipe, Store } from '../store/store';
import type { Table } from '../store/table';
import type { Transaction } from '../store/transaction';
import { beforeResetError } from './cache-errors';
import type { Endpoint } from './endpoint';
import { type RequestRecord, writeRequest } from './request-record';

/** Any endpoint, with its types aside. */
export type AnyEndpoint = Endpoint<readonly unknown[], Schema>;

/** What becomes of a record. */
type Change = (record: RequestRecord) => Partial<RequestRecord>;

/** A request under way. */
export interface Request {
  readonly endpoint: AnyEndpoint;
  readonly args: readonly unknown[];
  readonly key: string;
  /** The key of its records. */
  readonly recordKey: string;
  /** The place of a read in the order of all writes; a mutation's is that of its commit. */
  readonly order: number | undefined;
  /** How many resets had been asked for when it began. */
  readonly epoch: number;
  /** Whether it came to an end: its response landed, or it failed. */
  ended: boolean;
  /** Whether the endpoint was expired since it began: then its response is stale already. */
  outdated: boolean;
  /** Whether the response was invalidated before it came: then only its entities are stored. */
  forgotten: boolean;
}

/**
 * The requests under way, and the records of what is known of all: when the last response came, what
 * failed, what is stale.
 */
export class Requests {
  readonly #underWay = new Set<Request>();
  /** Who watches, by the key of the records: they ask again also when there is no record, as after a reset. */
  readonly #watched = new Map<string, { readonly endpoint: AnyEndpoint; watchers: number }>();

  constructor(private readonly store: Store) {}

  /** Notes that a request begins. */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Request {
    const { store } = this;
    const key = endpoint.key(...args);
    const order = endpoint.sideEffect ? undefined : store.beginRead();
    const { epoch } = store;
    const flags = { ended: false, outdated: false, forgotten: false };
    const recordKey = recordKeyOf(endpoint, key);
    const request = { endpoint, args, key, recordKey, order, epoch, ...flags };
    this.#underWay.add(request);
    this.#note(request);
    return request;
  }

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

  /** The request came to nothing, or to an end before. */
  end(request: Request): void {
    this.#underWay.delete(request);
    this.settle(request);
    if (request.order !== undefined) this.store.endRead(request.order);
  }

  /** Notes that a request came to its end, and how. */
  settle(request: Request, change?: Change): void {
    if (request.ended) return;
    request.ended = true;
    this.#note(request, change);
  }

  /** Commits the response of a request: what it says, and that it came. */
  land(transaction: Transaction, request: Request, batch: Batch, stored: unknown): void {
    const { endpoint, order } = request;
    if (transaction.tables.epoch > request.epoch) throw beforeResetError(endpoint.name);
    transaction.apply(batch, order);
    if (order === undefined) return;
    const kept = !request.forgotten && this.#keep(transaction, request, stored, order);
    this.#noteIn(transaction, request, (record) => ({
      fetching: this.#fetching(request.recordKey) - 1,
      ...(kept && {
        fetchedAt: Date.now(),
        expired: request.outdated && record.expired,
        failure: undefined,
      }),
    }));
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
    const underWay = [...this.#underWay].filter(({ recordKey }) => recordKeys.has(recordKey));
    flag(transaction, underWay, 'outdated');
    for (const each of recordKeys) {
      const endpoint = transaction.tables.results.get(each)?.['endpoint'];
      writeRequest(transaction, endpoint as AnyEndpoint, each, expired);
    }
  }

  #meant(endpoint: AnyEndpoint, key: string | undefined): Request[] {
    return [...this.#underWay].filter(
      (request) => request.endpoint === endpoint && (key === undefined || request.key === key),
    );
  }

  #watchedOf(endpoint: AnyEndpoint, key: string | undefined): string[] {
    const only = key === undefined ? undefined : recordKeyOf(endpoint, key);
    return [...this.#watched]
      .filter(([each, watched]) => watched.endpoint === endpoint && each === (only ?? each))
      .map(([each]) => each);
  }

  /** Changes what is known of the requests of a read, unless everything was forgotten meanwhile. */
  #note(request: Request, change?: Change): void {
    if (request.order === undefined) return;
    this.store.write((transaction) =>
      this.#noteIn(transaction, request, (record) => ({
        fetching: this.#fetching(request.recordKey),
        ...change?.(record),
      })),
    );
  }

  /**
   * How many requests are under way; those from before a reset do not count. Counted, since a batch may
   * take back that one began.
   */
  #fetching(recordKey: string): number {
    const { epoch } = this.store.tables;
    let count = 0;
    for (const each of this.#underWay) {
      if (each.recordKey === recordKey && !each.ended && each.epoch >= epoch) count++;
    }
    return count;
  }

  #noteIn(transaction: Transaction, { endpoint, recordKey, epoch }: Request, change: Change): void {
    if (transaction.tables.epoch <= epoch) writeRequest(transaction, endpoint, recordKey, change);
  }

  /** Stores the response of a read, unless a younger one is there. */
  #keep(
    transaction: Transaction,
    { endpoint, recordKey }: Request,
    value: unknown,
    order: number,
  ): boolean {
    const { results } = transaction.tables;
    transaction.putRecord(results, recordKey, { endpoint, value }, order);
    const slot = results.index.get(recordKey);
    return slot !== undefined && results.orders[slot] === order;
  }
}

/** What a record becomes that asks for a new response. */
const expired = () => ({ expired: true, failure: undefined });

function recordKeyOf(endpoint: AnyEndpoint, key: string): string {
  return `${endpoint.id} ${key}`;
}

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
