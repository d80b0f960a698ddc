import { CacheError } from '../util/cache-error';
import { type Fields, freezeData } from '../util/plain-data';
import type { EntityClass } from './schema';

declare const ngDevMode: unknown;

const defaults = new WeakMap<new () => object, object>();
const inCreation = new Set<new () => object>();
let lastType: (new () => object) | undefined;
let lastDefault: object | undefined;

/**
 * Returns the default instance of a class, which all callers share. It is frozen in dev mode. The last result is kept,
 * because reading a list creates many instances of one class.
 *
 * @throws CacheError NCQ1007 if the default instance of a class contains a default instance of the same class
 */
export function defaultOf<T extends object>(type: new () => T): T {
  if (type === lastType) return lastDefault as T;
  let instance = defaults.get(type);
  if (instance === undefined) {
    if (inCreation.has(type)) throw selfDefaultError(type.name);
    inCreation.add(type);
    try {
      instance = new type();
    } finally {
      inCreation.delete(type);
    }
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      for (const value of Object.values(instance)) freezeData(value);
      Object.freeze(instance);
    }
    defaults.set(type, instance);
  }
  lastType = type;
  return (lastDefault = instance) as T;
}

/**
 * Checks that a row has every field for which its class declares a default value. A second class with the same `static
 * key` can then describe partial entities.
 *
 * @param except the names of fields that may be missing
 * @returns a message that names the missing fields, or `undefined`
 *
 * @example
 * ```ts
 * static override validate(row: Readonly<Record<string, unknown>>) {
 *   return validateRequired(row, this);
 * }
 * ```
 */
export function validateRequired(
  row: Fields,
  type: EntityClass,
  ...except: readonly string[]
): string | undefined {
  const missing = Object.keys(defaultOf(type)).filter(
    (name) => !Object.hasOwn(row, name) && !except.includes(name),
  );
  return missing.length === 0 ? undefined : `it lacks ${missing.join(', ')}`;
}

/** Error NCQ1007. */
function selfDefaultError(name: string): CacheError {
  return new CacheError(
    'NCQ1007',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `the default instance of ${name} contains a default ${name}, which contains another one, and so on. ` +
        `Use undefined or null as the default value of the field that references ${name}.`,
  );
}
