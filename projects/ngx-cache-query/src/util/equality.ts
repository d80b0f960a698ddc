import { type Fields, isObject, isPlain } from './plain-data';

/**
 * Whether two values contain the same data. Plain data is compared deeply, Dates by time, and instances of other
 * classes by identity. One of the values must come from the store. Stored data has no cycles, so the comparison always
 * ends.
 */
export function sameData(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || alike(a, b, sameData);
}

/** Whether two plain objects have the same fields with the same data. */
export function sameFields(a: Fields, b: Fields, same: Same = sameData): boolean {
  let count = 0;
  for (const name in a) {
    if (!Object.hasOwn(b, name) || !same(a[name], b[name])) return false;
    count++;
  }
  for (const _ in b) count--;
  return count === 0;
}

/** Whether `known` contains all fields of `incoming` with the same data. */
export function hasFields(known: Fields, incoming: Fields): boolean {
  for (const name in incoming) {
    const b = incoming[name];
    const a = known[name];
    if (Object.is(a, b) && a !== undefined) continue;
    if (!sameData(a, b) || !Object.hasOwn(known, name)) return false;
  }
  return true;
}

/**
 * Returns `last` if it is shallowly equal to `next`, otherwise `next`. Two arrays are shallowly equal if their items
 * are identical, two plain objects if their values are identical, and two Dates if their times are equal.
 */
export function recycle<T>(last: unknown, next: T): T {
  return Object.is(last, next) || alike(last, next, Object.is) ? (last as T) : next;
}

type Same = (a: unknown, b: unknown) => boolean;

/** Whether two values are arrays, Dates or plain objects with the same parts. */
function alike(a: unknown, b: unknown, same: Same): boolean {
  if (!isObject(a) || !isObject(b)) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!same(a[i], b[i])) return false;
    return true;
  }
  if (a instanceof Date) return b instanceof Date && Object.is(+a, +b);
  return isPlain(a) && isPlain(b) && sameFields(a, b, same);
}
