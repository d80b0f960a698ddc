import type { Observable } from 'rxjs';
import type { Known, QueryableNode, ReadContext, ResultSource } from '../schema/query/queryable';
import type { Denormalize, EntityClass, SchemaLike } from '../schema/schema';
import { isEntityClass } from '../schema/entity/entity-plan';
import { tooDeepDataError } from '../schema/normalize/normalize-errors';
import { notWritableError } from '../writes/write-errors';
import { mutationError } from './request-errors';
import type { OptimisticSnapshot } from './optimistic-snapshot';
import type { RetryOptions } from './retry';
import { structuralKey } from '../util/structural-key';
import { TooDeepData } from '../util/too-deep';
import { warnOnce } from '../util/warn';

declare const ngDevMode: unknown;

/** Any endpoint, with its types aside. */
export type AnyEndpoint = Endpoint<readonly unknown[], SchemaLike>;

/** What to refetch: an endpoint, perhaps with arguments, or the responses that show entities. */
export type RefetchTarget =
  | Endpoint<never, SchemaLike>
  | EntityClass
  | readonly [target: Endpoint<never, SchemaLike> | EntityClass, ...args: unknown[]];

/** What an {@link Endpoint} is made of. */
export interface EndpointOptions<Args extends readonly unknown[], S extends SchemaLike, Raw> {
  /**
   * Asks for the data. It is called for each request, at once, in the injection context of the cache;
   * the first value is the response, unsubscribing aborts.
   */
  readonly load: (...args: Args) => Observable<Raw>;
  /** Which entities the response holds, and where. Without it the response is kept as it is. */
  readonly schema?: S;
  /** Tells requests apart: equal keys share one request and one stored response. */
  readonly key?: (...args: Args) => string;
  /** Whether a request changes something: then it is never shared and its response is not kept. */
  readonly sideEffect?: boolean;
  /** Milliseconds for which a response is fresh; by default as `withExpiry` says, or 60,000. */
  readonly dataExpiryLength?: number;
  /** Milliseconds for which a failure is not retried by new subscribers or `ensure`; 5,000 by default. */
  readonly errorExpiryLength?: number;
  /** Whether stale data is dropped instead of shown when the first subscriber comes. */
  readonly invalidIfStale?: boolean;
  /** Milliseconds between refetches, while there are active subscribers. */
  readonly pollInterval?: number;
  /** How a read that fails is tried again; by default as `withRetry` says, or not at all. */
  readonly retry?: RetryOptions;
  /**
   * Of a mutation: what its response is expected to be, shown at once and until the response is there.
   * `undefined` expects nothing. Entities without an id get a temporary one.
   */
  readonly getOptimisticResponse?: (snapshot: OptimisticSnapshot, ...args: Args) => unknown;
  /**
   * Of a mutation: what to refetch when its response arrives, as by `cache.refetch` in the same commit:
   * `[getStats, [getUser, { id: 5 }], User]`, or a function of the arguments.
   */
  readonly refetches?: readonly RefetchTarget[] | ((...args: Args) => readonly RefetchTarget[]);
  /** For people, in errors and tools; and the stem of the default key. */
  readonly name?: string;
}

/** What a response becomes: what its schema describes, or without a schema the response itself. */
export type ValueOf<S, Raw> = undefined extends S ? Raw : Denormalize<S>;

/** The list that the pages of an endpoint belong to. */
export interface PagesOf {
  /** The endpoint of the whole list. */
  readonly list: Endpoint<never, SchemaLike>;
  /** The argument that names the page. */
  readonly field: string;
}

let count = 0;

/** Without its schema, as by a circular import, the response is kept as it came, and nothing else would say so. */
function warnOfNoSchema(name: string, options: object): void {
  if ('schema' in options && options.schema === undefined) {
    warnOnce(
      `${name}: the option schema is undefined, most likely because of a circular import. The response is stored ` +
        `without a schema. Import the class from a module that does not import this one.`,
    );
  }
}

