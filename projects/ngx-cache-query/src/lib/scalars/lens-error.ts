import { type Place, show, showPath } from '../schema/normalize/normalize-errors';
import { CacheError } from '../util/cache-error';

declare const ngDevMode: unknown;

/** Creates error NCQ1013, which reports that the values in an input have no lens. */
export function missingLensError(place: Place, name: string, params: unknown): CacheError {
  const { source } = place;
  const path = showPath(place.path);
  return new CacheError(
    'NCQ1013',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: ${path === '' ? '' : `at ${path}: `}the values of Scalar(${name}, …) have no lens: the lens function returned undefined ` +
        `for ${show(params)}. When you request the values, pass the argument that the lens function reads. For set and ` +
        `connect, name the lens in the schema: scalar.at({ … }).`,
    { source, path },
  );
}
