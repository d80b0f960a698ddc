import type { HttpContext, HttpHeaders } from '@angular/common/http';
import type { EndpointOptions } from '../requests/endpoint';
import type { OptimisticOption } from '../requests/optimistic-option';
import type { SchemaLike } from '../schema/schema';
import type { Unwrap, Wrap } from './envelope';
import type { ReportProgress } from './progress';
import type { Renaming } from './renaming';
import type { RequestIds } from './request-ids';
import type { OptionArgs, MergedDefaults, SearchOf } from './rest-args';
import type { RawIn, RestTypes, SchemaIn, TypeIn, TypeOf } from './rest-types';

/** The HTTP methods. */
export type RestMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The ways to read the body of a response. */
export type RestResponseType = 'json' | 'text' | 'blob' | 'arraybuffer';

/** The type of a response body for each response type. */
export type BodyOf<Type extends RestResponseType> = {
  json: unknown;
  text: string;
  blob: Blob;
  arraybuffer: ArrayBuffer;
}[Type];

/** Headers by name. */
export type RestHeaders = Readonly<Record<string, string | string[]>>;

/** A call of an endpoint, as the functions for all endpoints of an API receive it. */
export interface RestCall {
  /** The name of the endpoint, such as `PATCH /todos/:id`. */
  readonly endpoint: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path and search parameters, with their defaults. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The body, as the caller passed it. */
  readonly body: unknown;
}

/** What the requests and responses of an API have in common. */
export interface RestHabits {
  /** The prefix of the path, such as the URL of a server. */
  readonly urlPrefix?: string;
  /**
   * The headers of every request, or a function that returns them for a call, in the injection context of the cache. A
   * header that is `undefined` is not sent.
   */
  readonly headers?: RestHeaders | ((call: RestCall) => Partial<RestHeaders>);
  /** Whether requests to other origins include cookies. */
  readonly withCredentials?: boolean;
  /** The time after which a request without a response fails, in milliseconds. */
  readonly timeout?: number;
  /**
   * Converts the search parameters to text, such as `filterParams(…)`. Default: an array becomes one parameter per item,
   * and an object becomes JSON.
   */
  readonly searchToString?: (params: Readonly<Record<string, unknown>>) => string;
  /**
   * Translates the names of search parameters and of fields, such as `snakeCase`. Of all other options, only
   * `searchToString` uses the names of the server.
   */
  readonly names?: Renaming;
  /**
   * Where the data is in the body of a response, such as `'data'` or `{ list: 'results' }`, unless the schema has this
   * field. `process` receives the data.
   */
  readonly unwrap?: Unwrap;
  /** Gives each mutation an id, for the messages about it: `requestIds('X-Request-Id')`. */
  readonly requestId?: RequestIds;
  /** The field of the data in the body of a request, such as `'data'`, or a function that returns the body. */
  readonly wrap?: Wrap;
}

/** A response without its body. */
export interface RestResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** The URL of the response, after redirects. */
  readonly url: string;
}

/** The options of a `RestEndpoint` with the types `T`. */
export type RestOptions<T extends RestTypes> = InferredOptions<
  T['path'],
  SchemaIn<T>,
  TypeIn<T, 'searchParams'>,
  TypeIn<T, 'body'>,
  TypeOf<T>,
  RawIn<T>,
  TypeIn<T, 'defaultSearchParams'>
>;

/** The options of a `RestEndpoint`, with a parameter for each type that TypeScript infers. */
export interface InferredOptions<
  Path extends string,
  S extends SchemaLike,
  Search,
  Body,
  Type extends RestResponseType,
  Raw,
  Defaults = undefined,
>
  extends
    Omit<EndpointOptions<OptionArgs<Path, Search, Body, Defaults>, S, Raw>, 'load' | 'optimistic'>,
    RestHabits {
  /** The path template: `/users/:id`, `/users{/:id}` or `/files/*path`. */
  readonly path: Path;
  /** The HTTP method. Default: `POST` if there is a `body`, otherwise `GET`. */
  readonly method?: RestMethod;
  /** Declares the type of the search parameters: `typed<{ q?: string }>()`. */
  readonly searchParams?: Search;
  /**
   * Search parameters of every request, such as `{ _expand: 'category' }`. In a call, `null` omits one. In
   * `restEndpoints`, only reads send them. A default value does not identify the list of a Collection.
   */
  readonly defaultSearchParams?: Defaults & Partial<SearchOf<Search, undefined>>;
  /** Declares the type of the body: `typed<{ name: string }>()`. */
  readonly body?: Body;
  /**
   * Returns the key of a request. Requests with equal keys share one response. Default: the method, the URL without the
   * `withRest` prefix and, for a read, the body.
   */
  readonly key?: (...args: OptionArgs<Path, Search, Body, Defaults>) => string;
  /**
   * Shows a mutation before its response: `optimistic`, or a pure function that returns `optimistic(response)`. Its
   * first parameter is the state of the cache, and the arguments of the call follow.
   */
  readonly optimistic?: OptimisticOption<NoInfer<OptionArgs<Path, Search, Body, Defaults>>>;
  /** How the body of a response is read. Default: `'json'`. */
  readonly responseType?: Type;
  /** Converts the body of a response to data that matches the schema. `unwrap` and `names` come before it. */
  readonly process?: (
    body: never,
    response: RestResponse,
    ...args: OptionArgs<Path, Search, Body, Defaults>
  ) => Raw;
  /** Whether responses to mutations are complete. Default: a missing field keeps the sent value. */
  readonly completeResponses?: boolean;
  /** Whether a request changes data. Default: `true` for every method except `GET` and `HEAD`. */
  readonly sideEffect?: boolean;
  /** The name in error messages and tools. Default: the method and the path. */
  readonly name?: string;
  /** The context for interceptors, or a function that creates one for each request. */
  readonly context?:
    HttpContext | ((...args: OptionArgs<Path, Search, Body, Defaults>) => HttpContext);
  /** Reports the progress of a request: a function of the arguments that returns `reportProgress(…)`. */
  readonly progress?: (...args: OptionArgs<Path, Search, Body, Defaults>) => ReportProgress;
}

/** The options that `extend` accepts. */
export type ExtendOptions<
  Path extends string,
  S extends SchemaLike,
  Search,
  Body,
  Type extends RestResponseType,
  Raw,
  Before,
  More,
> = Partial<
  Omit<
    InferredOptions<Path, S, Search, Body, Type, Raw, MergedDefaults<Before, More>>,
    'defaultSearchParams'
  >
> & { readonly defaultSearchParams?: More & Partial<SearchOf<Search, undefined>> };

/**
 * Declares the type of an option whose value is ignored, such as `body` or `searchParams`.
 *
 * @example
 * ```ts
 * const renameUser = getUser.extend({ method: 'PATCH', body: typed<{ name: string }>() });
 * ```
 */
export function typed<T>(): T {
  return {} as T;
}
