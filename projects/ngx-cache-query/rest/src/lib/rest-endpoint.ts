// The entry point ngx-cache-query/rest: endpoints over HttpClient, CRUD endpoints of an entity class, and lists that
// grow page by page.
//
// Public API: `RestEndpoint`, `restEndpoints()`, `infinite()` and the feature `withRest()`.
// Interfaces: `Endpoint` of the core is the base class; Collection schemas put created entities and pages into lists
// through Effects; the CacheFeature token `REST_DEFAULTS`.

import {
  type CacheError,
  type Denormalize,
  Endpoint,
  type OptimisticSnapshot,
  type PagePlace,
  type PagesOf,
  type SchemaLike,
  type SchemaNode,
  type ValueOf,
} from 'ngx-cache-query';
import { NEVER, type Observable } from 'rxjs';
import {
  type ListIn,
  collectionIn,
  derivedPagesError,
  type MemberIn,
  pagesIn,
} from './collection-in';
import { pick } from './pick';
import type { AssigningBody, CreatingBody, ExtendedBody } from './creating-body';
import { extendedOptions } from './extended-options';
import { RestAdapter } from './rest-adapter';
import type { MergedDefaults, RestArgs } from './rest-args';
import { hasSameResponses } from './same-responses';
import type {
  BodyOf,
  ExtendOptions,
  RestResponseType,
  RestHeaders,
  RestOptions,
  RestResponse,
} from './rest-options';

/** The options that an endpoint shares with the endpoints that create entities in its list. */
const SENDING = [
  'urlPrefix',
  'defaultSearchParams',
  'searchToString',
  'headers',
  'context',
  'withCredentials',
  'timeout',
  'optimistic',
] as const;

/** The change to a list that an endpoint makes, such as `push`. */
type ListOperation = 'push' | 'unshift' | 'assign' | 'remove' | 'move';

/** An endpoint that creates entities and adds them to lists, or that removes entities from lists. */
export type CreatingEndpoint<
  Path extends string,
  Value,
  Body,
  Search = undefined,
  Defaults = undefined,
> = RestEndpoint<
  Path,
  SchemaNode<Value>,
  [Search] extends [undefined] ? undefined : Partial<Search> | undefined,
  Body,
  'json',
  unknown,
  Value,
  Body,
  Defaults
>;

/** An endpoint for the pages of a list. */
export type PageEndpoint<
  Path extends string,
  S extends SchemaLike,
  Search,
  Body,
  Type extends RestResponseType,
  Raw,
  Value,
  Field extends string,
  Item = CreatingBody<S, Body>,
  Defaults = undefined,
> = RestEndpoint<
  Path,
  S,
  ([Search] extends [undefined] ? unknown : Search) & {
    readonly [K in Field]?: string | number;
  },
  Body,
  Type,
  Raw,
  Value,
  Item,
  Defaults
> & {
  readonly pagesOf: PagesOf & { readonly field: Field };
};

/**
 * A REST endpoint that sends its requests with HttpClient. Your interceptors, credentials and timeouts work as usual.
 *
 * @example
 * ```ts
 * const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
 * const createUser = new RestEndpoint({
 *   path: '/users',
 *   method: 'POST',
 *   body: typed<{ name: string }>(),
 *   schema: User,
 * });
 * cache.fetch(getUser, { id: 5 });
 * cache.fetch(createUser, { name: 'Ada' });
 * ```
 */
export class RestEndpoint<
  Path extends string,
  S extends SchemaLike = undefined,
  Search = undefined,
  Body = undefined,
  Type extends RestResponseType = 'json',
  Raw = BodyOf<Type>,
  Value = ValueOf<S, Raw>,
  Item = CreatingBody<S, Body>,
  Defaults = undefined,
