import { recordKeyOf } from '../graph/endpoint-cell';
import type { AnyEndpoint } from '../requests/endpoint';
import { UsedEndpoints } from '../extensions/used-endpoints';
import { hookOf } from '../store/hook-of';
import type { ArrivedMutation, CommitHook } from '../store/commit-hook';
import type { Store } from '../store/store';
import type { Table } from '../store/table';
import type { Transaction } from '../store/transaction';
import { fromJson } from './json-data';
import { resultRecord, requestRecord } from './restored-response';
import { rowsIn, type RestoredRow } from './restored-rows';
import type { StoredResponseData, StoredRows } from './stored-data';
import { shapeText, storedName } from './stored-names';

/**
 * Holds each restored response until its endpoint is used, and each restored list until its Collection is used. Until
 * then, nothing can read the data. Data that a commit or an eviction may affect becomes stale or is dropped.
 */
export class WaitingData implements CommitHook {
  /** Whether the page is still being hydrated. If so, restored responses count as fresh. */
  isHydrating = false;
  readonly #responses = new Map<string, StoredResponseData[]>();
  readonly #lists = new Map<string, StoredRows>();
  #epoch: number;

  /** The endpoints that the cache has used. */
  readonly used: UsedEndpoints;

  constructor(private readonly store: Store) {
    this.used = hookOf(store, UsedEndpoints);
    this.#epoch = store.tables.epoch;
  }

  /** The restored responses whose endpoints have not been used yet. */
  get responses(): readonly StoredResponseData[] {
    return [...this.#responses.values()].flat();
  }

  /** The restored lists whose Collections have not been used yet, by name. */
  get lists(): Readonly<Record<string, StoredRows>> {
    return Object.fromEntries(this.#lists);
  }

  addResponse(response: StoredResponseData): void {
    const { endpoint } = response;
    this.#responses.set(endpoint, [...(this.#responses.get(endpoint) ?? []), response]);
  }

  addList(name: string, rows: StoredRows): void {
    this.#lists.set(name, rows);
  }

  /** @see CommitHook */
  usesEndpoint(endpoint: object): void {
    const { original } = endpoint as AnyEndpoint;
    const { name } = original;
    const responses = this.#responses.get(name);
    if (responses === undefined) return;
    this.#responses.delete(name);
    const shape = shapeText(original.schema);
    for (const each of responses) if (each.shape === shape) this.#place(original, each);
  }

  /** @see CommitHook */
  usesRows(table: Table): void {
    const name = storedName(table);
    const stored = name === undefined ? undefined : this.#lists.get(name);
    if (stored === undefined) return;
    this.#lists.delete(name!);
    for (const row of rowsIn(table, stored)) this.#append(row);
  }

  /** @see CommitHook */
  settle({ journal, tables }: Transaction, since: number): void {
    if (tables.epoch !== this.#epoch) {
      this.#epoch = tables.epoch;
      this.#drop();
    }
    if (this.#lists.size === 0 || journal.causes?.at(-1)?.kind === 'restore') return;
    for (const { after, before, table } of journal.changes.slice(since)) {
      if (!table.isEntities || table.internal !== undefined) continue;
      this.#dropLists(table.name, before !== undefined && after !== undefined);
    }
  }

  /**
   * Drops each list that a change to an entity of the class `name` may affect. If a list is dropped, all waiting
   * responses become stale, because each of them may contain the list.
   */
  #dropLists(name: string, isUpdate: boolean): void {
    for (const [list, { isFiltered, of }] of this.#lists) {
      if (of?.includes(name) !== true || (isUpdate && isFiltered !== true)) continue;
      this.#lists.delete(list);
      this.outdated();
    }
  }

  /** @see CommitHook */
  staleAfter(_: Transaction, { batch }: ArrivedMutation): readonly never[] {
    this.outdated();
    // The response to the mutation can add an entity to a list even if the entity itself does not change.
    for (let entry = batch.first; entry !== undefined; entry = entry.next) {
      this.#dropLists(entry.plan.name, false);
    }
    return [];
  }

  /** @see CommitHook */
  outdated(): void {
    for (const [name, responses] of this.#responses) {
      const stale = responses.map((each) => ({ ...each, isStale: true }));
      this.#responses.set(name, stale);
    }
  }

  /** Drops all responses and lists, because they may reference the evicted row. @see CommitHook */
  evicted(): void {
    this.#drop();
  }

  #drop(): void {
    this.#responses.clear();
    this.#lists.clear();
  }

  /** Stores a response without a commit. This is possible because nothing has read the response yet. */
  #place(endpoint: AnyEndpoint, response: StoredResponseData): void {
    const { results, requests } = this.store.tables;
    const args = fromJson(response.args) as readonly unknown[];
    const pk = recordKeyOf(endpoint, endpoint.key(...args));
    if (results.index.has(pk) || requests.index.has(pk)) return;
    const result = resultRecord(endpoint, args, response);
    if (result !== undefined) this.#append({ table: results, pk, record: result });
    const request = requestRecord(endpoint, args, response, this.isHydrating);
    this.#append({ table: requests, pk, record: request });
  }

  #append({ table, pk, record }: Pick<RestoredRow, 'table' | 'pk' | 'record'>): void {
    table.append(pk, record, 0, this.store.tables.nextInsertionOrder());
  }
}
