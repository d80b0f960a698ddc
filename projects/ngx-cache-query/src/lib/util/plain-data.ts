import { DEEPEST, TooDeepData } from './too-deep';

/** A plain object: the fields of a record, or data inside of one. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether `value` is an object literal (or has no prototype), and not an instance of a class. */
export function isPlainObject(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Sets an own field, also one that is called `__proto__`. */
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

/** The own field of an object, never what its prototype has under that name. */
export function ownField(target: Fields, name: string): unknown {
  return Object.hasOwn(target, name) ? target[name] : undefined;
}

/**
 * A copy of plain data that shares nothing mutable with it: arrays, plain objects and Dates are
 * copied, other instances are kept as they are.
 *
 * @throws CacheError NCQ1008 when it is nested too deep, or holds itself
 */
export function copyData(value: unknown): unknown {
  return isObject(value) ? copyObject(value, value, 0) : value;
}

/**
 * @param whole what is copied as a whole, for errors
 * @param depth how deep the value is inside of it
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

/** {@link copyData} of arguments, which may hold themselves. */
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
  return args.map((each) => copy(each, 0));
}

/** A copy of the fields, with {@link copyData} of each. */
export function copyFields(fields: Fields): Fields {
  const copy = { ...fields };
  copyInside(copy);
  return copy;
}

/** Replaces what the fields hold by {@link copyData} of it, but for some. */
export function copyInside(fields: Fields, except?: ReadonlySet<string>): void {
  for (const name in fields) {
    const field = fields[name];
    if (isObject(field) && !except?.has(name)) setField(fields, name, copyObject(field, field, 0));
  }
}

/** Freezes arrays and plain objects as deep as data may be. What is frozen already is not walked again. */
export function freezeData(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  if (depth > DEEPEST || !(Array.isArray(value) || isPlainObject(value))) return;
  Object.freeze(value);
  for (const each of Object.values(value)) freezeData(each, depth + 1);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