> extends Endpoint<RestArgs<Path, Search, Body, Defaults>, S, Raw, Value> {
  /** @internal */
  override readonly detailParameter: string | undefined;
  readonly #options: RestOptions<Path, S, Search, Body, Type, Raw, Defaults>;
  readonly #adapter: RestAdapter;
  readonly #changing = new Map<ListOperation, unknown>();

  /** @param options the path, the schema and the settings of the requests */
  constructor(options: RestOptions<Path, S, Search, Body, Type, Raw, Defaults>) {
    const adapter = new RestAdapter(options);
    super({
      ...options,
      load: () => NEVER, // never called, because the method `load` overrides this option
      key: options.key ?? ((...args) => adapter.key(args)),
      sideEffect: options.sideEffect ?? adapter.changes,
      name: adapter.name,
    });
    this.#options = options;
    this.#adapter = adapter;
    this.schemaArgs = (args) => adapter.schemaArgs(args);
    this.detailParameter = /:(\w+)\/?$/.exec(options.path)?.[1];
  }

  /** Sends the request. The cache calls it in its injection context. */
  override load(...args: RestArgs<Path, Search, Body, Defaults>): Observable<Raw> {
    return this.#adapter.send(args, this.getHeaders(...args), (body, response) =>
      this.process(body as never, response, ...args),
    ) as Observable<Raw>;
  }

  /**
   * Returns the URL of a request: the option `urlPrefix`, the path and the search parameters. The prefix of `withRest`
   * is not part of it.
   *
   * @throws CacheError NCQ5001 to NCQ5005 as a request does, if a parameter is missing or cannot be sent
   *
   * @example
   * ```ts
   * getUser.url({ id: 5 }); // '/users/5'
   * ```
   */
  url(...args: RestArgs<Path, Search, Body, Defaults>): string {
    return this.#adapter.url(args);
  }

  /**
   * Returns the headers of a request. Default: the option `headers`. A subclass may derive the headers from the
   * arguments or from injected services.
   */
  getHeaders(..._args: RestArgs<Path, Search, Body, Defaults>): RestHeaders {
    return this.#options.headers ?? {};
  }

  /**
   * Maps the body of a response to data that matches the schema. Default: the option `process`. A subclass may override
   * this method.
   */
  process(
    body: never,
    response: RestResponse,
    ...args: RestArgs<Path, Search, Body, Defaults>
  ): Raw {
    const { process } = this.#options;
    return process === undefined ? body : process(body, response, ...args);
  }

  /**
   * Returns the optimistic response of a mutation; `undefined` if the mutation has none. Default: the option
   * `getOptimisticResponse`, or the arguments if the option `optimistic` is set.
   */
  override getOptimisticResponse(
    snapshot: OptimisticSnapshot,
    ...args: RestArgs<Path, Search, Body, Defaults>
  ): unknown {
    const { optimistic, getOptimisticResponse } = this.#options;
    if (getOptimisticResponse !== undefined) return getOptimisticResponse(snapshot, ...args);
    return optimistic === true ? this.#adapter.optimisticResponse(args) : undefined;
  }

  /**
   * An endpoint that creates an entity (`POST`) and adds the entity at the end of each list that it matches. The schema
   * must be a Collection, or an object with a Collection in a field. The body has the type of the option `body`.
   * Without that option, the body consists of fields of the entity class in the list. Before the body, a call may pass
   * search parameters of the list. The entity is compared with the lists by its fields, or else by what was sent.
   *
   * @throws CacheError NCQ5006 if the schema contains no Collection
   */
  get push(): CreatingEndpoint<Path, MemberIn<S>, Item, Search, Defaults> {
    return this.changing('push') as never;
  }

  /** Works like {@link RestEndpoint.push}, but adds the entity at the beginning of each list. */
  get unshift(): CreatingEndpoint<Path, MemberIn<S>, Item, Search, Defaults> {
    return this.changing('unshift') as never;
  }

  /** An endpoint that adds values by key (`POST`) to each map that they match. Requires a Collection of Values. */
  get assign(): CreatingEndpoint<
    Path,
    Denormalize<ListIn<S>>,
    AssigningBody<Body, Item>,
    Search,
    Defaults
  > {
    return this.changing('assign') as never;
  }

  /**
   * An endpoint that removes an entity (`PATCH`) from the lists that the parameters of the call identify. The entity
   * itself stays in the cache. The body names the entity, and the response may contain its new fields.
   *
   * @throws CacheError NCQ5006 if the schema contains no Collection
   */
  get remove(): CreatingEndpoint<Path, MemberIn<S>, Item, Search, Defaults> {
    return this.changing('remove') as never;
  }

  /**
   * Returns an endpoint that loads this list page by page. Each page is added to the loaded pages, and the value is the
   * whole list. The other fields of the value, such as a total or a cursor, come from the last page. The value of this
   * endpoint then contains the fields of the last page too.
   *
   * @param field the search parameter with the number or the cursor of the page
   * @param where the place of a new page. `'after'`: by its number, or at the end if it has a cursor. `'before'`: at
   *   the beginning. `'end'`: at the end, even if its number is lower
   * @throws CacheError NCQ5006 if the schema contains no Collection; NCQ1011 if the schema is a Query
   */
  paginated<Field extends string>(
    field: Field,
    where: PagePlace = 'after',
  ): PageEndpoint<Path, S, Search, Body, Type, Raw, Value, Field, Item, Defaults> {
    const type = this.constructor as new (options: object) => RestEndpoint<string>;
    if (this.derived !== undefined) throw derivedPagesError(this.name);
    const schema = pagesIn(this.schema, this.name, (list) => list.page(field, where));
    const pages = new type({ ...this.#options, key: undefined, name: undefined, schema });
    pages.pagesOf = { list: this as unknown as Endpoint<never, SchemaLike>, field };
    return pages as never;
  }

  /**
   * Returns a copy of this endpoint with the given options changed. The copy has the class of this endpoint, which may
   * be a subclass, although the type of the copy is RestEndpoint. The default search parameters are merged.
   *
   * Both endpoints share their responses, unless one of these options changes: `path`, `urlPrefix`, `method`, `key`,
   * `schema`, `responseType`, `process`, `searchToString`, `defaultSearchParams`, `sideEffect`, or the presence of
   * `body` or `searchParams`.
   */
  extend<
    P extends string = Path,
    T extends SchemaLike = S,
    Q = Search,
    B = Body,
    X extends RestResponseType = Type,
    R = Raw,
    D = undefined,
  >(
    options: ExtendOptions<P, T, Q, B, X, R, Defaults, D>,
  ): RestEndpoint<
    P,
    T,
    Q,
    B,
    X,
    R,
    ValueOf<T, R>,
    ExtendedBody<[S, Body], [T, B], Item>,
    MergedDefaults<Defaults, D>
  > &
    Pick<this, 'pagesOf'> {
    const type = this.constructor as new (options: object) => RestEndpoint<string, T>;
    const merged = extendedOptions(this.#options, options);
    const extended = new type(merged);
    if (extended.sideEffect === this.sideEffect && hasSameResponses(this.#options, merged)) {
      extended.original = this.original as never;
      extended.pagesOf = this.pagesOf;
    }
    return extended as never;
  }

  /**
   * Declares the type of the body of error responses, and returns this endpoint. The errors of resources and mutations
   * then have a typed `body`; it is `undefined` if the error is not a response of the server.
   *
   * @example
   * ```ts
   * const updateUser = new RestEndpoint({
   *   path: '/users/:id',
   *   method: 'PATCH',
   *   body: typed<{ name: string }>(),
   *   schema: User,
   * }).withErrorBody<{ fields: { name?: string } }>();
   * const update = cache.mutation(updateUser, { injector });
   * const nameError = computed(() => update.error()?.body?.fields.name); // Signal<string | undefined>
   * ```
   */
  withErrorBody<ErrorBody>(): this & {
    readonly errorType?: CacheError & { readonly body?: ErrorBody };
  } {
    return this;
  }

  /**
   * @internal Returns an endpoint of the same class and settings that sends a change of the list, and makes the same
   * change in the cache.
   */
  changing(operation: ListOperation, path: string = this.#options.path): unknown {
    let endpoint = this.#changing.get(operation);
    if (endpoint === undefined) {
      const schema = collectionIn(this.schema, this.name)[operation];
      const type = this.constructor as new (options: object) => unknown;
      const method = operation === 'remove' || operation === 'move' ? 'PATCH' : 'POST';
      const sending = { ...pick(this.#options, SENDING), ownDefaults: {} };
      endpoint = new type({ ...sending, path, method, body: {}, schema });
      this.#changing.set(operation, endpoint);
    }
    return endpoint;
  }
}
