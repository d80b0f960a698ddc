import type { Fields } from '../../util/plain-data';

/** Makes a shallow copy of a row. */
export type RowCopy = (row: Fields) => Record<string, unknown>;

/**
 * One and the same, at several places. An engine remembers at each place of the code which shapes it has
 * copied there, and beyond a handful of them a copy costs five times as much: so not all classes share one.
 */
const places: readonly RowCopy[] = [
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
];

/** How the rows of a class are copied, by the number of its plan. */
export function rowCopy(number: number): RowCopy {
  return places[number % places.length];
}
