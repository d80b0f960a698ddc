import type { Member } from './sorted';
import { type Args, selecting, type Selector, type ViewStep, type Work } from './step';

type Ordered<T, P extends readonly unknown[]> = ViewStep<readonly T[], T[], P>;
type Key<T, P extends readonly unknown[]> = Selector<T, P>;

/**
 * A comparator. It returns a negative number if `a` comes first, a positive number if `b` comes first, and 0 for equal
 * values.
 */
export type CompareValues<T = unknown> = (a: T, b: T) => number;

/** A sort order: ascending or descending in natural order, or the order of a comparator or an `Intl.Collator`. */
export type SortOrder = 'asc' | 'desc' | CompareValues<never> | Pick<Intl.Collator, 'compare'>;

/**
 * Sorts the items by up to four sort keys. Pass each key as a field or a selector, followed by the sort order: `'asc'`
 * (the default), `'desc'`, a comparator, or an `Intl.Collator`.
 *
 * `'asc'` and `'desc'` compare strings by code unit, numbers by value and Dates by time. NaN, invalid Dates, `null` and
 * `undefined` come last in both directions. Items with equal sort keys keep their order.
 *
 * @example
 * ```ts
 * view(orderBy<Issue>('priority', 'desc', (issue) => issue.title, new Intl.Collator('en')));
 * ```
 */
export function orderBy<T, P extends readonly unknown[] = []>(
  key: Key<T, P>,
  how?: SortOrder,
): Ordered<T, P>;
export function orderBy<T, P extends readonly unknown[] = []>(
  first: Key<T, P>,
  how: SortOrder,
  second: Key<T, P>,
  secondHow?: SortOrder,
): Ordered<T, P>;
export function orderBy<T, P extends readonly unknown[] = []>(
  first: Key<T, P>,
  how: SortOrder,
  second: Key<T, P>,
  secondHow: SortOrder,
  third: Key<T, P>,
  thirdHow?: SortOrder,
): Ordered<T, P>;
export function orderBy<T, P extends readonly unknown[] = []>(
  first: Key<T, P>,
  how: SortOrder,
  second: Key<T, P>,
  secondHow: SortOrder,
  third: Key<T, P>,
  thirdHow: SortOrder,
  fourth: Key<T, P>,
  fourthHow?: SortOrder,
): Ordered<T, P>;
export function orderBy(...keysAndHows: readonly unknown[]): Ordered<never, never> {
  const keys = keysAndHows.filter((_, i) => i % 2 === 0);
  return {
    orders: keys.map((_, i) => compareBy((keysAndHows[2 * i + 1] ?? 'asc') as SortOrder)),
    work: (args, size) => keyWork(keys, args, size),
  };
}

function keyWork(keys: readonly unknown[], args: Args, size: number): Work {
  const selects = keys.map((key) => selecting(key, args));
  const [first] = selects;
  if (keys.length === 1 && size === 0) {
    return (member) => {
      member.key = first(member.item);
      return true;
    };
  }
  return (member) => {
    putKeys(
      member,
      selects.map((select) => select(member.item)),
      size,
    );
    return true;
  };
}

/** Puts sort keys in front of those that a member has. A single key needs no array. */
export function putKeys(member: Member, keys: readonly unknown[], size: number): void {
  const { key } = member;
  if (size > 0) member.key = [...keys, ...(size === 1 ? [key] : (key as unknown[]))];
  else member.key = keys.length === 1 ? keys[0] : keys;
}

/** Returns the comparator of a sort order. */
export function compareBy(how: SortOrder): CompareValues {
  if (typeof how === 'function') return how as CompareValues;
  if (typeof how === 'string') {
    const sign = how === 'asc' ? 1 : -1;
    return (a, b) => compare(a, b, sign);
  }
  return (a, b) =>
    rank(a) + rank(b) > 0 ? rank(a) - rank(b) : how.compare(a as never, b as never);
}

/**
 * Compares values in natural order: strings by code unit, numbers by value, and Dates by time. Values of different kinds
 * are ordered by kind, so that any two values can be compared.
 */
function compare(a: unknown, b: unknown, sign: 1 | -1): number {
  const kind = typeof a;
  const isFast =
    kind === typeof b && (kind === 'string' || (kind === 'number' && a === a && b === b));
  if (!isFast) {
    if (rank(a) + rank(b) > 0) return rank(a) - rank(b);
    if (kind !== typeof b) return kind < typeof b ? -sign : sign;
  }
  return (a as number) < (b as number) ? -sign : (a as number) > (b as number) ? sign : 0;
}

/** Returns the rank of a value that comes last in both directions: NaN, an invalid Date, `null` or `undefined`. */
function rank(value: unknown): number {
  if (value === undefined) return 3;
  if (value === null) return 2;
  return (typeof value === 'number' || value instanceof Date) && Number.isNaN(+value) ? 1 : 0;
}
