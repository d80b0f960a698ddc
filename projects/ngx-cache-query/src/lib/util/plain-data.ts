import { DEEPEST, TooDeepData } from './too-deep';

/** A plain object, such as a record or the data in one of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether `value` is a plain object: an object literal or an object without a prototype, but not an instance of a
 * class.
 */
export function isPlainObject(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Sets an own field of an object, even a field named `__proto__`. */
export function setField(target: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    (target as Record<string, unknown>)[name] = value;
  }
}

/** Returns an own field of an object, never an inherited one. */
export function ownField(target: Fields, name: string): unknown {
  return Object.hasOwn(target, name) ? target[name] : undefined;
}

/**
 * Returns a deep copy of plain data. Copies arrays, plain objects and Dates; instances of other classes are shared.
 *
 * @throws CacheError NCQ1008 if the data contains itself or is nested too deeply
 */
export function copyData(value: unknown): unknown {
  return isObject(value) ? copyObject(value, value, 0) : value;
}

/**
 * @param whole the outermost value, which is reported in the error
 * @param depth the number of objects that contain the value
 */
function copyObject(value: object, whole: object, depth: number): unknown {
  if (depth > DEEPEST) throw new TooDeepData(whole);
  if (Array.isArray(value)) {
    const items: unknown[] = value.slice();
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      if (isObject(item)) items[i] = copyObject(item, whole, depth + 1);
    }
    return items;
  }
  if (!isPlainObject(value)) return value instanceof Date ? new Date(value) : value;
  const copy = { ...value };
  for (const name in copy) {
    const field = copy[name];
    if (isObject(field)) setField(copy, name, copyObject(field, whole, depth + 1));
  }
  return copy;
}

/**
 * Applies {@link copyData} to arguments. Unlike other data, an argument is allowed to contain itself.
 *
 * @throws CacheError NCQ1008 if an argument is nested too deeply
 */
export function copyArguments(args: readonly unknown[]): readonly unknown[] {
  const copies = new Map<unknown, unknown>();
  const copy = (value: unknown, depth: number): unknown => {
    if (copies.has(value)) return copies.get(value);
    if (depth > DEEPEST) throw new TooDeepData(args);
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      copies.set(value, items);
      for (const item of value) items.push(copy(item, depth + 1));
      return items;
    }
    if (!isPlainObject(value)) return copyData(value);
    const fields: Record<string, unknown> = {};
    copies.set(value, fields);
    for (const name of Object.keys(value)) setField(fields, name, copy(value[name], depth + 1));
    return fields;
  };
  return args.map((arg) => copy(arg, 0));
}

/** Returns a copy of an object. {@link copyData} copies the value of each field. */
export function copyFields(fields: Fields): Fields {
  const copy = { ...fields };
  copyInside(copy);
  return copy;
}

/**
 * Replaces the value of each field with a copy from {@link copyData}, except for the fields named in `except`.
 */
export function copyInside(fields: Fields, except?: ReadonlySet<string>): void {
  for (const name in fields) {
    const field = fields[name];
    if (isObject(field) && !except?.has(name)) setField(fields, name, copyObject(field, field, 0));
  }
}

/** Freezes nested arrays and plain objects. Does not visit objects that are already frozen. */
export function freezeData(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  if (depth > DEEPEST || !(Array.isArray(value) || isPlainObject(value))) return;
  Object.freeze(value);
  for (const field of Object.values(value)) freezeData(field, depth + 1);
}

/** Whether `value` is an object and not a function. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether `value` is an object that can be a row. Every object except an array can be a row. */
export function isRow(value: unknown): value is Fields {
  return isObject(value) && !Array.isArray(value);
}
