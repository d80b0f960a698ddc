import type { HttpContext, HttpHeaders } from '@angular/common/http';
import type { EndpointOptions, SchemaLike } from 'ngx-cache-query';
import type { RestArgs } from './rest-args';

/** How the body of a response may be read. */
export type RestResponseType = 'json' | 'text' | 'blob' | 'arraybuffer';

/** What a body is, by how it is read. */
export type BodyOf<Type extends RestResponseType> = {
  json: unknown;
  text: string;
  blob: Blob;
  arraybuffer: ArrayBuffer;
}[Type];

/** Headers by name. */
export type RestHeaders = Readonly<Record<string, string | string[]>>;

/** A response without its body. */
export interface RestResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** The URL that answered, after redirects. */
  readonly url: string;
}

/** What a {@link RestEndpoint} is made of. */
export interface RestOptions<
  Path extends string,
  S extends SchemaLike,
  Search,
  Body,
  Type extends RestResponseType,
  Raw,
> extends Omit<EndpointOptions<RestArgs<Path, Search, Body>, S, Raw>, 'load'> {
  /** The template of the path, by `path-to-regexp`: `/users/:id`, `/users{/:id}`, `/files/*path`. */
  readonly path: Path;
  /** By default `GET`, or with a body `POST`. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Stands before the path; by default what `withRest` says. */
  readonly urlPrefix?: string;
  /** Gives the type of the search parameters; the value is not used: `{} as { q?: string }`. */
  readonly searchParams?: Search;
  /** Gives the type of the body; the value is not used: `{} as { name: string }`. */
  readonly body?: Body;
  /** Tells requests apart; by default method, path and search parameters, of a read with a body that too. */
  readonly key?: (...args: RestArgs<Path, Search, Body>) => string;
  /** How the body of a response is read; by default as JSON. */
  readonly responseType?: Type;
  /**
   * Makes of the body of a response what the schema describes: unwrap an envelope, take a total out of
   * the headers.
   */
  readonly process?: (
    body: never,
    response: RestResponse,
    ...args: RestArgs<Path, Search, Body>
  ) => Raw;
  /**
   * Whether the path parameters and the body of a mutation are its optimistic response: shown at once, until the
   * response arrives.
   */
  readonly optimistic?: boolean;
  /** Whether a request changes something; by default every method but `GET` and `HEAD` does. */
  readonly sideEffect?: boolean;
  /** For people, in errors and tools; by default method and path. */
  readonly name?: string;
  /** Headers of every request. */
  readonly headers?: RestHeaders;
  /** For interceptors; a function makes one per call. */
  readonly context?: HttpContext | ((...args: RestArgs<Path, Search, Body>) => HttpContext);
  /** Whether cookies go to other origins. */
  readonly withCredentials?: boolean;
  /** Milliseconds until a request fails. */
  readonly timeout?: number;
}
