import {
  type AnyStep,
  type Args,
  selecting,
  type Selector,
  type ViewStep,
  type Work,
} from './step';

type Ordered<T, P extends readonly unknown[]> = ViewStep<readonly T[], T[], P>;
type Key<T, P extends readonly unknown[]> = Selector<T, P>;

/** A comparator, as for `Array.sort`. */
export type CompareValues<T = unknown> = (a: T, b: T) => number;

/** Ascending, descending, a comparator, or an `Intl.Collator`. */
export type SortOrder = 'asc' | 'desc' | CompareValues<never> | Pick<Intl.Collator, 'compare'>;

/**
 * Sorts the items by up to four keys: each is a field or a selector, followed by `'asc'` (the default), `'desc'`, a
 * comparator, or an `Intl.Collator`. Strings are compared by code unit. NaN, invalid Dates, `null` and `undefined` come
 * last in both directions. The sort is stable.
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
  const parts = keysAndHows.flatMap((key, i): AnyStep[] => {
    if (i % 2 === 1) return [];
    const work = (args: Args): Work => {
      const select = selecting(key, args);
      return (member) => {
        member.key = select(member.item);
        return true;
      };
    };
    return [{ work, order: compareBy((keysAndHows[i + 1] ?? 'asc') as SortOrder) }];
  });
  // The first key decides, so that it is set last.
  return { parts: parts.reverse() };
}

/** Returns the comparator of a sort order. */
function compareBy(how: SortOrder): CompareValues {
  if (typeof how === 'function') return how as CompareValues;
  if (typeof how === 'string') return natural(how === 'asc' ? 1 : -1);
  return (a, b) => rank(a) - rank(b) || how.compare(a as never, b as never);
}

/**
 * Compares values in natural order: strings by code unit, numbers by value, and Dates by time. Values of different kinds
 * are ordered by kind, so that any two values can be compared.
 */
function natural(sign: 1 | -1): CompareValues {
  const compare = (a: unknown, b: unknown): number => {
    if (a === b) return 0;
    const isSameKind = typeof a === typeof b && a !== null && b !== null;
    const way =
      isSameKind && ((a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0);
    return way ? way * sign : rank(a) - rank(b) || compare(typeof a, typeof b);
  };
  return compare;
}

/** Returns the rank of a value that comes last in both directions: NaN, an invalid Date, `null` or `undefined`. */
function rank(value: unknown): number {
  if (value === undefined) return 3;
  if (value === null) return 2;
  return (typeof value === 'number' || value instanceof Date) && Number.isNaN(+value) ? 1 : 0;
}
