import { type CacheParts, type CacheService, partsOf } from '../cache/cache-service';
import { deserializeAll } from '../reactive/deserialized';
import { isTemporaryId } from '../optimistic/temporary-ids';
import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import { classesIn, listsIn } from '../schema/schema-shape';
import { commitAs } from '../store/commit';
import { showRow } from '../store/show-row';
import type { Fields } from '../util/plain-data';
import type { GroupRow } from '../snapshot/row-group';
import {
  type HistoryContent,
  type HistoryRow,
  type PlacedRow,
  RecordedHistory,
  type StoredHistory,
} from './recorded-history';
import { withServedIds } from '../extensions/server-keys';
import { tablesNamed } from '../extensions/stored-names';
import { Versions } from '../extensions/versions';
import { Waiting } from '../snapshot/waiting';

/**
 * Writes the data of a history to a cache: what there was before in one commit, and one commit for each recorded one.
 * Rows of classes, lists and endpoints that the cache does not use yet wait until it uses them. Responses count as loaded
 * now.
 *
 * @param to the number of the last commit to write; by default, the last one
 *
 * @example
 * ```ts
 * replayHistory(cache, travel.history(0), 1); // The cache has what it had after commit 1.
 * ```
 */
export function replayHistory(cache: CacheService, stored: StoredHistory, to = Infinity): void {
  const replay = new Replay(partsOf(cache), stored);
  replay.prepare();
  const commits = new Set(stored.steps.map(({ commit }) => commit).filter((id) => id <= to));
  for (const commit of [-Infinity, ...commits]) replay.write(commit);
  replay.wait();
}

/** A row to be written. */
interface Placed {
  readonly target: Row;
  readonly content: HistoryContent;
  readonly row: PlacedRow;
  /** Its arrival number in this cache. */
  readonly arrival: number;
}

class Replay {
  readonly #history: RecordedHistory;
  /** The tables that were written to. */
  readonly #tables = new Map<HistoryContent, Table>();
  /** The last arrival number before those of the history. */
  readonly #last: number;

  constructor(
    private readonly parts: CacheParts,
    stored: StoredHistory,
  ) {
    this.#history = new RecordedHistory(withServerIds(stored));
    const { tables } = parts.store;
    this.#last = tables.arrivals;
    tables.arrivals += lastPlace(stored);
  }

  /** Creates the tables to which those that the cache uses refer, so that nothing is shown without its relations. */
  prepare(): void {
    const { tables } = this.parts.store;
    // The tables that are created are visited, too.
    for (const { plan } of tables.all)
      for (const { schema } of plan.relations)
        for (const type of [...classesIn(schema), ...listsIn(schema).map(({ rows }) => rows)])
          tables.for(type);
  }

  /** Writes what has changed until a commit, and all rows of the tables that were not there before. */
  write(commit: number): void {
    const changed = this.#history.to(commit);
    const { store, write } = this.parts;
    write('replay', () =>
      commitAs(store, { kind: 'restore' }, () => {
        const order = ++store.order.last;
        const placed: Placed[] = [];
        for (const content of this.#history.tables) {
          const isNew = !this.#tables.has(content);
          const table = this.#tableOf(content);
          const pks = isNew ? content.rows.keys() : (changed.get(content) ?? []);
          if (!table) continue;
          for (const pk of pks) {
            const row = content.rows.get(pk);
            const target = table.row(pk);
            if (!row) store.remove(target, order);
            else placed.push({ target, content, row, arrival: this.#last + row.place });
          }
          store.setKnown(table, content.isKnown);
        }
        this.#put(placed, order);
      }),
    );
  }

  /** Lets the rows of other tables wait. */
  wait(): void {
    const { store } = this.parts;
    const waiting = Waiting.of(store);
    const { origin } = Versions.of(store);
    for (const content of this.#history.tables) {
      const { isKnown, kind, name } = content;
      if (this.#tables.has(content)) continue;
      const rows = [...content.rows].map(([pk, { fields, place }]): GroupRow => {
        const arrival = this.#last + place;
        return { pk, fields: this.#asLoaded(kind, fields), place: arrival, order: 0, origin };
      });
      waiting.add({ kind, name, rows, isKnown });
    }
  }

  #put(rows: Placed[], order: number): void {
    const { store } = this.parts;
    // A row that moves leaves its place, because another one may get it.
    for (const { arrival, target } of rows)
      if (target.data && target.arrival !== arrival) store.change(target, undefined, order);
    rows.sort((a, b) => a.arrival - b.arrival);
    for (const { arrival, content, row, target } of rows) {
      const fields = this.#asLoaded(content.kind, row.fields);
      deserializeAll(target.table, target.pk, fields, 'replay');
      if (!store.overlay?.replace(target, fields, order))
        showRow(store, target, fields, order, arrival);
    }
  }

  #asLoaded(kind: HistoryContent['kind'], fields: Fields): Fields {
    const { clock } = this.parts;
    return kind === 'responses' && 'value' in fields
      ? { ...fields, fetchedAt: clock.now(), stale: false }
      : fields;
  }

  #tableOf(content: HistoryContent): Table | undefined {
    const known = this.#tables.get(content);
    if (known) return known;
    const [table] = tablesNamed(this.parts.store.tables, content);
    if (table) this.#tables.set(content, table);
    return table;
  }
}

function lastPlace({ steps, tables }: StoredHistory): number {
  let last = 0;
  for (const { rows } of tables) for (const [, , place] of rows) last = Math.max(last, place);
  for (const { rows } of steps) for (const [, , , place] of rows) last = Math.max(last, place);
  return last;
}

/**
 * Gives created entities their server ids from the beginning, because a new cache does not know their temporary ids. An
 * entity that came with this id also in another way keeps the temporary one.
 */
function withServerIds({ steps, tables }: StoredHistory): StoredHistory {
  const ids = new Map<unknown, Pk>();
  tables.forEach(({ names, rows }, table) => {
    const own = new Set(rows.map(([pk]) => pk));
    for (const step of steps) for (const [at, pk] of step.rows) if (at === table) own.add(pk);
    for (const [serverId, pk] of names)
      // Two creations that were answered with one key have two temporary ids.
      if (!own.has(serverId) && !isTemporaryId(serverId)) ids.set(pk, serverId);
  });
  if (ids.size === 0) return { steps, tables };
  const served = ([pk, fields, place]: HistoryRow): HistoryRow => [
    ids.get(pk) ?? pk,
    withServedIds(fields, ids) as Fields | null,
    place,
  ];
  return {
    tables: tables.map((table) => ({ ...table, rows: table.rows.map(served) })),
    steps: steps.map((step) => ({
      ...step,
      rows: step.rows.map(([table, ...row]) => [table, ...served(row)] as const),
    })),
  };
}
