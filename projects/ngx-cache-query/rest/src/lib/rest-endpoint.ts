import type { HttpContext } from '@angular/common/http';
import { Endpoint, type Schema, type ValueOf } from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import { RestAdapter } from './rest-adapter';
import type { RestArgs } from './rest-args';

/** What a {@link RestEndpoint} is made of. */
export interface RestOptions<Path extends string, S extends Schema, Search, Body, Raw> {
  /** The template of the path, by `path-to-regexp`: `/users/:id`, `/users{/:id}`, `/files/*path`. */
  readonly path: Path;
  /** By default `GET`, or with a body `POST`. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Which entities the response holds, and where. Without it the response is kept as it is. */
  readonly schema?: S;
  /** Stands before the path; by default what `withRest` says. */
  readonly urlPrefix?: string;
  /** Gives the type of the search parameters; the value is not used: `{} as { q?: string }`. */
  readonly searchParams?: Search;
  /** Gives the type of the body; the value is not used: `{} as { name: string }`. */
  readonly body?: Body;
  /** Tells requests apart; by default method, path and search parameters, of a read with a body that too. */
  readonly key?: (...args: RestArgs<Path, Search, Body>) => string;
  /** Makes of the response what the schema describes. */
  readonly process?: (response: never, ...args: RestArgs<Path, Search, Body>) => Raw;
  /** Whether a request changes something; by default every method but `GET` and `HEAD` does. */
  readonly sideEffect?: boolean;
  /** For people, in errors and tools; by default method and path. */
  readonly name?: string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** For interceptors. */
  readonly context?: HttpContext;
  /** Whether cookies go to other origins. */
  readonly withCredentials?: boolean;
  /** Milliseconds until a request fails. */
  readonly timeout?: number;
}

/**
 * A REST endpoint over HttpClient: interceptors, credentials and the rest of its set-up apply.
 *
 * @example
 * ```ts
 * const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
 * const createUser = new RestEndpoint({
 *   path: '/users',
 *   method: 'POST',
 *   body: {} as { name: string },
 *   schema: User,
 * });
 * cache.fetch(getUser, { id: 5 });
 * cache.fetch(createUser, { name: 'Ada' });
 * ```
 */
export class RestEndpoint<
  Path extends string,
  S extends Schema = undefined,
  Search = undefined,
  Body = undefined,
  Raw = unknown,
  Value = ValueOf<S, Raw>,
> extends Endpoint<RestArgs<Path, Search, Body>, S, Raw, Value> {
  readonly #options: RestOptions<Path, S, Search, Body, Raw>;

  /** @param options where, what, and how */
  constructor(options: RestOptions<Path, S, Search, Body, Raw>) {
    const adapter = new RestAdapter(options);
    super({
      load: (...args) => adapter.send(args) as Observable<Raw>,
      key: options.key ?? ((...args) => adapter.key(args)),
      schema: options.schema,
      sideEffect: options.sideEffect ?? adapter.changes,
      name: adapter.name,
    });
    this.#options = options;
  }

  /** The same endpoint with some options changed. */
  extend<P extends string = Path, T extends Schema = S, Q = Search, B = Body, R = Raw>(
    options: Partial<RestOptions<P, T, Q, B, R>>,
  ): RestEndpoint<P, T, Q, B, R> {
    return new RestEndpoint({ ...this.#options, ...options } as RestOptions<P, T, Q, B, R>);
  }
}
