import { Normalizer } from '../schema/normalizer';
import { notWritable } from '../schema/write-errors';
import { CacheError } from '../util/cache-error';
import { isObject } from '../util/plain-data';
import type { AnyEndpoint } from './endpoint';

declare const ngDevMode: unknown;

/** The member of an endpoint that brings the code for requests, so that a page without endpoints does not contain it. */
export const REQUESTS: unique symbol = Symbol();

/** The static member of the class of the responses of an endpoint: the endpoint. */
export const ENDPOINT: unique symbol = Symbol();

/** Returns the endpoint whose responses are the rows of a class. */
export function endpointOf(type: unknown): AnyEndpoint | undefined {
  return (type as { readonly [ENDPOINT]?: AnyEndpoint })[ENDPOINT];
}

export function isEndpoint(value: unknown): value is AnyEndpoint {
  return isObject(value) && REQUESTS in value;
}

/** Splits a target, such as `getUsers` or `[getUser, { id: 5 }]`, into the endpoint and its arguments. */
export function splitTarget(target: unknown): readonly unknown[] {
  return Array.isArray(target) ? (target as readonly unknown[]) : [target];
}

/** @throws CacheError NCQ4003 if a target of `refetch` that is no endpoint is neither a class nor a function */
export function checkTarget(source: string, target: unknown): void {
  if (typeof target === 'function') return;
  throw notWritable(
    source,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      'an Entity class, an endpoint, or a function that tests responses',
    target,
  );
}

/** @throws CacheError NCQ4003 if an endpoint is a mutation, which must not be repeated */
export function mustRead(method: string, { sideEffect, name }: AnyEndpoint): void {
  if (!sideEffect) return;
  const source = `${method}(${name})`;
  throw new CacheError(
    'NCQ4003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: expected an endpoint that reads, found a mutation. Send a mutation with fetch().`,
    { source },
  );
}

/** Converts the arguments of a call into those that the endpoint's schema receives. */
export function schemaArgsOf(endpoint: AnyEndpoint, args: readonly unknown[]): readonly unknown[] {
  return endpoint.schemaArgs?.(args) ?? args;
}

/** Returns what reads a response of an endpoint. */
export function inputFor(
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  isMutation = false,
  source = endpoint.name,
): Normalizer {
  return new Normalizer(source, schemaArgsOf(endpoint, args), isMutation);
}
