import type { Code } from './syntax';
import { ENDPOINT_TYPES } from './library-names';

/** What is known of a value. */
export interface Kind {
  /** `other` is anything that does not come from the library. */
  readonly is: 'cache' | 'mutation' | 'endpoint' | 'endpoints' | 'collection' | 'other';
  /** Returns the kind of a member. */
  readonly member?: (name: string) => Kind | undefined;
  /** Returns the kind of the result of a call. */
  readonly call?: () => Kind | undefined;
  /** The code of a function. */
  readonly code?: Code;
}

export const OTHER: Kind = { is: 'other' };
export const MUTATION: Kind = { is: 'mutation' };
/** Each member that is an object is another endpoint, such as `getList.push`. */
export const ENDPOINT: Kind = { is: 'endpoint', member: () => ENDPOINT };
/** Each member of a group is an endpoint, except `extend`. */
export const ENDPOINTS: Kind = { is: 'endpoints', member: () => ENDPOINT };

/** The kinds of the types of the library. */
export const TYPES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...ENDPOINT_TYPES.map((name): [string, Kind] => [name, ENDPOINT]),
  ['RestEndpoints', ENDPOINTS],
  ['EntityEndpoints', ENDPOINTS],
  ['CacheService', { is: 'cache' }],
  ['CacheMutation', MUTATION],
  ['Collection', { is: 'collection' }],
]);

/** A value whose call returns something of a kind, such as a function or a signal. */
export function callable(call: () => Kind | undefined, code?: Code): Kind {
  return { is: 'other', call, ...(code && { code }) };
}

/** Returns the kind that comes from the library, if there is one. */
export function ours(kinds: readonly (Kind | undefined)[]): Kind | undefined {
  return kinds.find((kind) => kind && kind.is !== 'other') ?? kinds.find(Boolean);
}
