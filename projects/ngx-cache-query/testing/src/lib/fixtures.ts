import type { Endpoint, SchemaLike } from 'ngx-cache-query';

/** Defines how requests to an endpoint are handled in a spec. */
export interface Fixture {
  readonly endpoint: { readonly name: string };
  /**
   * - `respond`: the fixture responds
   * - `wait`: the spec responds with `CacheTesting.expectRequest`
   * - `send`: the request is sent
   */
  readonly handling: 'respond' | 'wait' | 'send';
  /** A body, a function that returns one, or the result of `reply`, `failure`, `delayed` or `inTurn`. */
  readonly response?: unknown;
}

/** An endpoint of any kind. */
export type Target = Endpoint<never, SchemaLike>;
type AnyFunction = (...args: never) => unknown;
type Args<X extends Target> = Parameters<X['load']>;
/** The parameters and the body of a call. */
type Pair = readonly [unknown, unknown];
/** The calls in `Some`, or the calls in `All` if `Some` is empty. */
type OrAll<Some, All extends readonly unknown[]> = [Some] extends [never] ? All : Some & All;

/**
 * Responds to all requests to an endpoint with the data that the server would send, in a microtask.
 *
 * @param response a body, a function of the arguments that returns a body, or the result of `reply`, `failure`,
 * `delayed` or `inTurn`
 *
 * @example
 * ```ts
 * provideCacheTesting({
 *   fixtures: [
 *     respondTo(getUsers, [{ id: 1, name: 'Ada' }]),
 *     respondTo(getUser, ({ id }) => ({ id, name: `User ${id}` })),
 *     respondTo(createUser, failure(422, { fields: { name: 'is taken' } })),
 *   ],
 * });
 * ```
 */
export function respondTo<X extends Target>(
  endpoint: X,
  response: (...args: OrAll<Exclude<Args<X>, Pair>, Args<X>>) => unknown,
): Fixture;
export function respondTo<X extends Target>(
  endpoint: X,
  response: (...args: OrAll<Extract<Args<X>, Pair>, Args<X>>) => unknown,
): Fixture;
export function respondTo<X extends Target, R>(
  endpoint: X,
  response: R & (R extends AnyFunction ? never : unknown),
): Fixture;
export function respondTo(endpoint: Target, response: unknown): Fixture {
  return { endpoint, handling: 'respond', response };
}

/**
 * Makes requests to an endpoint wait until the spec responds with `CacheTesting.expectRequest`.
 *
 * @example
 * ```ts
 * testing.addFixtures(manual(tasks.partialUpdate));
 * ```
 */
export function manual(endpoint: Target): Fixture {
  return { endpoint, handling: 'wait' };
}

/** Lets requests to an endpoint pass, for example to HttpTestingController. */
export function passThrough(endpoint: Target): Fixture {
  return { endpoint, handling: 'send' };
}
