import { CacheError } from '../util/cache-error';
import { isForeign, TWO_COPIES } from '../schema/mistakes';

declare const ngDevMode: unknown;

/** Creates error NCQ3002, which reports that `value` cannot be read. */
export function notQueryable(value: unknown): CacheError {
  return new CacheError(
    'NCQ3002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${describe(value)} cannot be read. Expected a Query, schema.All, schema.Union, ` +
        `schema.Lazy, a Collection, a Scalar, an Entity class, an endpoint, or an object that contains these.`,
  );
}

function describe(value: unknown): string {
  if (isForeign(value)) return TWO_COPIES;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return `the function ${value.name || '(anonymous)'}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `an instance of ${value.constructor.name}`;
}
