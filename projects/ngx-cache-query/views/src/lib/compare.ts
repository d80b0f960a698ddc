/** Less than 0 when `a` comes first, more when `b` does. */
export type CompareValues<T = unknown> = (a: T, b: T) => number;

/** How values are ordered: by themselves, or by a comparator or `Intl.Collator` that is given. */
export type SortOrder = 'asc' | 'desc' | CompareValues<never> | Pick<Intl.Collator, 'compare'>;

/** The comparator of a direction, a comparator or a Collator. */
export function compareBy(how: SortOrder): CompareValues {
  if (typeof how === 'function') return how as CompareValues;
  if (how === 'asc') return ascending;
  if (how === 'desc') return descending;
  return (a, b) => rank(a) - rank(b) || (rank(a) === 0 ? how.compare(a as string, b as string) : 0);
}

/**
 * By code unit, number or time, with NaN, `null` and `undefined` last; values of several kinds are
 * told apart by kind, so that it is an order.
 */
export function ascending(a: unknown, b: unknown): number {
  return areAlike(a, b) ? among(a, b) : rank(a) - rank(b) || kindOf(a) - kindOf(b) || among(a, b);
}

/** The direction of a comparator, if it is one of those that compare values by themselves. */
export function directionOf(compare: CompareValues): 'asc' | 'desc' | undefined {
  if (compare === ascending) return 'asc';
  return compare === descending ? 'desc' : undefined;
}

/** The opposite of {@link ascending}, but for what is last there: that is last here too. */
function descending(a: unknown, b: unknown): number {
  return areAlike(a, b) ? among(b, a) : rank(a) - rank(b) || kindOf(b) - kindOf(a) || among(b, a);
}

/** Two texts, or two numbers: what keys mostly are. */
function areAlike(a: unknown, b: unknown): boolean {
  if (typeof a === 'string') return typeof b === 'string';
  return typeof a === 'number' && typeof b === 'number' && !Number.isNaN(a) && !Number.isNaN(b);
}

/** Values of one rank and kind. */
function among(a: unknown, b: unknown): number {
  const [x, y] = [a as number, b as number];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** 0 for what has a value, then NaN, `null`, `undefined`. */
export function rank(value: unknown): number {
  if (value === undefined) return 3;
  if (value === null) return 2;
  if (typeof value === 'number' || value instanceof Date) return Number.isNaN(+value) ? 1 : 0;
  return 0;
}

const KINDS = ['boolean', 'number', 'bigint', 'string', 'symbol', 'object', 'function'];

/** Numbers and bigints are compared with each other, Dates with Dates. */
function kindOf(value: unknown): number {
  return typeof value === 'bigint' ? 1 : KINDS.indexOf(typeof value);
}

/** Whether there is no value: `null` or `undefined`. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}
