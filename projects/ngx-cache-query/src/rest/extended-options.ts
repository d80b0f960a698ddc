import { type AnyRestOptions, changesData } from './rest-request';

/**
 * Returns the options of an endpoint with some of them changed. Default search parameters are merged, but an endpoint
 * that changes data does not send those of an endpoint that reads. The schema `undefined` removes the schema.
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

/** The options that determine how requests are sent. Endpoints that are made of each other share them. */
export const SENDING = [
  'urlPrefix',
  'defaultSearchParams',
  'searchToString',
  'headers',
  'withCredentials',
  'timeout',
  'names',
  'unwrap',
  'wrap',
  'requestId',
  'optimistic',
  'completeResponses',
  'serial',
  'refetches',
] as const;

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

export function pick<T extends object, const Names extends readonly (keyof T)[]>(
  from: T,
  names: Names,
): Pick<T, Names[number]> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as never;
}
