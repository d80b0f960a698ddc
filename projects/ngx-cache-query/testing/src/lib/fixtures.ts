import type { Endpoint, SchemaLike } from 'ngx-cache-query';

/** Defines how requests to an endpoint are handled in a spec. */
export interface Fixture {
  readonly endpoint: { readonly name: string };
  /**
   * - `respond`: the fixture responds
   * - `wait`: the spec responds with `CacheTesting.expectRequest`
   * - `send`: the request is sent, for example to HttpTestingController
   */
  readonly handling: 'respond' | 'wait' | 'send';
  /**
   * A body, a function that receives the arguments and returns a body, or the result of `reply`, `failure`, `delayed`
   * or `inTurn`.
   */
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
 * Responds to all requests to an endpoint with the data that the server would send. The response arrives in a
 * microtask, so the spec sees the loading state first.
 *
 * @param response a body, a function that receives the arguments and returns a body, or the result of `reply`,
 * `failure`, `delayed` or `inTurn`. If an endpoint with a body can be called without parameters, a response function
 * with one argument always receives the body, even if the call passes parameters. A response function with two
 * arguments receives the parameters and the body. Declare the types of these two arguments
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
 * cache.fetch(tasks.partialUpdate, { id: 1 }, { done: true }).subscribe();
 * // until testing.expectRequest(tasks.partialUpdate).flush(…), the request is in flight
 * ```
 */
export function manual(endpoint: Target): Fixture {
  return { endpoint, handling: 'wait' };
}

/**
 * Lets requests to an endpoint pass through. The endpoint then sends its requests as it does in the application. For
 * example, HttpTestingController can receive them.
 */
export function passThrough(endpoint: Target): Fixture {
  return { endpoint, handling: 'send' };
}
