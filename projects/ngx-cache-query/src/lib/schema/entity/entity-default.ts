import { CacheError, CacheErrorCode } from '../../util/cache-error';
import { freezeData } from '../../util/plain-data';

declare const ngDevMode: unknown;

type Constructor = new () => object;

const defaults = new WeakMap<Constructor, object>();
const making = new Set<Constructor>();

/**
 * The one default instance of a class: made once, shared by all who need it, frozen in development.
 *
 * @throws CacheError NCQ1007 when a class's default needs the default of the same class
 */
export function defaultOf<T extends object>(type: new () => T): T {
  let instance = defaults.get(type);
  if (instance !== undefined) return instance as T;
  if (making.has(type)) throw selfDefaultError(type.name);
  making.add(type);
  try {
    instance = new type();
  } finally {
    making.delete(type);
  }
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    for (const value of Object.values(instance)) freezeData(value);
    Object.freeze(instance);
  }
  defaults.set(type, instance);
  return instance as T;
}

/** Error NCQ1007. */
export function selfDefaultError(name: string): CacheError {
  return new CacheError(
    CacheErrorCode.SelfDefault,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `the default value of ${name} contains a default ${name}, which never ends. ` +
        `Give the field of ${name} that references ${name} the default undefined or null.`,
  );
}
