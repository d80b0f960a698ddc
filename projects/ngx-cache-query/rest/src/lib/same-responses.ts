import type { RestOptions, RestResponseType } from './rest-options';

type AnyOptions = Partial<
  RestOptions<string, undefined, unknown, unknown, RestResponseType, unknown>
>;

/** The options that determine which responses an endpoint receives and how the cache stores these responses. */
const DECIDING: readonly (keyof AnyOptions)[] = [
  'path',
  'urlPrefix',
  'method',
  'key',
  'schema',
  'responseType',
  'process',
  'searchToString',
  'defaultSearchParams',
];

/** Whether two endpoints with these options can share their responses. */
export function hasSameResponses(optionsA: object, optionsB: object): boolean {
  const [a, b]: AnyOptions[] = [optionsA, optionsB];
  return (
    DECIDING.every((name) => a[name] === b[name]) &&
    // Only the presence of these two options matters, because their values are ignored.
    (a.body === undefined) === (b.body === undefined) &&
    (a.searchParams === undefined) === (b.searchParams === undefined)
  );
}
