import { isTemporaryId } from '../optimistic/temporary-ids';
import { Results } from '../reactive/results';
import type { Table } from '../reactive/table';
import type { EntityClass } from '../schema/schema';
import type { Pk } from '../schema/pk';
import type { StoreCommit } from '../store/commit';
import { Store } from '../store/store';
import { type Fields, isPlain, setField } from '../util/plain-data';
import { CACHE, type CacheHandle, KNOWN } from '../extensions/cache-extension';
import { contentsOf } from '../extensions/inspect';
import type { CacheContents } from '../extensions/inspection';
import { rowsOf, servedKey } from '../extensions/server-keys';
import { putRows, type RowState, ShownHistory } from './shown-history';
import type { StoredHistory } from './recorded-history';
import { historyOf, type Redact } from './take-history';

declare const ngDevMode: unknown;

/** A commit, and the number of the last commit that extensions know. */
interface Noted {
  readonly id: number;
  readonly commit: StoreCommit;
}

/** A second cache with the data of an earlier time. */
interface Past {
  readonly store: Store;
  readonly results: Results;
  /** The temporary ids of created rows, by the server ids by which others reference them. */
  readonly names: ReadonlyMap<Table, Map<Pk, Pk>>;
  /** The copies of the data of the present. */
  readonly copies: WeakMap<object, object>;
  /** The number of the commits that it contains, of all since the beginning. */
  position: number;
}

/**
 * Shows what a cache contained after an earlier commit. Subscribers and signals receive the earlier data, and everything
 * else goes on: reads, responses, messages and writes apply to the present, which is shown again by {@link now}. Works only
 * in dev mode.
 *
 * @example
 * ```ts
 * class Steps implements CacheExtension {
 *   travel!: TimeTravel;
 *
 *   onInit(cache: CacheHandle): void {
 *     this.travel = new TimeTravel(cache); // this.travel.to(5) shows the data after commit 5
 *   }
 * }
 * ```
 */
export class TimeTravel {
  readonly #cache: CacheHandle;
  readonly #most: number;
  readonly #noted: Noted[] = [];
  /** The number of commits that are no longer kept. */
  #dropped = 0;
  #last = 0;
  /** The number of the last commit that is no longer kept. */
  #oldest = 0;
  #past: Past | undefined;
  /** A history of another cache that is shown. */
  #history: ShownHistory | undefined;
  /** The present, or the earlier time that is shown. */
  readonly contents: CacheContents;

