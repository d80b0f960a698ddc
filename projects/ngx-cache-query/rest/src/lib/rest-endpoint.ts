import {
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
import { type ListIn, collectionIn, type MemberIn, pagesIn } from './collection-in';
import { pick } from './pick';
import type { AssigningBody, CreatingBody, ExtendedBody } from './creating-body';
import { RestAdapter } from './rest-adapter';
import type { RestArgs } from './rest-args';
import { hasSameResponses } from './same-responses';
import type {
  BodyOf,
  RestResponseType,
  RestHeaders,
  RestOptions,
  RestResponse,
} from './rest-options';

/** The options that an endpoint and those that create entities of its list have in common. */
const SENDING = [
  'path',
  'urlPrefix',
  'headers',
  'context',
  'withCredentials',
  'timeout',
  'optimistic',
] as const;

/** An endpoint that puts what it creates into lists. */
export type CreatingEndpoint<Path extends string, Value, Body> = RestEndpoint<
  Path,
  SchemaNode<Value>,
  undefined,
  Body
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
  Item
> & {
  readonly pagesOf: PagesOf;
};

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
  S extends SchemaLike = undefined,
  Search = undefined,
  Body = undefined,
  Type extends RestResponseType = 'json',
  Raw = BodyOf<Type>,
  Value = ValueOf<S, Raw>,
  Item = CreatingBody<S, Body>,
> extends Endpoint<RestArgs<Path, Search, Body>, S, Raw, Value> {
  readonly #options: RestOptions<Path, S, Search, Body, Type, Raw>;
  readonly #adapter: RestAdapter;
  readonly #creating = new Map<'push' | 'unshift' | 'assign', unknown>();

  /** @param options where, what, and how */
  constructor(options: RestOptions<Path, S, Search, Body, Type, Raw>) {
    const adapter = new RestAdapter(options);
    super({
      ...options,
      load: () => NEVER, // it is a method here
      key: options.key ?? ((...args) => adapter.key(args)),
      sideEffect: options.sideEffect ?? adapter.changes,
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

  /** What the response of a mutation is expected to be; by default as the options say. */
  override getOptimisticResponse(
    snapshot: OptimisticSnapshot,
    ...args: RestArgs<Path, Search, Body>
  ): unknown {
    const { optimistic, getOptimisticResponse } = this.#options;
    if (getOptimisticResponse !== undefined) return getOptimisticResponse(snapshot, ...args);
    return optimistic === true ? this.#adapter.expected(args) : undefined;
  }

  /**
   * Creates an entity (`POST`), which comes at the end of each list that it fits. For endpoints whose
   * schema is a Collection, or an object with one in a field. The body has fields of the class of the
   * members, or is what the option `body` says.
   *
   * @throws CacheError NCQ5006 when there is no Collection
   */
  get push(): CreatingEndpoint<Path, MemberIn<S>, Item> {
    return this.#creates('push') as CreatingEndpoint<Path, MemberIn<S>, Item>;
  }

  /** {@link RestEndpoint.push} at the beginning. */
  get unshift(): CreatingEndpoint<Path, MemberIn<S>, Item> {
    return this.#creates('unshift') as CreatingEndpoint<Path, MemberIn<S>, Item>;
  }

  /** Puts values by key (`POST`) into each map that they fit. For a Collection of Values. */
  get assign(): CreatingEndpoint<Path, Denormalize<ListIn<S>>, AssigningBody<Body, Item>> {
    return this.#creates('assign') as CreatingEndpoint<
      Path,
      Denormalize<ListIn<S>>,
      AssigningBody<Body, Item>
    >;
  }

  /**
   * The same endpoint for the pages of its list: each is put in its place among those that came before,
   * and the value is the whole list. The rest of a response, like a total or a cursor, is that of the
   * page that came last, of this endpoint too.
   *
   * @param field the search parameter that names the page: a number, or a cursor
   * @param where where a new page goes: `'after'` by its number, or else at the end; `'before'` at the beginning; `'end'` at the end, also when its number is lower
   * @throws CacheError NCQ5006 when there is no Collection
   */
  paginated<Field extends string>(
    field: Field,
    where: PagePlace = 'after',
  ): PageEndpoint<Path, S, Search, Body, Type, Raw, Value, Field, Item> {
    const type = this.constructor as new (options: object) => RestEndpoint<string>;
    const schema = pagesIn(this.schema, this.name, (list) => list.page(field, where));
    const pages = new type({ ...this.#options, key: undefined, name: undefined, schema });
    pages.pagesOf = { list: this as unknown as Endpoint<never, SchemaLike>, field };
    return pages as never;
  }

  /**
   * The same endpoint with some options changed; of a subclass, one of that class, although its type
   * says RestEndpoint. Where neither what tells its requests apart, nor its schema, nor its `process`
   * changes, both have the same responses.
   */
  extend<
    P extends string = Path,
    T extends SchemaLike = S,
    Q = Search,
    B = Body,
    X extends RestResponseType = Type,
    R = Raw,
  >(
    options: Partial<RestOptions<P, T, Q, B, X, R>>,
  ): RestEndpoint<P, T, Q, B, X, R, ValueOf<T, R>, ExtendedBody<[S, Body], [T, B], Item>> &
    Pick<this, 'pagesOf'> {
    const type = this.constructor as new (
      options: RestOptions<P, T, Q, B, X, R>,
    ) => RestEndpoint<P, T, Q, B, X, R, ValueOf<T, R>, ExtendedBody<[S, Body], [T, B], Item>>;
    const { schema, ...others } = { ...this.#options, ...options };
    const given = schema === undefined ? others : { ...others, schema };
    const extended = new type(given as RestOptions<P, T, Q, B, X, R>);
    if (extended.sideEffect === this.sideEffect && hasSameResponses(this.#options, given)) {
      extended.original = this.original as never;
      extended.pagesOf = this.pagesOf;
    }
    return extended;
  }

  /** An endpoint of the same class, path and set-up, whose responses go into the lists. */
  #creates(verb: 'push' | 'unshift' | 'assign'): unknown {
    let made = this.#creating.get(verb);
    if (made === undefined) {
      const schema = collectionIn(this.schema, this.name)[verb];
      const type = this.constructor as new (options: object) => unknown;
      made = new type({ ...pick(this.#options, SENDING), method: 'POST', body: {}, schema });
      this.#creating.set(verb, made);
    }
    return made;
  }
}
