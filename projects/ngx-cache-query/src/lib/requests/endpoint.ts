import type { Observable } from 'rxjs';
import type { Computable, QueryableNode } from '../schema/queryable';
import type { SchemaLike } from '../schema/schema';
import type { OptimisticSnapshot } from './optimistic-snapshot';
import type { RefreshOptions } from './refresh-options';
import { mutationError } from './request-errors';

/**
 * The member through which an endpoint brings the code that sends its requests. An application without endpoints does
 * not contain this code.
 */
export const CLIENT: unique symbol = Symbol('client');

/** An endpoint with any types, as the cache uses it. */
export interface AnyEndpoint extends QueryableNode<unknown, readonly unknown[]> {
  /** Identifies the endpoint. The id is valid only while the page is open. */
  readonly id: number;
  /** The name of the endpoint in errors and tools. */
  readonly name: string;
  /** Describes which entities a response contains, and where. */
  readonly schema: SchemaLike;
  /** @internal What is derived from a response, if the value is not what the schema describes. */
  readonly derived?: Computable;
  /** Whether a request changes something on the server. */
  readonly sideEffect: boolean;
  /** How long responses are fresh, and when the endpoint is requested again. */
  readonly refresh: RefreshOptions;
  /** @internal The endpoint whose requests, responses and state this one shares; by default, this endpoint. */
  readonly original: AnyEndpoint;
  /**
   * @internal For an endpoint that loads all pages of a list, while its original loads only the first page: requests the
   * pages in sequence.
   *
   * @param send sends the request of one page
   */
  readonly loadPages?: (send: SendPage, args: readonly unknown[]) => Observable<unknown>;
  /**
   * @internal The name of the last path parameter, if the path ends with it, as in `/users/:id`. While such an endpoint
   * loads, a complete entity from another response is shown.
   */
  readonly detailParameter: string | undefined;
  /** For an endpoint whose responses are pages: the list to which the pages belong. */
  readonly pagesOf?: { readonly list: AnyEndpoint; readonly field: string };
  /** @internal Returns the arguments of a call as its schema receives them. Default: the arguments. */
  readonly schemaArgs?: (args: readonly unknown[]) => readonly unknown[];
  /** @internal */
  readonly [CLIENT]: unknown;
  /** Identifies a request: equal keys share one request and one stored response. */
  key(...args: readonly unknown[]): string;
  /** Requests the data. The cache calls this method once per request. */
  load(...args: readonly unknown[]): Observable<unknown>;
  /**
   * Returns the targets to refetch when the response of a mutation arrives. An empty list also turns off the refetches
   * that the cache does by itself; `undefined` does not.
   */
  refetches(...args: readonly unknown[]): readonly unknown[] | undefined;
  /** Returns the optimistic response of a mutation, or `undefined`. */
  getOptimisticResponse(snapshot: OptimisticSnapshot, ...args: readonly unknown[]): unknown;
}

/** Sends the request of one page of a list. */
export type SendPage = (endpoint: AnyEndpoint, args: readonly unknown[]) => Observable<unknown>;

/** Returns the arguments of a call as the schema of the endpoint receives them. */
export function schemaArgsOf(endpoint: AnyEndpoint, args: readonly unknown[]): readonly unknown[] {
  return endpoint.schemaArgs?.(args) ?? args;
}

/** Whether a value is an endpoint. */
export function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && CLIENT in value;
}

/** Splits what to refetch, such as `getUsers` or `[getUser, { id: 5 }]`, into the target and its arguments. */
export function splitTarget(each: unknown): readonly unknown[] {
  return Array.isArray(each) ? (each as readonly unknown[]) : [each];
}

/**
 * Checks that an endpoint is not a mutation, because subscribers may refetch it.
 *
 * @throws CacheError NCQ4003 for a mutation
 */
export function mustRead(verb: string, endpoint: AnyEndpoint): void {
  if (endpoint.sideEffect) throw mutationError(`${verb}(${endpoint.name})`);
}
