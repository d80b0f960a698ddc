import type { HttpContext, HttpParams } from '@angular/common/http';
import type { EndpointOptions } from '../requests/endpoint';
import type { SchemaLike } from '../schema/schema';
import { isObject, keep } from '../util/plain-data';
import type { ReportProgress } from './progress';
import type { RestCall, RestHabits, RestResponse, RestResponseType } from './rest-options';
import type { Params, RestPath } from './rest-path';
import { searchParamsOf, withDefaults, withoutDefaults } from './search-params';

type Args = readonly unknown[];

/** The options of a `RestEndpoint`, with all types erased. */
export interface AnyRestOptions
  extends Omit<EndpointOptions<Args, SchemaLike, unknown>, 'load'>, RestHabits {
  readonly path: string;
  readonly method?: string;
  readonly searchParams?: unknown;
  readonly defaultSearchParams?: Params;
  /** The defaults that this endpoint sends, if not all. */
  readonly ownDefaults?: Params;
  readonly body?: unknown;
  readonly responseType?: RestResponseType;
  readonly process?: (body: unknown, response: RestResponse, ...args: Args) => unknown;
  readonly context?: HttpContext | ((...args: Args) => HttpContext);
  readonly completeResponses?: boolean;
  readonly progress?: (...args: Args) => ReportProgress;
}

/** The parts of an endpoint that determine its requests. */
export interface Described {
  readonly name: string;
  readonly given: AnyRestOptions;
  readonly path: RestPath;
  /** The name of the path parameter at the end, which identifies the entity in the response. */
  readonly detailParameter?: string | undefined;
}

export interface RestRequest {
  /** The path and search parameters, with their defaults. */
  readonly all: Params;
  /** The path, with the search parameters if `searchToString` converts them. */
  readonly path: string;
  readonly search: HttpParams;
  readonly body: unknown;
}

export function methodOf({ method, body }: Partial<AnyRestOptions>): string {
  return method ?? (body === undefined ? 'GET' : 'POST');
}

export function changesData(options: Partial<AnyRestOptions>): boolean {
  return options.sideEffect ?? !/^(GET|HEAD)$/.test(methodOf(options));
}

/**
 * Splits the arguments of a call into path parameters, search parameters and the body.
 *
 * @throws CacheError NCQ5001, NCQ5002 or NCQ5005 if a parameter is missing or cannot be sent
 */
export function requestOf({ name, given, path }: Described, args: Args): RestRequest {
  const { body, defaultSearchParams: defaults, names, ownDefaults, searchToString } = given;
  const inPath = (parameter: string) => path.names.has(parameter);
  const at = paramsAt(given, path, args);
  let all = (args[at] ?? {}) as Params;
  if (defaults) {
    const some = ownDefaults && { ...keep(defaults, inPath), ...ownDefaults };
    all = withDefaults(all, some ?? defaults);
  }
  const own = keep(all, (parameter) => !inPath(parameter));
  const search = (names ? names.sent(own) : own) as Params;
  return {
    all,
    path: withSearch(path.fill(all), searchToString?.(search)),
    search: searchParamsOf(searchToString ? {} : search, name),
    body: body === undefined ? undefined : args[at + 1],
  };
}

export function urlOf({ given }: Described, { path, search }: RestRequest): string {
  return withSearch(withPrefix(given.urlPrefix, path), search.toString());
}

export function withPrefix(prefix = '', path: string): string {
  const isSegment = /^[\w%]/.test(path);
  if (!prefix || !(isSegment || path.startsWith('/'))) return prefix + path;
  return prefix.replace(/\/*$/, isSegment ? '/' : '') + path;
}

function withSearch(path: string, text: string | undefined): string {
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path;
}

/** Describes a call for the functions that all endpoints of an API share. */
export function callOf(endpoint: Described, args: Args): RestCall {
  const { all: params, body } = requestOf(endpoint, args);
  return { endpoint: endpoint.name, method: methodOf(endpoint.given), params, body };
}

/** Returns the arguments that are compared with entities to find lists, without those that equal their defaults. */
export function schemaArgs({ given, path }: Described, args: Args): Args {
  const { defaultSearchParams: defaults } = given;
  const at = paramsAt(given, path, args);
  return args.map((arg, i) =>
    defaults && i === at && isObject(arg) ? withoutDefaults(arg, defaults) : formFields(arg),
  );
}

/** Returns the position of the parameters: -1 if the only argument is the body. */
function paramsAt({ body }: AnyRestOptions, path: RestPath, args: Args): number {
  return body === undefined || path.names.size > 0 || args.length > 1 ? 0 : -1;
}

/** Returns the text fields of a form, by name, with an array for a name that occurs more than once. */
export function formFields(body: unknown): unknown {
  if (!(body instanceof FormData)) return body;
  const fields: Record<string, unknown> = {};
  for (const [name, value] of body) {
    if (typeof value !== 'string') continue;
    fields[name] = Object.hasOwn(fields, name) ? [fields[name], value].flat() : value;
  }
  return fields;
}
