import type { Fields } from '../../util/plain-data';

/** Returns a shallow copy of a row. */
export type RowCopy = (row: Fields) => Record<string, unknown>;

/**
 * The same function several times. For each spread in the source code, a JavaScript engine caches the object shapes that
 * it has copied there. With more than a handful of shapes a copy takes five times as long, so not all classes share one
 * function.
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

/** Returns the function that copies rows of a class, by the number of its plan. */
export function rowCopy(number: number): RowCopy {
  return places[number % places.length];
}
