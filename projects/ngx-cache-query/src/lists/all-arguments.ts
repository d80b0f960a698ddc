import type { Table } from '../reactive/table';
import { type Fields, keep } from '../util/plain-data';

/** The arguments of all lists so far, and the arrival number of the last of these lists. */
const known = new WeakMap<Table, readonly [Fields, number]>();

/**
 * Returns all arguments that the lists of a table have, so that a change that concerns none of them does not walk over
 * the lists. Looks only at the lists that are new. The arguments of a list that is gone stay.
 */
export function allArguments(table: Table): Fields {
  let [all, last] = known.get(table) ?? [{}, 0];
  const rows = table.all();
  for (let i = rows.length - 1; rows[i]?.arrival > last; i--) {
    all = { ...all, ...keep(rows[i].data!['args'] as Fields, (_, value) => value !== undefined) };
  }
  last = Math.max(last, rows.at(-1)?.arrival ?? 0);
  known.set(table, [all, last]);
  return all;
}
