import { changesData, type MethodOptions } from './rest-method';

/** The endpoint options that {@link extendedOptions} merges. */
interface Extendable extends MethodOptions {
  readonly schema?: unknown;
  readonly defaultSearchParams?: unknown;
  /** The part of `defaultSearchParams` that this endpoint sends; `undefined` if it sends all default parameters. */
  readonly ownDefaults?: object;
}

/**
 * Returns a copy of the options of an endpoint, with some options changed. The new default search parameters are merged
 * with the existing ones. There is one exception: if the extended endpoint reads data and the new endpoint changes
 * data, the new endpoint does not send the default search parameters of the extended endpoint. If the new schema is
 * `undefined`, the `schema` option is removed.
 */
export function extendedOptions<Options extends Extendable>(
  options: Options,
  changed: Partial<Extendable>,
): Options {
  const { schema, ...merged } = { ...options, ...changed };
  const before = options.defaultSearchParams as object | undefined;
  const more = changed.defaultSearchParams as object | undefined;
  const isNewChange = changesData(merged) && !changesData(options);
  const own = options.ownDefaults ?? (isNewChange ? {} : undefined);
  return {
    ...merged,
    ...(schema !== undefined && { schema }),
    ...(more && { defaultSearchParams: { ...before, ...more } }),
    ...(own && { ownDefaults: { ...own, ...more } }),
  } as Options;
}
