// The entry point ngx-cache-query/rest contains endpoints over HttpClient, CRUD endpoints for an Entity class, and
// lists that grow page by page.
//
// Public API: `RestEndpoint`, `restEndpoints()`, `infinite()` and the `withRest()` feature. Interfaces: `Endpoint` of
// the core is the base class. Collection schemas add created entities and pages to lists through Effects.
// `REST_DEFAULTS` is the token through which `withRest` is registered.

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
import { changesData } from './rest-method';
import { hasSameResponses } from './same-responses';
import type {
  BodyOf,
  ExtendOptions,
  RestResponseType,
  RestHeaders,
  RestOptions,
  RestResponse,
} from './rest-options';

/** The options that a list endpoint passes on to the endpoints that change the list. */
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

/** A change that an endpoint makes to a list, such as `push`. */
type ListOperation = 'push' | 'unshift' | 'assign' | 'remove' | 'move';

/** An endpoint that creates entities and adds them to lists, or removes entities from lists. */
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
  /** @internal Whether the body can be the only argument. */
  readonly canOmitParams: boolean;
  readonly #options: RestOptions<Path, S, Search, Body, Type, Raw, Defaults>;
  readonly #adapter: RestAdapter;
  readonly #changing = new Map<ListOperation, unknown>();

  /** @param options the path, the schema and the settings of the requests */
  constructor(options: RestOptions<Path, S, Search, Body, Type, Raw, Defaults>) {
    const adapter = new RestAdapter(options);
    super({
      ...options,
      load: () => NEVER, // Never called, because the method `load` overrides this option.
      key: options.key ?? ((...args) => adapter.key(args)),
      sideEffect: changesData(options),
      name: adapter.name,
    });
    this.#options = options;
    this.#adapter = adapter;
    this.canOmitParams = adapter.canOmitParams;
    this.schemaArgs = (args) => adapter.schemaArgs(args);
    this.detailParameter = /:(\w+)\/?$/.exec(options.path)?.[1];
  }

  /** Sends the request. The cache calls this method in its injection context. */
  override load(...args: RestArgs<Path, Search, Body, Defaults>): Observable<Raw> {
    return this.#adapter.send(args, this.getHeaders(...args), (body, response) =>
      this.process(body as never, response, ...args),
    ) as Observable<Raw>;
  }

  /**
   * Returns the URL of a request, which consists of the `urlPrefix` option, the path and the search parameters. The URL
   * does not include the prefix that `withRest` sets.
   *
   * @throws CacheError NCQ5001 to NCQ5005 under the same conditions as a request, if a parameter is missing or cannot
   * be sent
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
   * Returns the headers of a request. By default, returns the `headers` option. Override this method to derive headers
   * from the arguments or from injected services.
   */
  getHeaders(..._args: RestArgs<Path, Search, Body, Defaults>): RestHeaders {
    return this.#options.headers ?? {};
  }

  /**
   * Converts the body of a response to data that matches the schema. By default, calls the function in the `process`
   * option. You can override this method in a subclass.
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
   * Returns the optimistic response of a mutation; `undefined` if the mutation has none. By default, calls the function
   * in the `getOptimisticResponse` option. If there is no such function and `optimistic` is `true`, returns the path
   * parameters merged with the body.
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
   * An endpoint that creates an entity (`POST`) and adds it at the end of each list that it matches. The schema must be
   * a Collection or an object with a Collection in a field. The body has the type of the `body` option. Without that
   * option, the body contains fields of the list's Entity class. Search parameters of the list can be passed before the
   * body. To find the matching lists, the cache compares the arguments of each list with the fields of the entity. If
   * the response does not contain a field, the cache uses the value that was sent.
   *
   * @throws CacheError NCQ5006 if the schema does not contain a Collection
   */
  get push(): CreatingEndpoint<Path, MemberIn<S>, Item, Search, Defaults> {
    return this.changing('push') as never;
  }

  /** Works like {@link RestEndpoint.push}, but adds the entity at the beginning of each list. */
  get unshift(): CreatingEndpoint<Path, MemberIn<S>, Item, Search, Defaults> {
    return this.changing('unshift') as never;
  }

  /**
   * An endpoint that creates entities (`POST`) and adds each entity to the maps that it matches. By default, the body
   * is an object that maps each key to the fields of one entity. Requires a Collection of `schema.Values`.
   */
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
   * A `PATCH` endpoint that removes an entity from the lists that the parameters of the call identify. The entity
   * itself stays in the cache. The body identifies the entity, and the response can contain its new fields.
   *
   * @throws CacheError NCQ5006 if the schema does not contain a Collection
   */
  get remove(): CreatingEndpoint<Path, MemberIn<S>, Item, Search, Defaults> {
    return this.changing('remove') as never;
  }

  /**
   * Returns an endpoint that loads this list page by page. Each page is added to the loaded pages, and the value
   * contains the whole list. The other fields of the value, such as a total or a cursor, come from the page that was
   * loaded last. After a page is loaded, subscribers to the original endpoint also receive the whole list and these
   * other fields.
   *
   * @param field the search parameter for the number or the cursor of the page
   * @param where the position of a new page. `'after'`: in the order of the page numbers, or at the end if a cursor
   * identifies the page. `'before'`: at the beginning. `'end'`: at the end, even if other pages have higher numbers
   * @throws CacheError NCQ5006 if the schema does not contain a Collection; NCQ1011 if the schema is a Query
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
   * Returns a copy of this endpoint with changed options. At runtime, the copy has the same class as this endpoint,
   * even if this endpoint is an instance of a subclass. The TypeScript type of the copy is RestEndpoint. Default search
   * parameters in `options` are merged with the default search parameters of this endpoint. If this endpoint reads data
   * and the copy changes data, the copy sends only the default search parameters in `options`.
   *
   * The copy and this endpoint share their responses, unless one of these options changes: `path`, `urlPrefix`,
   * `method`, `key`, `schema`, `responseType`, `process`, `searchToString`, `defaultSearchParams` or `sideEffect`.
   * Responses are also not shared if the copy adds or removes `body` or `searchParams`.
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
   * Declares the body type of error responses, and returns this endpoint. The errors of resources and mutations then
   * have a typed `body`, which is `undefined` if the error did not come from the server.
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
   * @internal Returns an endpoint that applies `operation` to the list, on the server and in the cache. The returned
   * endpoint has the class and the `SENDING` options of this endpoint.
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
