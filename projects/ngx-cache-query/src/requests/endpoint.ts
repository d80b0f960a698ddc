import type { Observable } from 'rxjs';
import { Entity } from '../schema/entity';
import { misfit, undefinedIn } from '../schema/misfit';
import type { Input } from '../schema/input';
import type { Normalizer } from '../schema/normalizer';
import { isEntityClass } from '../schema/plan';
import { Query } from '../schema/query';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import type { Denormalize, EntityClass, SchemaLike } from '../schema/schema';
import { checkImported, notWritable } from '../schema/write-errors';
import type { Named } from '../store/followers';
import { copyData, tooDeep, TooDeepData } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';
import { warnOnce } from '../util/warn';
import { Client } from './client';
import { expireTargets, refetch, removing, reset } from './expire';
import { mutation } from './mutation';
import type { Answer } from './mutation-run';
import { ensure, watch } from './observe';
import type { OptimisticOption } from './optimistic-option';
import { DerivedResponse, readResponse, schemaIn } from './read-response';
import type { RefreshOptions } from './refresh-options';
import { resource } from './resource';
import { setResponse } from './response-record';
import type { SendPage } from './send';
import type { Serial } from './serial';
import { ENDPOINT, isEndpoint, mustRead, REQUESTS, splitTarget } from './target';

declare const ngDevMode: unknown;

/** An endpoint, with all types erased. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the parameters of an erased function
export type AnyEndpoint = Endpoint<any, SchemaLike, unknown, unknown>;

/** What to refetch: an endpoint, an endpoint with arguments, or the responses that contain specific entities. */
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
  /** Requests the data, in the injection context of the cache. Only the first value is used: it is the response. */
  readonly load: (...args: Args) => Observable<Raw>;
  /**
   * Describes the entities in the response. Default: the response is stored unchanged. A Query derives the value from
   * it.
   */
  readonly schema?: S;
  /** Returns the key of a request. Requests with equal keys share one response. */
  readonly key?: (...args: Args) => string;
  /** Whether a request changes data. It is then never shared, and only its entities are stored. */
  readonly sideEffect?: boolean;
  /**
   * What to refetch after a mutation, such as `[getStats, [getUser, { id: 5 }], User]`, or a function that returns it.
   * Default: pages that the mutation may change.
   */
  readonly refetches?: readonly RefetchTarget[] | ((...args: Args) => readonly RefetchTarget[]);
  /**
   * Shows a mutation before its response: `optimistic`, or a pure function that returns `optimistic(response)`. Its
   * first parameter is the state of the cache, and the arguments of the call follow.
   */
  readonly optimistic?: OptimisticOption<Args>;
  /**
   * Sends a mutation when earlier ones of the same entity have ended: `serial`, or `serial({ key })` for endpoints whose
   * path does not name one entity.
   */
  readonly serial?: Serial;
  /** The name in errors and tools. Keys begin with it. */
  readonly name?: string;
}

/** The list to which the pages of an endpoint belong. */
export interface PagesOf {
  readonly list: AnyEndpoint;
  /** The name of the argument that identifies a page. */
  readonly field: string;
  /** Returns the arguments of the list. */
  readonly argsOf: (args: readonly unknown[]) => readonly unknown[];
}

/** The type of a response, as the schema describes it; without a schema, `Raw`. */
export type ValueOf<S, Raw> = undefined extends S ? Raw : Denormalize<S>;

/** An endpoint of which TypeScript knows that it reads, such as the `getList` of `restEndpoints`. */
export interface Reads {
  /** Never set: only a type, with what compilers show if it is passed to `cache.mutation`. */
  readonly reads?: 'it reads: use resource, watch or fetch';
}

/** What the methods of a cache need for endpoints. Each endpoint brings it. */
const requests = {
  Client,
  ensure,
  expireTargets,
  mutation,
  refetch,
  removing,
  reset,
  resource,
  setResponse,
  watch,
};

export type Requests = typeof requests;

let count = 0;

