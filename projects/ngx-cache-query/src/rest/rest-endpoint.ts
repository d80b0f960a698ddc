import type { Observable } from 'rxjs';
import type { Client } from '../requests/client';
import { type Answer, Endpoint } from '../requests/endpoint';
import type { ListOperation } from '../lists/list-change';
import type { SchemaLike, SchemaNode } from '../schema/entity';
import type { Normalizer } from '../schema/normalizer';
import type { Denormalize } from '../schema/schema';
import type { Named } from '../store/followers';
import type { CacheError } from '../util/cache-error';
import { structuralKey } from '../util/structural-key';
import { collectionIn, type ListIn, type MemberIn } from './collection-in';
import type { AssigningBody } from './creating-body';
import { extendedOptions, hasSameResponses } from './extended-options';
import { sendOverHttp } from './http-adapter';
import type { ListMembers } from './list-members';
import { optimisticResponse } from './optimistic-response';
import type { MergedDefaults, RestArgs } from './rest-args';
import type {
  BodyOf,
  ExtendOptions,
  InferredOptions,
  RestHeaders,
  RestOptions,
  RestResponse,
  RestResponseType,
} from './rest-options';
import { RestPath } from './rest-path';
import { pick } from './pick';
import { answerOf, withStatus } from './answer';
import { dataOfEmpty, mustSkip, namedInPath } from './empty-answer';
import {
  type AnyRestOptions,
  changesData,
  type Described,
  methodOf,
  requestOf,
  schemaArgs,
  urlOf,
} from './rest-request';
import type {
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
  'completeResponses',
] as const;

