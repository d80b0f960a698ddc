import type { Observable } from 'rxjs';
import type { Computable, QueryableNode } from '../schema/queryable';
import type { SchemaLike } from '../schema/schema';
import type { OptimisticSnapshot } from './optimistic-snapshot';
import type { RefreshOptions } from './refresh-options';
import { mutationError } from './request-errors';

/**
 * The endpoint member that provides the code for sending requests. The endpoint itself references this code, so
 * applications without endpoints do not bundle the code.
 */
export const CLIENT: unique symbol = Symbol('client');

/** The interface of an endpoint as the cache sees it, with all types erased. */
export interface AnyEndpoint extends QueryableNode<unknown, readonly unknown[]> {
  /** Identifies the endpoint until the page is closed. */
  readonly id: number;
  /** The name of the endpoint in errors and tools. */
  readonly name: string;
  /** Describes which entities a response contains, and where they are in the response. */
  readonly schema: SchemaLike;
  /** @internal Derives the value from the response, if the schema does not describe the value. */
  readonly derived?: Computable;
  /** Whether a request changes data on the server. */
  readonly sideEffect: boolean;
  /** How long responses stay fresh, and when the endpoint is refetched. */
  readonly refresh: RefreshOptions;
  /**
   * @internal The endpoint whose requests, responses and state this endpoint uses. Unless this endpoint was derived
   * from another one, `original` is this endpoint itself.
   */
  readonly original: AnyEndpoint;
  /**
   * @internal Requests the pages of a list in sequence. Set if this endpoint loads all pages and the original endpoint
   * loads only the first page.
   *
   * @param send sends the request for one page
   */
  readonly loadPages?: (send: SendPage, args: readonly unknown[]) => Observable<unknown>;
  /**
   * @internal The name of the last path parameter, if the path ends with that parameter, as in `/users/:id`. If this
   * field is set, the cache can show a complete entity from another response while the endpoint loads.
   */
  readonly detailParameter: string | undefined;
  /** The list whose pages this endpoint requests. Set if the responses of this endpoint are pages. */
  readonly pagesOf?: { readonly list: AnyEndpoint; readonly field: string };
  /**
   * @internal Converts the arguments of a call to the arguments that the schema receives. Default: returns the
   * arguments of the call.
   */
  readonly schemaArgs?: (args: readonly unknown[]) => readonly unknown[];
  /** @internal */
  readonly [CLIENT]: unknown;
  /** Returns the key of a request. Requests with equal keys share one network request and one stored response. */
  key(...args: readonly unknown[]): string;
  /** Requests the data. The cache calls this method for each request, and again for each retry. */
  load(...args: readonly unknown[]): Observable<unknown>;
  /**
   * Returns the targets that are refetched when the response to a mutation arrives. An empty list disables the
   * automatic refetches; `undefined` keeps them.
   */
  refetches(...args: readonly unknown[]): readonly unknown[] | undefined;
  /** Returns the optimistic response of a mutation, or `undefined`. */
  getOptimisticResponse(snapshot: OptimisticSnapshot, ...args: readonly unknown[]): unknown;
}

/** Sends the request for one page of a list. */
export type SendPage = (endpoint: AnyEndpoint, args: readonly unknown[]) => Observable<unknown>;

/** Converts the arguments of a call into those that the endpoint's schema receives. */
export function schemaArgsOf(endpoint: AnyEndpoint, args: readonly unknown[]): readonly unknown[] {
  return endpoint.schemaArgs?.(args) ?? args;
}

/** Whether a value is an endpoint. */
export function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && CLIENT in value;
}

/** Splits a refetch target, such as `getUsers` or `[getUser, { id: 5 }]`, into the endpoint and its arguments. */
export function splitTarget(each: unknown): readonly unknown[] {
  return Array.isArray(each) ? (each as readonly unknown[]) : [each];
}

/**
 * Checks that an endpoint is not a mutation. A read can be refetched, but a mutation must not be repeated.
 *
 * @throws CacheError NCQ4003 if the endpoint is a mutation
 */
export function mustRead(verb: string, endpoint: AnyEndpoint): void {
  if (endpoint.sideEffect) throw mutationError(`${verb}(${endpoint.name})`);
}
