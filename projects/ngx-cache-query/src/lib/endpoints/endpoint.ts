import type { Observable } from 'rxjs';
import type { Known, QueryableNode, ReadContext } from '../schema/queryable';
import type { Denormalize, EntityClass, SchemaLike } from '../schema/schema';
import { isEntityClass } from '../schema/entity/entity-plan';
import { Query } from '../schema/query';
import { tooDeepDataError } from '../schema/normalize/normalize-errors';
import { notWritableError } from '../writes/write-errors';
import { type AnyEndpoint, CLIENT, isEndpoint, mustRead, splitTarget } from '../requests/endpoint';
import type { OptimisticSnapshot } from '../requests/optimistic-snapshot';
import { readResponse } from '../requests/read-endpoint';
import type { RefreshOptions } from '../requests/refresh-options';
import { EndpointClient } from './endpoint-client';
import { DerivedResponse, schemaIn } from './query-schema';
import { structuralKey } from '../util/structural-key';
import { TooDeepData } from '../util/too-deep';
import { warnOnce } from '../util/warn';

declare const ngDevMode: unknown;

/**
 * A target to refetch: all responses of an endpoint, the response of an endpoint for specific arguments, or all
 * responses that contain specific entities.
 */
export type RefetchTarget =
  | Endpoint<never, SchemaLike>
  | EntityClass
  | readonly [target: Endpoint<never, SchemaLike> | EntityClass, ...args: unknown[]];

/** The options of an {@link Endpoint}. */
export interface EndpointOptions<
  Args extends readonly unknown[],
  S extends SchemaLike,
  Raw,
> extends RefreshOptions {
  /**
   * Requests the data. The cache calls this function for each request, in the injection context of the cache. The first
   * value of the Observable is the response. When the request is aborted, the cache unsubscribes.
   */
  readonly load: (...args: Args) => Observable<Raw>;
  /**
   * Describes which entities the response contains, and where. Without a schema, the response is stored unchanged. If
   * the schema is a Query, the schema of the Query describes the response, and the `process` function of the Query
   * derives the value of the endpoint. `process` receives the arguments of the endpoint.
   */
  readonly schema?: S;
  /** Returns the key of a request. Requests with equal keys share one network request and one stored response. */
  readonly key?: (...args: Args) => string;
  /**
   * Whether a request changes data on the server. Requests that change data are never shared. The cache stores only the
   * entities in their responses, not the responses themselves.
   */
  readonly sideEffect?: boolean;
  /**
   * Returns the optimistic response of a mutation, which is shown until the server's response arrives. Return
   * `undefined` if there is no optimistic response. Entities without an id receive a temporary id.
   */
  readonly getOptimisticResponse?: (snapshot: OptimisticSnapshot, ...args: Args) => unknown;
  /**
   * The targets to refetch when the response to a mutation arrives, for example
   * `[getStats, [getUser, { id: 5 }], User]`. You can also pass a function that returns the targets for the arguments
   * of the call. All targets of `cache.refetch` are allowed, except a function that tests responses. The targets become
   * stale in the same commit in which the response is stored. If the mutation may change a page of a list, this page is
   * refetched automatically. Pass an empty array to disable these automatic refetches.
   */
  readonly refetches?: readonly RefetchTarget[] | ((...args: Args) => readonly RefetchTarget[]);
  /** The name of the endpoint in errors and tools. By default, keys begin with this name. */
  readonly name?: string;
}

/** The type of a response, as the schema describes it. Without a schema, this is the type of the raw response. */
export type ValueOf<S, Raw> = undefined extends S ? Raw : Denormalize<S>;

/** The list that an endpoint loads page by page. */
export interface PagesOf {
  /** The endpoint that loads the whole list. */
  readonly list: Endpoint<never, SchemaLike>;
  /** The name of the argument that identifies the page. */
  readonly field: string;
}

let count = 0;

/**
 * Logs a warning if a schema is `undefined`, for example because of a circular import. Without a schema, responses are
 * stored unchanged, which makes this mistake hard to notice.
 */
function warnOfNoSchema(name: string, options: object): void {
  if ('schema' in options && options.schema === undefined) {
    warnOnce(
      `${name}: the schema option is undefined, most likely because of a circular import. The response is stored ` +
        `without a schema. Import the class from a module that does not import the module of the endpoint.`,
    );
  }
}

/**
 * Describes data that `cache.fetch` can request. An endpoint is a constant and holds no data.
 *
 * A `RestEndpoint` requests data with HttpClient. An `Endpoint` can load data from any Observable:
 *
 * @example
 * ```ts
 * const getUser = new Endpoint({
 *   name: 'getUser',
 *   load: (id: number) => from(database.users.get(id)),
 *   schema: User,
 * });
 * cache.fetch(getUser, 5); // Observable<User>
 * ```
 */
export class Endpoint<
  Args extends readonly unknown[],
  S extends SchemaLike = undefined,
  Raw = unknown,
  Value = ValueOf<S, Raw>,
