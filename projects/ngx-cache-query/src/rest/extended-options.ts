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

/** The options that determine what an endpoint requests and how the cache stores the responses, except the headers. */
const DECIDING = [
  'path',
  'urlPrefix',
  'method',
  'key',
  'schema',
  'responseType',
  'process',
  'unwrap',
  'names',
  'searchToString',
  'defaultSearchParams',
] as const;

/** Whether two endpoints with these options read the same data, which may depend on their headers. */
export function readsSame(a: AnyRestOptions, b: AnyRestOptions): boolean {
  return (
    changesData(a) === changesData(b) &&
    DECIDING.every((name) => a[name] === b[name]) &&
    // Only the presence of these two options matters, because their values are ignored.
    (a.body === undefined) === (b.body === undefined) &&
    (a.searchParams === undefined) === (b.searchParams === undefined)
  );
}

/** Returns an object with the given properties of `from`. */
export function pick<T extends object, const Names extends readonly (keyof T)[]>(
  from: T,
  names: Names,
): Pick<T, Names[number]> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as never;
}
