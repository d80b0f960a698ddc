import type { RestOptions, RestResponseType } from './rest-options';

type AnyOptions = Partial<
  RestOptions<string, undefined, unknown, unknown, RestResponseType, unknown>
>;

/** The options that say which responses there are, and what becomes of them. */
const DECIDING: readonly (keyof AnyOptions)[] = [
  'path',
  'urlPrefix',
  'method',
  'key',
  'schema',
  'responseType',
  'process',
];

/** Whether an endpoint with some options has the responses of one with others. */
export function hasSameResponses(some: object, others: object): boolean {
  const [one, other]: AnyOptions[] = [some, others];
  return (
    DECIDING.every((name) => one[name] === other[name]) &&
    // Only their types matter.
    (one.body === undefined) === (other.body === undefined) &&
    (one.searchParams === undefined) === (other.searchParams === undefined)
  );
}