> implements QueryableNode<Value, Args> {
  /**
   * @internal The endpoint whose requests, responses and state this endpoint uses. An endpoint that is not a variant is
   * its own original.
   */
  original: Endpoint<Args, S, Raw, Value> = this;
  /** @internal @see AnyEndpoint.loadPages */
  readonly loadPages?: AnyEndpoint['loadPages'];
  /** @internal */
  readonly detailParameter: string | undefined;
  /** The name of the endpoint in errors and tools. */
  readonly name: string;
  /**
   * Describes which entities a response contains, and where. If the endpoint was created with a Query, this is the
   * schema of the Query.
   */
  readonly schema: S;
  /** @internal @see AnyEndpoint.derived */
  readonly derived?: DerivedResponse;
  /** Whether a request changes data on the server. */
  readonly sideEffect: boolean;
  /** How long responses stay fresh, and when the endpoint is refetched. */
  readonly refresh: RefreshOptions;

  /**
   * The list whose pages this endpoint loads; `undefined` if its responses are not pages. When a page arrives, it is
   * also stored as the last response of the endpoint that loads the list.
   */
  pagesOf?: PagesOf;

  /**
   * @internal Converts the arguments of a call to the arguments that the schema receives. Default: returns the
   * arguments unchanged.
   */
  schemaArgs?: (args: readonly unknown[]) => readonly unknown[];

  /**
   * @internal Assigned in the constructor, because esbuild keeps an unused class if the name of a member is an
   * expression.
   */
  declare readonly [CLIENT]: unknown;

  readonly #id = ++count;
  readonly #options: EndpointOptions<Args, S, Raw>;

  constructor(options: EndpointOptions<Args, S, Raw>) {
    this.name = options.name ?? `endpoint ${this.#id}`;
    const { schema } = options;
    if (schema instanceof Query) {
      this.schema = schemaIn(schema as never, this.name) as S;
      this.derived = new DerivedResponse(this, schema as never);
    } else this.schema = schema as S;
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfNoSchema(this.name, options);
    this.sideEffect = options.sideEffect ?? false;
    this.refresh = options;
    this.#options = options;
    (this as { [CLIENT]: unknown })[CLIENT] = EndpointClient;
    if (typeof options.refetches !== 'function') checkRefetches(this.name, options.refetches ?? []);
  }

  /** @internal */
  get id(): number {
    return this.original.#id;
  }

  /** Requests the data. The cache calls this method for each request, and again for each retry. */
  load(...args: Args): Observable<Raw> {
    return this.#options.load(...args);
  }

  /** Returns the key of a request. Requests with equal keys share one network request and one stored response. */
  key(...args: Args): string {
    try {
      const { key } = this.#options;
      return key === undefined ? `${this.name} ${structuralKey(args)}` : key(...args);
    } catch (error) {
      if (!(error instanceof TooDeepData)) throw error;
      throw tooDeepDataError({ source: this.name, path: ['arguments'] });
    }
  }

  /**
   * Returns a variant of this endpoint with a different polling interval. The two endpoints share requests, responses
   * and state. If active subscribers use different intervals, the shortest interval applies.
   *
   * @param pollInterval the interval in milliseconds
   *
   * @example
   * ```ts
   * cache.watch(getJobs.polled(2_000)).subscribe((all) => show(all.length));
   * ```
   */
  polled(pollInterval: number): Endpoint<Args, S, Raw, Value> {
    return this.variant({ refresh: { ...this.refresh, pollInterval } });
  }

  /**
   * @internal Returns a variant of this endpoint. In the variant, the members of `how` replace those of this endpoint.
   * The two endpoints share requests, responses and state.
   */
  variant(how: {
    readonly loadPages?: AnyEndpoint['loadPages'];
    readonly schema?: SchemaLike;
    readonly refresh?: RefreshOptions;
  }): Endpoint<Args, S, Raw, Value> {
    // The variant inherits from this endpoint but has no private fields. Therefore methods that use private fields must
    // be called on this endpoint.
    const own = {
      load: (...args: Args) => this.load(...args),
      key: (...args: Args) => this.key(...args),
      refetches: (...args: Args) => this.refetches(...args),
      getOptimisticResponse: (snapshot: OptimisticSnapshot, ...args: Args) =>
        this.getOptimisticResponse(snapshot, ...args),
      ...how,
    };
    return Object.create(this, Object.getOwnPropertyDescriptors(own)) as never;
  }

  /**
   * Returns the targets to refetch when the response to a mutation arrives; `undefined` if no targets were declared.
   */
  refetches(...args: Args): readonly RefetchTarget[] | undefined {
    const { refetches } = this.#options;
    return typeof refetches === 'function' ? refetches(...args) : refetches;
  }

  /** Returns the optimistic response of a mutation, or `undefined` if there is none. */
  getOptimisticResponse(snapshot: OptimisticSnapshot, ...args: Args): unknown {
    return this.#options.getOptimisticResponse?.(snapshot, ...args);
  }

  /** @internal */
  read(reader: ReadContext, args: Args): Known<Value> {
    return readResponse(reader, this, args) as Known<Value>;
  }
}

/**
 * Checks the `refetches` of a mutation before the mutation is sent.
 *
 * @throws CacheError NCQ4003 if a target cannot be refetched
 */
function checkRefetches(name: string, named: readonly RefetchTarget[]): void {
  const verb = `${name}: refetches`;
  for (const each of named) {
    const [target] = splitTarget(each);
    if (isEndpoint(target)) mustRead(verb, target);
    else if (!isEntityClass(target)) {
      throw notWritableError(verb, 'endpoints and Entity classes', target);
    }
  }
}
