import type { Row } from '../reactive/row';
import type { Fields } from '../util/plain-data';
import type { Store } from './store';

/** Shows a record that was decided elsewhere: by pending changes, or by another cache. */
export function showRow(
  store: Store,
  row: Row,
  data: Fields | undefined,
  order: number,
  arrival: number,
): void {
  if (row.data !== data) store.change(row, data, order, arrival || undefined);
  if (row.order !== order) store.stamp(row, order);
}
