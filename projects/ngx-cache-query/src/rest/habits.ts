import { type Fields, keep } from '../util/plain-data';
import type { RestHeaders } from './rest-options';
import { type AnyRestOptions, callOf, type Described } from './rest-request';
import type { RestDefaults } from './with-rest';

/** Returns the options of an endpoint, with the defaults of `withRest` in place of those that it does not have. */
export function withDefaultsOf(given: AnyRestOptions, defaults: RestDefaults): AnyRestOptions {
  return { ...defaults, ...definedIn(given) } as AnyRestOptions;
}

/** Returns the value of the `headers` option for a call. */
export function headersOf(
  { headers }: RestDefaults,
  endpoint: Described,
  args: readonly unknown[],
): Partial<RestHeaders> {
  return (typeof headers === 'function' ? headers(callOf(endpoint, args)) : headers) ?? {};
}

/** Returns the fields that are not `undefined`. */
export function definedIn(fields: object): Fields {
  return keep(fields as Fields, (_, value) => value !== undefined);
}
