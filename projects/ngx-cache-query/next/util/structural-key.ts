import { DEEPEST, isPlain, TooDeepData } from './plain-data';

const identities = new WeakMap<object, number>();
const symbols = new Map<symbol, number>();
let identified = 0;

/**
 * Returns a string that is equal for equal values and different for different values.
 *
 * - Plain objects, arrays, Maps and Sets are compared by their contents. The order of properties, Map entries and Set
 *   items does not matter.
 * - `undefined`, `null` and `NaN` are all different, and `-0` is different from `0`. Dates are compared by time, and
 *   bigints by value.
 * - Functions, symbols and instances of other classes are compared by identity.
 *
 * @throws CacheError NCQ1008 if the value is nested too deeply; a value that contains itself is allowed
 *
 * @example
 * ```ts
 * structuralKey({ b: 1, a: [undefined] }) === structuralKey({ a: [undefined], b: 1 }); // true
 * ```
 */
export function structuralKey(value: unknown): string {
  // Most reads have no arguments. The key of an empty array is a constant, which saves time.
  return Array.isArray(value) && value.length === 0 ? '[]' : write(value, []);
}

function write(value: unknown, path: object[]): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return `${value}n`;
    case 'boolean':
    case 'undefined':
      return String(value);
    case 'symbol':
      return `@s${identityOf(symbols, value)}`;
    case 'function':
      return `@${identityOf(identities, value)}`;
    default:
      return value === null ? 'null' : writeObject(value as object, path);
  }
}

function writeObject(value: object, path: object[]): string {
  const above = path.indexOf(value);
  if (above >= 0) return `^${path.length - above}`;
  if (path.length > DEEPEST) throw new TooDeepData();
  path.push(value);
  try {
    return writeContents(value, path);
  } finally {
    path.pop();
  }
}

function writeContents(value: object, path: object[]): string {
  if (Array.isArray(value)) {
    let text = '[';
    for (let i = 0; i < value.length; i++) text += `${i in value ? write(value[i], path) : ''},`;
    return `${text}]`;
  }
  if (value instanceof Date) return `D${value.getTime()}`;
  if (value instanceof Map) {
    return `M(${[...value]
      .map(([k, v]) => `${write(k, path)}:${write(v, path)}`)
      .sort()
      .join()})`;
  }
  if (value instanceof Set)
    return `S(${[...value]
      .map((item) => write(item, path))
      .sort()
      .join()})`;
  if (!isPlain(value)) return `@${identityOf(identities, value)}`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${write(value[name], path)}`).join()}}`;
}

function identityOf<K>(
  known: { get(key: K): number | undefined; set(key: K, id: number): unknown },
  key: K,
): number {
  let id = known.get(key);
  if (id === undefined) known.set(key, (id = ++identified));
  return id;
}
