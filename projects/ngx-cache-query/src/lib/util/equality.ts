import { type Fields, isPlainObject } from './plain-data';
import { DEEPEST, TooDeepData } from './too-deep';

/**
 * Whether two values contain the same data. Plain data is compared deeply, Dates by time, and instances of other
 * classes by identity. One of the values must come from the store. Stored data has no cycles, so the comparison always
 * ends.
 */
export function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return a !== 0 || Object.is(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return Object.is(a, b);
  }
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!sameData(a[i], b[i])) return false;
    return true;
  }
  if (a instanceof Date) return b instanceof Date && Object.is(a.getTime(), b.getTime());
  return isPlainObject(a) && isPlainObject(b) && sameFields(a, b);
}

/** Whether two arrays have the same items. Objects are compared by identity. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** Whether two plain objects have the same fields with the same data. */
export function sameFields(a: Fields, b: Fields): boolean {
  let count = 0;
  for (const name in a) {
    if (!Object.hasOwn(b, name) || !sameData(a[name], b[name])) return false;
    count++;
  }
  for (const _ in b) count--;
  return count === 0;
}

/**
 * Returns `last` if `last` and `next` are shallowly equal, otherwise `next`. Two arrays are shallowly equal if their
 * items are identical. Two plain objects are shallowly equal if their values are identical.
 */
export function recycle<T>(last: unknown, next: T): T {
  return sameShallowly(last, next) ? (last as T) : next;
}

/**
 * Applies {@link recycle} to nested arrays and plain objects, starting with the innermost ones. Changes `next` in
 * place. If a value from a deserializer contains itself or is nested too deeply, returns `next` itself.
 */
export function recycleDeeply<T>(last: unknown, next: T): T {
  try {
    return recycled(last, next, 0);
  } catch (error) {
    if (error instanceof TooDeepData) return next;
    throw error;
  }
}

function recycled<T>(last: unknown, next: T, depth: number): T {
  if (next instanceof Date) return sameData(last, next) ? (last as T) : next;
  if (last === next || Object.isFrozen(next)) return recycle(last, next);
  if (depth > DEEPEST) throw new TooDeepData(next);
  if (Array.isArray(next) && Array.isArray(last)) {
    const items: unknown[] = next;
    for (let i = 0; i < items.length; i++) items[i] = recycled(last[i], items[i], depth + 1);
  } else if (isPlainObject(next) && isPlainObject(last)) {
    const fields = next as Record<string, unknown>;
    for (const name in fields) {
      if (name !== '__proto__') fields[name] = recycled(last[name], fields[name], depth + 1);
    }
  } else {
    return next;
  }
  return recycle(last, next);
}

function sameShallowly(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b);
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && Object.is(a[name], b[name]))
  );
}
