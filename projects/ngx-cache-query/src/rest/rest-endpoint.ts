import type { ListOperation } from '../lists/list-change';
import type { Endpoint, Reads } from '../requests/endpoint';
import type { Denormalize, SchemaLike } from '../schema/schema';
import type { CacheError } from '../util/cache-error';
import type { ListIn, MemberIn } from './collection-in';
import { HttpEndpoint } from './http-endpoint';
import type { ListMembers } from './list-members';
import type { Flatten, MergedDefaults, RestArgs } from './rest-args';
import type {
  BodyOf,
  ExtendOptions,
  InferredOptions,
  RestHeaders,
  RestMethod,
  RestOptions,
  RestResponse,
  RestResponseType,
} from './rest-options';
import type { RestPath } from './rest-path';
import type { AnyRestOptions } from './rest-request';
import type {
  AssigningBody,
  ChangingTypes,
  InferredTypes,
  InferringOptions,
  ItemIn,
  KeptTypes,
  RawIn,
  RestTypes,
  SchemaIn,
  TypeIn,
  TypeOf,
  ValueIn,
} from './rest-types';

/**
 * A REST endpoint, which sends its requests with HttpClient.
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
export interface RestEndpoint<T extends RestTypes>
  extends Endpoint<RestArgs<T>, SchemaIn<T>, RawIn<T>, ValueIn<T>>, ListChanges<T> {
  /** @internal */
  readonly given: AnyRestOptions;
  /** @internal */
  readonly path: RestPath;
  /** Never set: only a type. */
  readonly types?: T;

  /**
   * Returns the URL of a request, without the prefix of `withRest`.
   *
   * @throws CacheError NCQ5001 to NCQ5005 if a parameter is missing or cannot be sent
   */
  url(...args: RestArgs<T>): string;

  /** Returns the headers of a request: the `headers` option, unless a subclass overrides this method. */
  getHeaders(...args: RestArgs<T>): Partial<RestHeaders>;

  /**
   * Converts the body of a response to data that matches the schema: the `process` option, unless a subclass overrides
   * this method.
   *
   * @example
   * ```ts
   * class Enveloped<T extends RestTypes> extends RestEndpoint<T> {
   *   override process(body: { data: RawIn<T> }): RawIn<T> {
   *     return body.data;
   *   }
   * }
   * const getUser = new Enveloped({ path: '/users/:id', schema: User });
   * ```
   */
  // An array, because the method of a generic subclass could otherwise not leave out parameters.
  process(body: never, response: RestResponse, ...args: RestArgs<T>[number][]): RawIn<T>;

  /** @internal Returns an endpoint that changes the list, on the server and in the cache. */
  changing(operation: ListOperation, path?: string): unknown;

  /**
   * Returns a copy of this endpoint with changed options. Default search parameters are merged. Both share responses,
   * unless an option changes what is requested or stored, such as `path`, `schema`, `headers` or `process`.
   */
  extend<
    Path extends string = T['path'],
    S extends SchemaLike = SchemaIn<T>,
    Search = TypeIn<T, 'searchParams'>,
    Body = TypeIn<T, 'body'>,
    Type extends RestResponseType = TypeOf<T>,
    Raw = RawIn<T>,
    Defaults = undefined,
    Method extends RestMethod | undefined = undefined,
    SideEffect extends boolean | undefined = undefined,
  >(
    options: ExtendOptions<
      Path,
      S,
      Search,
      Body,
      Type,
      Raw,
      TypeIn<T, 'defaultSearchParams'>,
      Defaults
    > & { readonly method?: Method; readonly sideEffect?: SideEffect },
  ): Extended<
    InferredTypes<Path, S, Search, Body, Type, Raw, Merged<T, Defaults>> & KeptTypes<T, S, Body>
  > &
    (this extends Reads ? IfRead<Method, SideEffect, Body> : unknown) &
    ('errorType' extends keyof this ? Pick<this, 'errorType' & keyof this> : unknown);

  /**
   * Declares the type of the `body` of errors, whatever their status is, and returns this endpoint.
   *
   * @example
   * ```ts
   * const rename = updateUser.withErrorBody<{ fields: { name?: string } }>();
   * const update = cache.mutation(rename, { injector });
   * const nameError = computed(() => update.error()?.body?.fields.name); // Signal<string | undefined>
   * ```
   */
  withErrorBody<ErrorBody>(): this & {
    readonly errorType?: CacheError & { readonly body?: ErrorBody };
  };
}

/** The endpoints that change a list. It is no interface, because editors would show `T` with each of its members. */
type ListChanges<T extends RestTypes> = {
  /**
   * `POST`: creates an entity, and adds it at the end of each list whose arguments it matches. Search parameters of the
   * list can precede the body.
   *
   * @throws CacheError NCQ5006 if the schema contains no Collection
   */
  readonly push: RestEndpoint<ChangingTypes<T, MemberIn<SchemaIn<T>>, ItemIn<T>>>;
  /** Works like `push`, but adds the entity at the beginning of each list. */
  readonly unshift: RestEndpoint<ChangingTypes<T, MemberIn<SchemaIn<T>>, ItemIn<T>>>;
  /** `POST`: creates entities in maps. The body maps each key to the fields of one entity. */
  readonly assign: RestEndpoint<
    ChangingTypes<T, Denormalize<ListIn<SchemaIn<T>>>, AssigningBody<TypeIn<T, 'body'>, ItemIn<T>>>
  >;
  /**
   * `PATCH`: removes the entity in the body from the lists that the parameters identify. It stays in the cache.
   *
   * @throws CacheError NCQ5006 if the schema contains no Collection
   */
  readonly remove: RestEndpoint<ChangingTypes<T, MemberIn<SchemaIn<T>>, ItemIn<T>>>;
};

type Extended<T extends RestTypes> = RestEndpoint<{ [K in keyof T]: T[K] }> & ListMembers<T>;

type Merged<T extends RestTypes, More> = MergedDefaults<TypeIn<T, 'defaultSearchParams'>, More>;

/** {@link Reads} if the options tell that the endpoint reads. */
type IfRead<Method, SideEffect, Body> = [SideEffect] extends [false | undefined]
  ? [Method, Body] extends [undefined, undefined] | ['GET' | 'HEAD', unknown]
    ? Reads
    : unknown
  : unknown;

/** @see RestEndpoint */
export const RestEndpoint = HttpEndpoint as unknown as RestEndpointConstructor;

/** Creates endpoints. */
export interface RestEndpointConstructor {
  // `Type` has no default, so that this signature is not that of `extends RestEndpoint<T>`.
  new <
    Path extends string,
    Type extends RestResponseType,
    S extends SchemaLike = undefined,
    Search = undefined,
    Body = undefined,
    Raw = BodyOf<Type>,
    Defaults = undefined,
    Method extends RestMethod | undefined = undefined,
    SideEffect extends boolean | undefined = undefined,
  >(
    options: InferredOptions<Path, S, Search, Body, Type, Raw, Defaults> & {
      readonly method?: Method;
      readonly sideEffect?: SideEffect;
    },
  ): RestEndpoint<Flatten<InferredTypes<Path, S, Search, Body, Type, Raw, Defaults>>> &
    IfRead<Method, SideEffect, Body>;
  /** The constructor of subclasses with the type parameter `T`. */
  new <T extends RestTypes>(options: RestOptions<T> & InferringOptions<T>): RestEndpoint<T>;
}
