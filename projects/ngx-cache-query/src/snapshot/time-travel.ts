import { deserializeAll } from '../reactive/deserialized';
import { invalidate } from '../reactive/node';
import { Results } from '../reactive/results';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
import type { Change, Commit } from '../store/commit';
import { Store } from '../store/store';
import { type Fields, isPlain, setField } from '../util/plain-data';
import { CACHE, type CacheHandle, KNOWN } from './cache-handle';
import { contentsOf } from './inspect';
import type { CacheContents } from './inspection';

declare const ngDevMode: unknown;

/** A commit, and the number of the last commit that extensions know. */
interface Noted {
  readonly id: number;
  readonly commit: Commit;
}

/** A second cache with the data of an earlier time. */
interface Past {
  readonly store: Store;
  readonly results: Results;
  /** The temporary ids of created rows, by the server ids by which others reference them. */
  readonly names: ReadonlyMap<Table, ReadonlyMap<Pk, Pk>>;
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
  /** What is shown: the present, or an earlier time. */
  readonly contents: CacheContents;

  /** @param most the number of commits that are kept, also of those that only changed the state of a response */
  constructor(cache: CacheHandle, most = 2_000) {
    this.#cache = cache;
    this.#most = most;
    this.contents = contentsOf(() => this.#past?.store ?? cache[CACHE].store);
    if (typeof ngDevMode !== 'undefined' && !ngDevMode) return;
    cache[KNOWN].noted = (commit, id = this.#last) => this.#note({ commit, id });
  }

  /** The number of the commit whose data is shown; `undefined` in the present. */
  get at(): number | undefined {
    return this.#past && (this.#noted[this.#past.position - this.#dropped - 1]?.id ?? 0);
  }

  /** Shows the data after a commit. Returns `false` if the commit is too old, and changes nothing. */
  to(id: number): boolean {
    let index = this.#noted.length;
    while (index > 0 && this.#noted[index - 1].id > id) index--;
    if (index === 0 && id < this.#oldest) return false;
    const past = (this.#past ??= this.#copy());
    const position = this.#dropped + index;
    past.store.batch(() => {
      while (past.position > position) this.#undo(past, --past.position);
      while (past.position < position) this.#redo(past, past.position++);
    });
    this.#show(past.results);
    return true;
  }

  /** Shows the present. */
  now(): void {
    if (!this.#past) return;
    this.#past = undefined;
    this.#show(undefined);
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
      const rows = [...table.index]
        // A row may have a second key.
        .filter(([pk, row]) => typeof row !== 'object' || row.pk === pk)
        .map(([pk]) => ({ pk, ...pick(table.peek(pk)) }))
        .sort((a, b) => a.arrival - b.arrival);
      for (const { arrival, data, order, pk } of rows)
        if (data) copy.addRecord(pk, copied(data, copies) as Fields, order, arrival);
      for (const [pk, row] of table.index) {
        if (typeof row !== 'object' || row.pk === pk) continue;
        copy.index.set(pk, copy.row(row.pk));
        aliases.set(pk, row.pk);
      }
      if (aliases.size > 0) names.set(copy, aliases);
      copy.isKnown = table.isKnown;
      copy.isPartial = table.isPartial;
    }
    const results = new Results(store.tables, () => undefined);
    return { store, results, names, copies, position: this.#dropped + this.#noted.length };
  }

  #undo(past: Past, position: number): void {
    const { changes, known } = this.#noted[position - this.#dropped].commit;
    const { store } = past;
    put(past, changes, ({ before, lastArrival }) => [before, lastArrival]);
    for (const [type, isKnown] of known)
      store.setKnown(store.tables.of(planOf(type)).main, !isKnown);
  }

  #redo(past: Past, position: number): void {
    const { changes, known } = this.#noted[position - this.#dropped].commit;
    const { store } = past;
    put(past, changes, ({ after, arrival }) => [after, arrival]);
    for (const [type, isKnown] of known)
      store.setKnown(store.tables.of(planOf(type)).main, isKnown);
  }

  #show(past: Results | undefined): void {
    const { results, store } = this.#cache[CACHE];
    results.past = past;
    store.rounds.hold(() => {
      for (const result of results) result.outdated();
    });
  }
}

function pick({ arrival, data, order }: { data?: Fields; order: number; arrival: number }) {
  return { arrival, data, order };
}

/** Puts rows into the state before or after a commit. */
function put(
  { copies, names, store }: Past,
  changes: readonly Change[],
  stateOf: (change: Change) => readonly [data: Fields | undefined, arrival: number],
): void {
  const set = (isThere: boolean) => {
    for (const change of changes) {
      const { order, pk, type } = change;
      const [present, arrival] = stateOf(change);
      if ((present !== undefined) !== isThere) continue;
      const data = copied(present, copies) as Fields | undefined;
      const table = store.tables.of(planOf(type)).main;
      const named = table.index.get(pk);
      if (typeof named === 'object' && named.pk !== pk) {
        if (!data) continue;
        invalidate(named, store.journal); // At this time, another row had the server id.
        table.index.delete(pk);
      }
      if (data) deserializeAll(table, pk, data, 'time travel');
      store.change(table.row(pk), data, order, arrival);
      const own = names.get(table)?.get(pk);
      if (own !== undefined && !data) table.index.set(pk, table.row(own));
    }
  };
  set(false); // A row that has changed its key left its place to the same row with another key.
  set(true);
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
    for (const name of Object.keys(data)) setField(copy as Fields, name, copied(data[name], copies));
  }
  copies.set(data, copy);
  return copy;
}
