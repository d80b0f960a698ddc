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
 */
export function copyData(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyData);
  if (isPlainObject(value)) return copyFields(value);
  return value instanceof Date ? new Date(value) : value;
}

/** {@link copyData} of arguments, which may hold themselves. */
export function copyArguments(args: readonly unknown[]): readonly unknown[] {
  const copies = new Map<unknown, unknown>();
  const copy = (value: unknown): unknown => {
    if (copies.has(value)) return copies.get(value);
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      copies.set(value, items);
      for (const item of value) items.push(copy(item));
      return items;
    }
    if (!isPlainObject(value)) return copyData(value);
    const fields: Record<string, unknown> = {};
    copies.set(value, fields);
    for (const name of Object.keys(value)) setField(fields, name, copy(value[name]));
    return fields;
  };
  return args.map(copy);
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
    const value = fields[name];
    if (typeof value !== 'object' || value === null || except?.has(name)) continue;
    setField(fields, name, copyData(value));
  }
}

/** Freezes arrays and plain objects all the way down. What is frozen already is not walked again. */
export function freezeData(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  if (Array.isArray(value)) {
    Object.freeze(value);
    value.forEach(freezeData);
  } else if (isPlainObject(value)) {
    Object.freeze(value);
    for (const name in value) freezeData(value[name]);
  }
}
