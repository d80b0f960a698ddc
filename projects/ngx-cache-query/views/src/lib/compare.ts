/**
 * A comparator. It returns a negative number if `a` comes first, a positive number if `b` comes first, and 0 for equal
 * values.
 */
export type CompareValues<T = unknown> = (a: T, b: T) => number;

/** A sort order: ascending or descending in natural order, or the order of a comparator or an `Intl.Collator`. */
export type SortOrder = 'asc' | 'desc' | CompareValues<never> | Pick<Intl.Collator, 'compare'>;

/** Returns the comparator for a sort order. */
export function compareBy(how: SortOrder): CompareValues {
  if (typeof how === 'function') return how as CompareValues;
  if (how === 'asc') return ascending;
  if (how === 'desc') return descending;
  return (a, b) => rank(a) - rank(b) || (rank(a) === 0 ? how.compare(a as string, b as string) : 0);
}

/**
 * Compares values in natural order: strings by code unit, numbers by value, and Dates by time. NaN, invalid Dates,
 * `null` and `undefined` come last. Values of different kinds are ordered by kind, so that any two values can be
 * compared.
 */
export function ascending(a: unknown, b: unknown): number {
  return areAlike(a, b) ? among(a, b) : rank(a) - rank(b) || kindOf(a) - kindOf(b) || among(a, b);
}

/** Returns the direction of `compare` if it compares in natural order; otherwise `undefined`. */
export function directionOf(compare: CompareValues): 'asc' | 'desc' | undefined {
  if (compare === ascending) return 'asc';
  return compare === descending ? 'desc' : undefined;
}

/**
 * Compares values in the reverse order of {@link ascending}. NaN, invalid Dates, `null` and `undefined` still come
 * last.
 */
function descending(a: unknown, b: unknown): number {
  return areAlike(a, b) ? among(b, a) : rank(a) - rank(b) || kindOf(b) - kindOf(a) || among(b, a);
}

/**
 * Whether both values are strings, or both are numbers other than NaN. The ranks and kinds of such values do not have
 * to be compared. This is the most common and the fastest case.
 */
function areAlike(a: unknown, b: unknown): boolean {
  if (typeof a === 'string') return typeof b === 'string';
  return typeof a === 'number' && typeof b === 'number' && !Number.isNaN(a) && !Number.isNaN(b);
}

/** Compares values of the same rank and kind. */
function among(a: unknown, b: unknown): number {
  const [x, y] = [a as number, b as number];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Returns 1 for NaN and invalid Dates, 2 for `null`, 3 for `undefined`, and 0 for all other values. */
export function rank(value: unknown): number {
  if (value === undefined) return 3;
  if (value === null) return 2;
  if (typeof value === 'number' || value instanceof Date) return Number.isNaN(+value) ? 1 : 0;
  return 0;
}

const KINDS = ['boolean', 'number', 'bigint', 'string', 'symbol', 'object', 'function'];

/**
 * Returns a number for the kind of a value. Numbers and bigints are of the same kind, because they can be compared with
 * each other.
 */
function kindOf(value: unknown): number {
  return typeof value === 'bigint' ? 1 : KINDS.indexOf(typeof value);
}

/** Whether a value is `null` or `undefined`. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}