/**
 * Describes data that `cache.fetch` can request, from any Observable. For HttpClient, use a `RestEndpoint`.
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
  /** @internal The endpoint whose responses this one uses. An endpoint that is not a variant is its own original. */
  readonly original: Endpoint<Args, S, Raw, Value> = this;
  /** @internal Whether the endpoint is a variant that loads all pages of a list. */
  readonly isWhole?: boolean;
  /** @internal Loads all pages, if the endpoint is such a variant. */
  loadPages?(send: SendPage, args: readonly unknown[]): Observable<unknown>;
  /** @internal Whether a request may be answered more than once, as with HttpClient. */
  readonly answersAgain?: boolean;
  /** @internal The list that the responses are a part of, if the endpoint loads its pages. */
  readonly pagesOf?: PagesOf;
  /** @internal The name of the last path parameter, if the path ends with it, as in `/users/:id`. */
  readonly detailParameter: string | undefined;
  /** The name of the endpoint in errors and tools. */
  readonly name: string;
  /** Describes the entities in a response. For a Query, this is the schema inside it. */
  readonly schema: S;
  /** Whether a request changes data on the server. */
  readonly sideEffect: boolean;
  /** @internal */
  readonly options: EndpointOptions<Args, S, Raw>;
  /** @internal Derives the value from the response, if the endpoint was created with a Query. */
  readonly derived: DerivedResponse | undefined;
  /** @internal The responses are rows of this class: the value is a relation with the schema of the endpoint. */
  readonly responses: EntityClass;
  /** @internal Returns the row to which a `PUT`, `PATCH` or `DELETE` is sent. */
  ownRow?(args: readonly unknown[]): Named | undefined;
  /** @internal Returns the entities that a mutation names: the row to which it is sent, or those in an array. */
  named?(args: readonly unknown[]): Named | readonly Named[];
  /** @internal Returns the entity that a mutation changes. Adds effects to `input` if it creates one. */
  concerns?(input: Input, args: readonly unknown[]): Named | undefined;
  /** @internal What to make of the answer to a mutation. */
  answer?(client: Client, input: Normalizer, args: readonly unknown[], response: unknown): Answer;
  /** @internal Returns the response that `optimistic` shows. */
  optimisticResponse?(args: readonly unknown[]): unknown;
  /** @internal Converts the arguments of a call to those that the schema receives. */
  schemaArgs?(args: readonly unknown[]): readonly unknown[];
  /** @internal Assigned in the constructor, because esbuild keeps an unused class with a computed member. */
  declare readonly [REQUESTS]: Requests;

  constructor(options: EndpointOptions<Args, S, Raw>) {
    const { schema, name = `endpoint ${++count}`, refetches = [] } = options;
    this.name = name;
    this.options = options;
    this.sideEffect = options.sideEffect ?? false;
    const isQuery = schema instanceof Query;
    const described = (this.schema = (isQuery ? schemaIn(schema as never, name) : schema) as S);
    this.derived = isQuery ? new DerivedResponse(this, schema as never) : undefined;
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      warnOfNoSchema(name, options);
      const shown = 'optimistic, or a function that returns optimistic(…),';
      checkImported(`${name}: optimistic`, options.optimistic, shown);
      checkImported(`${name}: retry`, options.retry, 'retries(…)');
    }
    if (typeof refetches !== 'function') checkRefetches(name, refetches);
    (this as { [REQUESTS]: Requests })[REQUESTS] = requests;
    // With an undefined schema inside, each response is refused.
    const isUsable = described !== undefined && undefinedIn(described, []) === undefined;
    this.responses = class Response extends Entity {
      readonly value: unknown = UNKNOWN;
      static override readonly schema = isUsable ? { value: described as never } : {};
    };
    Object.assign(this.responses, { [ENDPOINT]: this });
  }

  /** Requests the data. Called for each request and each retry. */
  load(...args: Args): Observable<Raw> {
    return this.options.load(...args);
  }

  /** Returns the key of a request. Requests with equal keys share one response. */
  key(...args: Args): string {
    try {
      return this.options.key?.(...args) ?? `${this.name} ${structuralKey(args)}`;
    } catch (error) {
      if (!(error instanceof TooDeepData)) throw error;
      throw misfit(
        { source: this.name, path: ['arguments'] },
        'NCQ1008',
        (typeof ngDevMode === 'undefined' || !!ngDevMode) && tooDeep(),
      );
    }
  }

  /** @internal Finds a mistake in the arguments of a mutation, whose key is not needed. */
  check(args: Args): void {
    try {
      if (!this.options.key) return void copyData(args); // Faster than the key.
    } catch {
      // The arguments are nested too deeply, or contain themselves, which the key can tell.
    }
    this.key(...args);
  }

  /** Returns what to refetch after a mutation; `undefined` if that was not declared. */
  refetches(...args: Args): readonly RefetchTarget[] | undefined {
    const { refetches } = this.options;
    return typeof refetches === 'function' ? refetches(...args) : refetches;
  }

  /**
   * Returns a variant with another polling interval, in milliseconds. Both share requests, responses and state.
   *
   * @example
   * ```ts
   * cache.watch(getJobs.polled(2_000)).subscribe(({ value }) => show(value?.length));
   * ```
   */
  polled(pollInterval: number): Endpoint<Args, S, Raw, Value> {
    return this.variant({ options: { ...this.options, pollInterval } });
  }

  /** @internal Returns an endpoint with other members that shares requests, responses and state with this one. */
  variant(members: object): Endpoint<Args, S, Raw, Value> {
    return Object.assign(Object.create(this) as Endpoint<Args, S, Raw, Value>, members);
  }

  read(reader: ReadContext, args: Args): Known<Value> {
    return readResponse(reader, this, args) as Known<Value>;
  }
}

/** @throws CacheError NCQ4003 if a target of a mutation cannot be refetched */
function checkRefetches(name: string, targets: readonly unknown[]): void {
  const source = `${name}: refetches`;
  for (const each of targets) {
    const [target] = splitTarget(each);
    if (isEndpoint(target)) mustRead(source, target);
    else if (!isEntityClass(target)) {
      const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
      throw notWritable(source, dev && 'endpoints and Entity classes', target);
    }
  }
}

/** Without a schema, responses are stored unchanged, which makes a circular import hard to notice. */
function warnOfNoSchema(name: string, options: object): void {
  if ('schema' in options && options.schema === undefined) {
    warnOnce(
      `${name}: the schema option is undefined, most likely because of a circular import. The response is stored ` +
        `without a schema. Import the class from a module that does not import the module of the endpoint.`,
    );
  }
}
