import { CacheError } from './cache-error';

declare const ngDevMode: unknown;

/** A plain object, such as a record or the data in one of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The maximum depth of data without a schema. The limit is low enough that recursion through such data never overflows
 * the stack, even if the stack is already deep when the recursion starts.
 */
export const DEEPEST = 500;

/** Error NCQ1008 for data without a schema. The Normalizer finds its location. */
export class TooDeepData extends CacheError {
  constructor() {
    super('NCQ1008', (typeof ngDevMode === 'undefined' || !!ngDevMode) && tooDeep());
  }
}

/** Returns the text of {@link TooDeepData}. Called only in dev mode. */
export function tooDeep(): string {
  return (
    `this data is nested more than ${DEEPEST} levels deep, or contains itself. ` +
    `Keep the data flat, and store the key of a parent object instead of a reference to it.`
  );
}

/** Whether `value` is an object and not a function. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether `value` is a plain object: an object literal or an object without a prototype, but not an instance of a
 * class.
 */
export function isPlain(value: unknown): value is Fields {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether `value` is an object that can be a row. Every object except an array can be a row. */
export function isRow(value: unknown): value is Fields {
  return isObject(value) && !Array.isArray(value);
}

/** Sets an own field of an object, even a field named `__proto__`. */
export function setField(target: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    const how = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(target, name, how);
  } else (target as Record<string, unknown>)[name] = value;
}

/** Returns an own field of an object, never an inherited one. */
export function ownField(target: Fields, name: string): unknown {
  return Object.hasOwn(target, name) ? target[name] : undefined;
}

/** Returns the value that a path leads to; `undefined` if there is none. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (isObject(value) ? ownField(value, name) : undefined), data);
}

/**
 * Returns a deep copy of plain data. Copies arrays, plain objects and Dates; instances of other classes are shared.
 *
 * @param depth the number of objects that contain the value
 * @throws CacheError NCQ1008 if the data contains itself or is nested too deeply
 */
export function copyData(value: unknown, depth = 0): unknown {
  if (!isObject(value)) return value;
  if (depth > DEEPEST) throw new TooDeepData();
  if (Array.isArray(value)) {
    const items: unknown[] = value.slice();
    for (let i = 0; i < items.length; i++) {
      if (isObject(items[i])) items[i] = copyData(items[i], depth + 1);
    }
    return items;
  }
  if (isPlain(value)) {
    const copy = { ...value };
    for (const name in copy) {
      if (isObject(copy[name])) setField(copy, name, copyData(copy[name], depth + 1));
    }
    return copy;
  }
  return (value as unknown) instanceof Date ? new Date(+value) : value;
}

/** Freezes nested arrays and plain objects. Does not visit objects that are already frozen. Called only in dev mode. */
export function freezeData(value: unknown, depth = 0): void {
  if (!isObject(value) || Object.isFrozen(value) || depth > DEEPEST) return;
  if (!Array.isArray(value) && !isPlain(value)) return;
  Object.freeze(value);
  for (const field of Object.values(value)) freezeData(field, depth + 1);
}

/** In dev mode, freezes nested data. Returns it. */
export function frozen<T>(value: T): T {
  if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(value);
  return value;
}

/** In dev mode, freezes a value that the cache has created. */
export function freeze(value: object): void {
  if (typeof ngDevMode === 'undefined' || ngDevMode) Object.freeze(value);
}

/** Returns the fields that pass a test. */
export function keep(fields: Fields, test: (name: string, value: unknown) => boolean): Fields {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    if (test(name, fields[name])) setField(kept, name, fields[name]);
  }
  return kept;
}
