/* eslint-disable @typescript-eslint/restrict-template-expressions -- the text of an array has commas */
import { DEEPEST, type Fields, isObject, isPlain, TooDeepData } from './plain-data';

const identities = new WeakMap<object, number>();
const symbols = new Map<symbol, number>();
let identified = 0;

/**
 * Returns a string that is equal for equal values. Plain objects, arrays, Maps and Sets are compared by their contents,
 * Dates by time, and functions and other instances by identity.
 *
 * @throws CacheError NCQ1008 if the value is nested too deeply
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

/** @param path the objects that contain the value */
function write(value: unknown, path: unknown[]): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return identityOf(symbols, value);
  if (typeof value === 'function') return identityOf(identities, value);
  if (!isObject(value)) return Object.is(value, -0) ? '-0' : String(value);
  const above = path.indexOf(value);
  if (above >= 0) return `^${path.length - above}`;
  if (path.length > DEEPEST) throw new TooDeepData();
  path.push(value);
  const text = writeParts(value, path);
  path.pop();
  return text;
}

function writeParts(value: Fields, path: unknown[]): string {
  const part = (each: unknown) => write(each, path);
  if (Array.isArray(value))
    return `[${Array.from(value, (each, i) => (i in value ? part(each) : ' '))},]`;
  if ((value as unknown) instanceof Date) return `D${+value}`;
  const isMap = (value as unknown) instanceof Map;
  if (isMap || (value as unknown) instanceof Set) {
    const parts = [...(value as unknown as Iterable<unknown>)].map(part).sort();
    return `${isMap ? 'M' : 'S'}(${parts})`;
  }
  if (!isPlain(value)) return identityOf(identities, value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${part(value[name])}`)}}`;
}

function identityOf<K>(
  known: { get(key: K): number | undefined; set(key: K, id: number): unknown },
  key: K,
): string {
  let id = known.get(key);
  if (id === undefined) known.set(key, (id = ++identified));
  return `@${id}`;
}