  /** @param most the number of commits that are kept, also of those that only changed the state of a response */
  constructor(cache: CacheHandle, most = 2_000) {
    this.#cache = cache;
    this.#most = most;
    this.contents = contentsOf(() => this.#past?.store ?? cache[CACHE].store);
    if (typeof ngDevMode !== 'undefined' && !ngDevMode) return;
    const { noted } = cache[KNOWN]; // Of another extension.
    cache[KNOWN].noted = (commit, id) => {
      noted?.(commit, id);
      this.#note({ commit, id: id ?? this.#last });
    };
  }

  /** The number of the commit whose data is shown; `undefined` in the present. */
  get at(): number | undefined {
    return this.#past && (this.#noted[this.#past.position - this.#dropped - 1]?.id ?? 0);
  }

  /** Shows the data after a commit. Returns `false` if it is too old, or in production builds, and changes nothing. */
  to(id: number): boolean {
    if (typeof ngDevMode !== 'undefined' && !ngDevMode) return false;
    let index = this.#noted.length;
    while (index > 0 && this.#noted[index - 1].id > id) index--;
    if (index === 0 && id < this.#oldest) return false;
    const past = (this.#past ??= this.#copy());
    this.#history = undefined;
    this.#move(past, this.#dropped + index);
    this.#show(past.results);
    return true;
  }

  /** Shows the present. */
  now(): void {
    if (!this.#past && !this.#history) return;
    this.#past = this.#history = undefined;
    this.#show(undefined);
  }

  /**
   * Returns what the cache contained after a commit, and what the later commits have changed, as JSON.
   *
   * @param id the number of the commit. If it is too old, the history begins with the oldest one
   * @param redact returns what hides fields of the rows of a table
   */
  history(id: number, redact: Redact = () => undefined): StoredHistory {
    const past = this.#copy();
    const first = this.#noted.findIndex((noted) => noted.id > Math.max(id, this.#oldest));
    const commits = first < 0 ? [] : this.#noted.slice(first);
    for (const { commit } of commits) nameCreated(past, commit);
    this.#move(past, past.position - commits.length);
    return historyOf({ ...past, commits }, redact);
  }

  /**
   * Shows the data of a history of another cache after one of its commits. Only classes, lists and endpoints that this
   * cache uses are shown.
   *
   * @param commit the number of the commit; by default, the last one
   */
  show(history: StoredHistory, commit = Infinity): void {
    if (typeof ngDevMode !== 'undefined' && !ngDevMode) return;
    const isOther = this.#history?.stored !== history;
    if (isOther) this.#history = new ShownHistory(history);
    this.#past = undefined;
    this.#history!.to(commit);
    this.#show(this.#history!.results);
  }

  #note(noted: Noted): void {
    this.#last = noted.id;
    this.#noted.push(noted);
    if (this.#noted.length <= this.#most) return;
    this.#oldest = this.#noted.shift()!.id;
    this.#dropped++;
  }

  /** Copies the present. */
  #copy(): Past {
    const store = new Store();
    const names = new Map<Table, Map<Pk, Pk>>();
    const copies = new WeakMap<object, object>();
    for (const table of this.#cache[CACHE].store.tables.all) {
      const copy = store.tables.of(table.plan);
      const aliases = new Map<Pk, Pk>();
      if (table.main !== table) continue;
      for (const { arrival, data, order, pk } of rowsOf(table))
        copy.addRecord(pk, copied(data, copies) as Fields, order, arrival);
      for (const [pk, row] of table.index) {
        if (typeof row !== 'object' || row.pk === pk) continue;
        copy.index.set(pk, copy.row(row.pk));
        aliases.set(pk, row.pk);
      }
      names.set(copy, aliases);
      copy.isKnown = table.isKnown;
      copy.isPartial = table.isPartial;
    }
    const results = new Results(store.tables, () => undefined);
    return { store, results, names, copies, position: this.#dropped + this.#noted.length };
  }

  #move(past: Past, position: number): void {
    past.store.batch(() => {
      const commitAt = (at: number) => this.#noted[at - this.#dropped].commit;
      while (past.position > position) step(past, commitAt(--past.position), true);
      while (past.position < position) step(past, commitAt(past.position++), false);
    });
  }

  #show(past: Results | undefined): void {
    const { results, store } = this.#cache[CACHE];
    results.past = past;
    store.rounds.hold(() => {
      for (const result of results) result.outdated();
    });
  }
}

/** Names created rows by the server ids that they got in a commit, because they may be gone by now. */
function nameCreated({ names, store }: Past, { changes }: StoreCommit): void {
  for (const { after, pk, type } of changes) {
    if (!after || !isTemporaryId(pk)) continue;
    const table = store.tables.for(type).main;
    const key = servedKey(table, pk, after);
    if (key !== pk) names.get(table)?.set(key, pk);
  }
}

/** Puts rows into the state before or after a commit. */
function step(
  { copies, names, store }: Past,
  { changes, known }: StoreCommit,
  isBack: boolean,
): void {
  const tableOf = (type: EntityClass) => store.tables.for(type).main;
  const rows = changes.map((change): RowState => {
    const { after, arrival, before, lastArrival, order, pk, type } = change;
    const data = copied(isBack ? before : after, copies) as Fields | undefined;
    return { table: tableOf(type), pk, data, order, arrival: isBack ? lastArrival : arrival };
  });
  putRows(store, rows, (table, pk) => names.get(table)?.get(pk));
  for (const [type, isKnown] of known) store.setKnown(tableOf(type), isKnown !== isBack);
}

/**
 * Copies data, and what is the same data stays the same. The past has arrays of its own, because a cache finds the list
 * of entities of a stored array by the array.
 */
function copied(data: unknown, copies: WeakMap<object, object>): unknown {
  if (!Array.isArray(data) && !isPlain(data)) return data;
  let copy = copies.get(data);
  if (copy) return copy;
  if (Array.isArray(data)) copy = data.map((item) => copied(item, copies));
  else {
    copy = { ...data };
    for (const name of Object.keys(data)) setField(copy, name, copied(data[name], copies));
  }
  copies.set(data, copy);
  return copy;
}