/**
 * Somewhere data comes from: what `cache.fetch` knows. A constant without data of its own.
 *
 * `RestEndpoint` is one over HttpClient; over any other Observable:
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
>
  implements QueryableNode<Value, Args>, ResultSource
{
  /** @internal The endpoint whose requests, responses and state this one shares; by default itself. */
  original: Endpoint<Args, S, Raw, Value> = this;
  /** @internal Whether it loads all pages of a list, and its original the first one. */
  readonly isWhole: boolean = false;
  /** For people, in errors and tools. */
  readonly name: string;
  /** Which entities a response holds, and where. */
  readonly schema: S;
  /** Whether a request changes something. */
  readonly sideEffect: boolean;
  /** Milliseconds for which a response is fresh; `undefined` when the cache says it. */
  readonly dataExpiryLength: number | undefined;
  /** Milliseconds for which a failure is not retried by new subscribers or `ensure`. */
  readonly errorExpiryLength: number | undefined;
  /** Whether stale data is dropped instead of shown when the first subscriber comes. */
  readonly invalidIfStale: boolean | undefined;
  /** Milliseconds between refetches, while there are active subscribers. */
  readonly pollInterval: number | undefined;
  /** How a read that fails is tried again. */
  readonly retry: RetryOptions | undefined;

  /**
   * Of an endpoint whose responses are pages: the endpoint of the whole list. The page that came last is its
   * last response too.
   */
  pagesOf?: PagesOf;

  readonly #id = ++count;
  readonly #options: EndpointOptions<Args, S, Raw>;

  constructor(options: EndpointOptions<Args, S, Raw>) {
    this.name = options.name ?? `endpoint ${this.#id}`;
    this.schema = options.schema as S;
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfNoSchema(this.name, options);
    this.sideEffect = options.sideEffect ?? false;
    this.dataExpiryLength = options.dataExpiryLength;
    this.errorExpiryLength = options.errorExpiryLength;
    this.invalidIfStale = options.invalidIfStale;
    this.pollInterval = options.pollInterval;
    this.retry = options.retry;
    this.#options = options;
    if (typeof options.refetches !== 'function') checkRefetches(this.name, options.refetches ?? []);
  }

  /** @internal */
  get id(): number {
    return this.original.#id;
  }

  /** Asks for the data; called by the cache, once per request. */
  load(...args: Args): Observable<Raw> {
    return this.#options.load(...args);
  }

  /** Tells requests apart: equal keys share one request and one stored response. */
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
   * Returns the same endpoint with another interval of polling: it shares the requests, the responses and the state.
   * The shortest interval of all active subscribers counts.
   *
   * @param pollInterval milliseconds
   *
   * @example
   * ```ts
   * cache.watch(getJobs.polled(2_000)).subscribe((all) => show(all.length));
   * ```
   */
  polled(pollInterval: number): Endpoint<Args, S, Raw, Value> {
    return this.variant({ pollInterval });
  }

  /** @internal The same endpoint, with its requests, responses and state, that is requested in another way. */
  variant(how: {
    readonly load?: (...args: Args) => Observable<unknown>;
    readonly schema?: SchemaLike;
    readonly pollInterval?: number;
    readonly isWhole?: boolean;
  }): Endpoint<Args, S, Raw, Value> {
    // What it has of its own hides what it inherits. Only the original has the private fields that these methods need.
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

  /** What to refetch when the response of a mutation arrives. */
  refetches(...args: Args): readonly RefetchTarget[] {
    const { refetches = [] } = this.#options;
    return typeof refetches === 'function' ? refetches(...args) : refetches;
  }

  /** What the response of a mutation is expected to be; `undefined` expects nothing. */
  getOptimisticResponse(snapshot: OptimisticSnapshot, ...args: Args): unknown {
    return this.#options.getOptimisticResponse?.(snapshot, ...args);
  }

  /** @internal */
  read(reader: ReadContext, args: Args): Known<Value> {
    return reader.result(this, args) as Known<Value>;
  }
}

/**
 * Checks that an endpoint only reads, since observers request it again and again.
 *
 * @throws CacheError NCQ4003 for a mutation
 */
export function mustRead(verb: string, endpoint: AnyEndpoint): void {
  if (endpoint.sideEffect) throw mutationError(`${verb}(${endpoint.name})`);
}

/** Refuses what cannot be refetched before the server carries out the mutation. */
function checkRefetches(name: string, named: readonly RefetchTarget[]): void {
  const verb = `${name}: refetches`;
  for (const each of named) {
    const target: unknown = Array.isArray(each) ? each[0] : each;
    if (target instanceof Endpoint) mustRead(verb, target as never);
    else if (!isEntityClass(target)) {
      throw notWritableError(verb, 'endpoints and Entity classes', target);
    }
  }
}
