import { endpointOf } from '../requests/target';
import { firstName } from '../reactive/names';
import type { Row } from '../reactive/row';
import { leaveSources } from '../reactive/stored';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import { getOrInsert } from '../util/get-or-insert';
import type { Fields } from '../util/plain-data';
import { type Marks, References } from './marks';

/** Drops rows with data from a table, as if they had never been written. */
export function evict(table: Table, pks: ReadonlySet<Pk>): void {
  const { index, rows } = table;
  const indexed = [...table.indexes.values()];
  if (indexed.length > 0) for (const pk of pks) table.row(pk);
  const gone: [Row, Fields][] = [];
  for (const pk of pks) {
    const known = index.get(pk);
    if (typeof known === 'number') {
      rows[known] = undefined;
      index.delete(pk);
      table.records--;
      table.gaps++;
    } else if (known?.data !== undefined) {
      gone.push([known, known.data]);
      table.remove(known);
      table.drop(known);
      known.data = known.value = undefined;
      known.dirty = true;
    }
  }
  table.compact();
  table.regroup();
  for (const [row, data] of gone) {
    leaveSources(row, data);
    for (const each of indexed) each.rowChanged(row, data);
  }
}

/** An unused row, and the pass in which it was last used. */
export type UnusedRow = readonly [table: Table, pk: Pk, pass: number];

/**
 * Returns the unused rows to evict. Those that were used last stay, with all that they reference.
 *
 * @param excess the number of entities that are too many
 */
export function leastUsed(
  unused: readonly UnusedRow[],
  excess: number,
  marks: Marks,
): ReadonlyMap<Table, ReadonlySet<Pk>> {
  let room = unused.filter(([table]) => isCounted(table)).length - excess;
  const open = new Map<Table, Set<Pk>>();
  const gone = new Map<Table, Set<Pk>>();
  for (const [table, pk] of unused) addTo(open, table, pk);
  let group: [Table, Pk][] = [];
  let isBroken: boolean;
  const take = (table: Table, key: Pk) => {
    const pk = firstName(table, key);
    if (gone.get(table)?.has(pk)) isBroken = true;
    else if (open.get(table)?.delete(pk)) group.push([table, pk]);
  };
  const takeAll = (table: Table) => {
    for (const pk of [...(open.get(table) ?? []), ...(gone.get(table) ?? [])]) take(table, pk);
  };
  const references = new References(marks.tables, take, takeAll);
  // Of rows that were used equally long ago, those that arrived first go first.
  for (const [table, pk] of [...unused].reverse().sort(([, , a], [, , b]) => b - a)) {
    group = [];
    isBroken = false;
    take(table, pk);
    let size = 0;
    for (const [of, key] of group) {
      if (isCounted(of)) size++;
      if (size > room) break;
      references.visit(marks.noteClasses(of), of.record(key)!);
    }
    if (size <= room && !isBroken) room -= size;
    else {
      // What it references gets a turn of its own.
      for (const [of, key] of group) addTo(open, of, key);
      open.get(table)!.delete(pk);
      addTo(gone, table, pk);
    }
  }
  return gone;
}

/** Whether the rows of a table are entities. Lists and responses do not count. */
export function isCounted(table: Table): boolean {
  return table.main === table && !table.plan.follow && !endpointOf(table.plan.type);
}

export function addTo(rows: Map<Table, Set<Pk>>, table: Table, pk: Pk): void {
  getOrInsert(rows, table, () => new Set<Pk>()).add(pk);
}
