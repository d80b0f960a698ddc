import { type AnyRestOptions, changesData } from './rest-request';

/**
 * Returns a copy of the options of an endpoint, with some options changed. The new default search parameters are merged
 * with the existing ones. There is one exception: if the extended endpoint reads data and the new endpoint changes
 * data, the new endpoint does not send the default search parameters of the extended endpoint. If the new schema is
 * `undefined`, the `schema` option is removed.
 */
export function extendedOptions(
  options: AnyRestOptions,
  changed: Partial<AnyRestOptions>,
): AnyRestOptions {
  const { schema, ...merged } = { ...options, ...changed };
  const { defaultSearchParams: before } = options;
  const { defaultSearchParams: more } = changed;
  const isNewChange = changesData(merged) && !changesData(options);
  const own = options.ownDefaults ?? (isNewChange ? {} : undefined);
  return {
    ...merged,
    ...(schema !== undefined && { schema }),
    ...(more && { defaultSearchParams: { ...before, ...more } }),
    ...(own && { ownDefaults: { ...own, ...more } }),
  };
}

/** The options that determine which responses an endpoint receives and how the cache stores these responses. */
const DECIDING = [
  'path',
  'urlPrefix',
  'method',
  'key',
  'schema',
  'responseType',
  'process',
  'searchToString',
  'defaultSearchParams',
] as const;

/** Whether two endpoints with these options can share their responses. */
export function hasSameResponses(a: AnyRestOptions, b: AnyRestOptions): boolean {
  return (
    changesData(a) === changesData(b) &&
    DECIDING.every((name) => a[name] === b[name]) &&
    // Only the presence of these two options matters, because their values are ignored.
    (a.body === undefined) === (b.body === undefined) &&
    (a.searchParams === undefined) === (b.searchParams === undefined)
  );
}
