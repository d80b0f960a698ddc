import type { Reader } from '../query/reader';
import type { Pk } from '../schema/entity/pk';
import { References } from '../store/references';
import type { Table } from '../store/table';

/**
 * Returns the rows that have been read, and all rows that they reference directly or indirectly. On a server, these are
 * the rows that the rendered page shows. Each row that has been read has a cell.
 */
export function reachedRows({ graph, store }: Reader): ReadonlyMap<Table, ReadonlySet<Pk>> {
  const { tables } = store;
  const reached = new Map<Table, Set<Pk>>();
  const waiting: (readonly [table: Table, pk: Pk])[] = [];
  const add = (table: Table, pk: Pk) => {
    const pks = reached.get(table) ?? new Set<Pk>();
    reached.set(table, pks);
    if (pks.has(pk) || !table.index.has(pk)) return;
    pks.add(pk);
    waiting.push([table, pk]);
  };
  const all = (table: Table) => {
    for (const pk of table.index.keys()) add(table, pk);
  };
  for (const { table, cells } of graph.types.values()) {
    for (const cell of cells) if (cell !== undefined) add(table, cell.pk);
  }
  for (const [table, cells] of graph.endpointCells) for (const key of cells.keys()) add(table, key);
  const references = new References(tables, { row: add, all });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [table, pk] = next;
    references.visit(table, table.get(pk)!);
  }
  return reached;
}
