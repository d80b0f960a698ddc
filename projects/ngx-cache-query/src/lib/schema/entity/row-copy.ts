import type { Fields } from '../../util/plain-data';

/** Returns a shallow copy of a row. */
export type RowCopy = (row: Fields) => Record<string, unknown>;

/**
 * Several copies of the same function. For each spread in the source code, a JavaScript engine caches the object shapes
 * that the spread has copied. Copying takes five times as long when a function copies more than a few shapes, so the
 * classes, each of which has its own shape, are distributed across several functions.
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

/** Returns the function that copies the rows of a class. `number` identifies the plan of the class. */
export function rowCopy(number: number): RowCopy {
  return places[number % places.length];
}