class RestEndpointClass<T extends RestTypes>
  extends Endpoint<RestArgs<T>, SchemaIn<T>, RawIn<T>, ValueIn<T>>
  implements Described
{
  /** @internal The options that the endpoint was created with. */
  readonly given: AnyRestOptions;
  /** @internal */
  readonly path: RestPath;
  /** @internal The endpoints that change the list. Not private, because variants share it. */
  readonly changes = new Map<ListOperation, unknown>();
  /** @internal Only a type: allows TypeScript to infer `T`. */
  declare readonly types?: T;

  /** @param options the path, the schema and the settings of the requests */
  constructor(options: RestOptions<T>) {
    const given = options as unknown as AnyRestOptions;
    const { path, name = `${methodOf(given)} ${path}` } = given;
    const sideEffect = changesData(given);
    // The method `load` overrides the option.
    super({ ...options, name, sideEffect, load: undefined as never });
    this.given = given;
    this.path = new RestPath(path, name);
    (this as { detailParameter?: string }).detailParameter = /:(\w+)\/?$/.exec(path)?.[1];
  }

  /** Sends the request. The cache calls this method in its injection context. */
  override load(...args: RestArgs<T>): Observable<RawIn<T>> {
    return sendOverHttp(this, args, this.getHeaders(...args), (body, response) => {
      const data = this.process(body as never, response, ...args);
      const isNothing = this.sideEffect && mustSkip(this.schema, data);
      return withStatus(isNothing ? dataOfEmpty(this, args, response) : data, response.status);
    }) as Observable<RawIn<T>>;
  }

  /** Returns the key of a request. Requests with equal keys share one network request and one stored response. */
  override key(...args: RestArgs<T>): string {
    const { given } = this;
    if (given.key) return given.key(...args);
    const request = requestOf(this, args);
    // The body of a read selects what is read.
    const isQuery = given.body !== undefined && !this.sideEffect;
    const query = isQuery ? ` ${structuralKey(request.body)}` : '';
    return `${methodOf(given)} ${urlOf(this, request)}${query}`;
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
  url(...args: RestArgs<T>): string {
    return urlOf(this, requestOf(this, args));
  }

  /**
   * Returns the headers of a request. By default, returns the `headers` option. Override this method to derive headers
   * from the arguments or from injected services.
   */
  getHeaders(..._args: RestArgs<T>): RestHeaders {
    return this.given.headers ?? {};
  }

  /**
   * Converts the body of a response to data that matches the schema. By default, calls the function in the `process`
   * option. You can override this method in a subclass, for one endpoint or for all endpoints of a server:
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
  process(body: never, response: RestResponse, ...args: RestArgs<T>[number][]): RawIn<T> {
    const { process } = this.given;
    return (process ? process(body, response, ...args) : body) as RawIn<T>;
  }

  /** @internal */
  override schemaArgs(args: readonly unknown[]): readonly unknown[] {
    return schemaArgs(this, args);
  }

  /** @internal */
  override concerns(input: Normalizer, args: readonly unknown[]): Named | undefined {
    const named = namedInPath(this, args);
    if (!named) (this.schema as Partial<SchemaNode<unknown>> | undefined)?.skip?.(input);
    return named;
  }

  /** @internal */
  override answer(
    client: Client,
    input: Normalizer,
    args: readonly unknown[],
    response: unknown,
  ): Answer {
    return answerOf(this, client, input, args, response);
  }

  /** @internal */
  override optimisticResponse(args: readonly unknown[]): unknown {
    return optimisticResponse(this, args);
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
  get push(): RestEndpoint<ChangingTypes<T, MemberIn<SchemaIn<T>>, ItemIn<T>>> {
    return this.changing('push') as never;
  }

  /** Works like {@link RestEndpoint.push}, but adds the entity at the beginning of each list. */
  get unshift(): RestEndpoint<ChangingTypes<T, MemberIn<SchemaIn<T>>, ItemIn<T>>> {
    return this.changing('unshift') as never;
  }

  /**
   * An endpoint that creates entities (`POST`) and adds each entity to the maps that it matches. By default, the body
   * is an object that maps each key to the fields of one entity. Requires a Collection of `schema.Values`.
   */
  get assign(): RestEndpoint<
    ChangingTypes<T, Denormalize<ListIn<SchemaIn<T>>>, AssigningBody<TypeIn<T, 'body'>, ItemIn<T>>>
  > {
    return this.changing('assign') as never;
  }

  /**
   * A `PATCH` endpoint that removes an entity from the lists that the parameters of the call identify. The entity
   * itself stays in the cache. The body identifies the entity, and the response can contain its new fields.
   *
   * @throws CacheError NCQ5006 if the schema does not contain a Collection
   */
  get remove(): RestEndpoint<ChangingTypes<T, MemberIn<SchemaIn<T>>, ItemIn<T>>> {
    return this.changing('remove') as never;
  }

  /** @internal Returns an endpoint that applies an operation to the list, on the server and in the cache. */
  changing(operation: ListOperation, path: string = this.given.path): unknown {
    let endpoint = this.changes.get(operation);
    if (endpoint === undefined) {
      const schema = collectionIn(this.schema, this.name)[operation];
      const type = this.constructor as new (options: object) => object;
      const method = operation === 'remove' || operation === 'move' ? 'PATCH' : 'POST';
      const sending = { ...pick(this.given, SENDING), ownDefaults: {} };
      endpoint = new type({ ...sending, path, method, body: {}, schema });
      this.changes.set(operation, endpoint);
    }
    return endpoint;
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
    Path extends string = T['path'],
    S extends SchemaLike = SchemaIn<T>,
    Search = TypeIn<T, 'searchParams'>,
    Body = TypeIn<T, 'body'>,
    Type extends RestResponseType = TypeOf<T>,
    Raw = RawIn<T>,
    Defaults = undefined,
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
    >,
  ): Extended<
    InferredTypes<Path, S, Search, Body, Type, Raw, Merged<T, Defaults>> & KeptTypes<T, S, Body>
  > {
    const type = this.constructor as new (options: object) => object;
    const { pollInterval } = this.options;
    const merged = extendedOptions({ ...this.given, pollInterval }, options as object);
    const extended = new type(merged);
    if (hasSameResponses(this.given, merged)) {
      const { original, responses, derived, pagesOf } = this;
      Object.assign(extended, { original, responses, derived, pagesOf });
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
}

/** An extended endpoint. An extended list endpoint has the members of a list endpoint. */
type Extended<T extends RestTypes> = RestEndpoint<{ [K in keyof T]: T[K] }> & ListMembers<T>;

/** The default search parameters of an extended endpoint. */
type Merged<T extends RestTypes, More> = MergedDefaults<TypeIn<T, 'defaultSearchParams'>, More>;

/**
 * A REST endpoint that sends its requests with HttpClient. Your interceptors, credentials and timeouts work as usual.
 *
 * @typeParam T the types of the endpoint; TypeScript infers them from the options
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
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an interface has a name in editors
export interface RestEndpoint<T extends RestTypes> extends RestEndpointClass<T> {}

/** @see RestEndpoint */
export const RestEndpoint = RestEndpointClass as unknown as RestEndpointConstructor;

/**
 * Creates endpoints. A constructor of a class has no type parameters of its own, but TypeScript infers the types of
 * functions in the options only from separate parameters.
 */
export interface RestEndpointConstructor {
  // `Type` has no default, so that this signature is not that of `extends RestEndpoint<T>`. The mapped type in the
  // result has no name, so that editors show its members.
  new <
    Path extends string,
    Type extends RestResponseType,
    S extends SchemaLike = undefined,
    Search = undefined,
    Body = undefined,
    Raw = BodyOf<Type>,
    Defaults = undefined,
  >(
    options: InferredOptions<Path, S, Search, Body, Type, Raw, Defaults>,
  ): RestEndpoint<{
    [K in keyof InferredTypes<Path, S, Search, Body, Type, Raw, Defaults>]: InferredTypes<
      Path,
      S,
      Search,
      Body,
      Type,
      Raw,
      Defaults
    >[K];
  }>;
  /** The constructor of subclasses with the type parameter `T`. */
  new <T extends RestTypes>(options: RestOptions<T> & InferringOptions<T>): RestEndpoint<T>;
}
