import { CacheError } from '../../util/cache-error';
import { freezeData } from '../../util/plain-data';

declare const ngDevMode: unknown;

type Constructor = new () => object;

const defaults = new WeakMap<Constructor, object>();
const inCreation = new Set<Constructor>();

/**
 * Returns the shared default instance of a class. The instance is frozen in dev mode.
 *
 * @throws CacheError NCQ1007 if the default instance of a class contains a default instance of the same class
 */
export function defaultOf<T extends object>(type: new () => T): T {
  let instance = defaults.get(type);
  if (instance !== undefined) return instance as T;
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
  return instance as T;
}

/** Creates error NCQ1007, which reports a default instance that contains a default instance of its own class. */
export function selfDefaultError(name: string): CacheError {
  return new CacheError(
    'NCQ1007',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `the default instance of ${name} contains a default ${name}, which contains another one, and so on. ` +
        `Use undefined or null as the default value of the field that references ${name}.`,
  );
}
