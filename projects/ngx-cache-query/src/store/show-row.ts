import type { Row } from '../reactive/row';
import { sameFields } from '../util/equality';
import type { Fields } from '../util/plain-data';
import type { Store } from './store';

/** Shows a record that was decided elsewhere: by pending changes, or by another cache. An equal one changes nothing. */
export function showRow(
  store: Store,
  row: Row,
  data: Fields | undefined,
  order: number,
  arrival: number,
): void {
  const isSame = row.data && data && sameFields(row.data, data);
  if (row.data !== data && !isSame) store.change(row, data, order, arrival || undefined);
  if (row.order !== order) store.stamp(row, order);
}
