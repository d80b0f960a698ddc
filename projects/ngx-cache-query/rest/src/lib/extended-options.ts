/** The endpoint options that {@link extendedOptions} merges. */
interface Extendable {
  readonly schema?: unknown;
  readonly defaultSearchParams?: unknown;
  /** The default search parameters that this endpoint sends; `undefined` if it sends all of them. */
  readonly ownDefaults?: object;
}

/**
 * Returns the options of an endpoint with some options changed. Default search parameters are merged. If the new schema
 * is `undefined`, the `schema` option is removed.
 */
export function extendedOptions<Options extends Extendable>(
  options: Options,
  changed: Partial<Extendable>,
): Options {
  const { schema, ...others } = { ...options, ...changed };
  const { defaultSearchParams: before, ownDefaults: own } = options;
  const { defaultSearchParams: more } = changed;
  const defaults = more !== undefined && {
    defaultSearchParams: { ...(before as object), ...(more as object) },
    ...(own && { ownDefaults: { ...own, ...(more as object) } }),
  };
  return { ...others, ...(schema !== undefined && { schema }), ...defaults } as Options;
}
