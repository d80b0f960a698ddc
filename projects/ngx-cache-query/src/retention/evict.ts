import type { Row } from '../reactive/row';
import { leaveSources } from '../reactive/stored';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';

/** Drops rows with data from a table, as if they had never been written. */
export function evict(table: Table, pks: ReadonlySet<Pk>): void {
  const { arrivals, index, orders, rows } = table;
  const indexed = [...table.indexes.values()];
  if (indexed.length > 0) for (const pk of pks) table.row(pk);
  if (table.records === index.size && pks.size === index.size) {
    index.clear();
    rows.length = arrivals.length = orders.length = 0;
    table.records = table.gaps = 0;
    return table.regroup();
  }
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
