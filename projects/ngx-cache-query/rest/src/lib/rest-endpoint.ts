import { Endpoint, type Schema, type ValueOf } from 'ngx-cache-query';
import { NEVER, type Observable } from 'rxjs';
import { RestAdapter } from './rest-adapter';
import type { RestArgs } from './rest-args';
import type { BodyOf, ResponseType, RestHeaders, RestOptions, RestResponse } from './rest-options';

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
  Type extends ResponseType = 'json',
  Raw = BodyOf<Type>,
  Value = ValueOf<S, Raw>,
> extends Endpoint<RestArgs<Path, Search, Body>, S, Raw, Value> {
  readonly #options: RestOptions<Path, S, Search, Body, Type, Raw>;
  readonly #adapter: RestAdapter;

  /** @param options where, what, and how */
  constructor(options: RestOptions<Path, S, Search, Body, Type, Raw>) {
    const adapter = new RestAdapter(options);
    super({
      load: () => NEVER, // it is a method here
      key: options.key ?? ((...args) => adapter.key(args)),
      ...('schema' in options && { schema: options.schema }),
      sideEffect: options.sideEffect ?? adapter.changes,
      dataExpiryLength: options.dataExpiryLength,
      name: adapter.name,
    });
    this.#options = options;
    this.#adapter = adapter;
  }

  /** Sends the request; called by the cache, in its injection context. */
  override load(...args: RestArgs<Path, Search, Body>): Observable<Raw> {
    return this.#adapter.send(args, this.getHeaders(...args), (body, response) =>
      this.process(body as never, response, ...args),
    ) as Observable<Raw>;
  }

  /**
   * The headers of a request; by default those of the options. A subclass may make them of the
   * arguments, or of what it injects.
   */
  getHeaders(..._args: RestArgs<Path, Search, Body>): RestHeaders {
    return this.#options.headers ?? {};
  }

  /**
   * Makes of the body of a response what the schema describes; by default as the option `process` says.
   * A subclass may define it as a method.
   */
  process(body: never, response: RestResponse, ...args: RestArgs<Path, Search, Body>): Raw {
    const { process } = this.#options;
    return process === undefined ? body : process(body, response, ...args);
  }

  /**
   * The same endpoint with some options changed; of a subclass, one of that class, although its type
   * says RestEndpoint.
   */
  extend<
    P extends string = Path,
    T extends Schema = S,
    Q = Search,
    B = Body,
    X extends ResponseType = Type,
    R = Raw,
  >(options: Partial<RestOptions<P, T, Q, B, X, R>>): RestEndpoint<P, T, Q, B, X, R> {
    const type = this.constructor as new (
      options: RestOptions<P, T, Q, B, X, R>,
    ) => RestEndpoint<P, T, Q, B, X, R>;
    const { schema, ...others } = { ...this.#options, ...options };
    const given = schema === undefined ? others : { ...others, schema };
    return new type(given as RestOptions<P, T, Q, B, X, R>);
  }
}
