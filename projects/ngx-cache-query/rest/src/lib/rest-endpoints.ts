import {
  Collection,
  type CollectionOptions,
  type EntityClass,
  type FieldsOf,
  schema,
  type SchemaLike,
  type SchemaNode,
  type ValueOf,
} from 'ngx-cache-query';
import type { ExtendedBody } from './creating-body';
import { type ListPath, listPath } from './list-path';
import { type PageEndpoint, RestEndpoint } from './rest-endpoint';
import { pick } from './pick';
import type { RestResponseType, RestOptions } from './rest-options';

/** The options that all endpoints of {@link restEndpoints} share. */
const SHARED = [
  'urlPrefix',
  'headers',
  'withCredentials',
  'timeout',
  'dataExpiryLength',
  'optimistic',
] as const;
type Shared = (typeof SHARED)[number];

/** The options that the endpoints of {@link restEndpoints} share, and those that distinguish its lists. */
export interface RestEndpointsOptions<
  Path extends string,
  C extends EntityClass,
  Search,
  Body,
  Field extends string = never,
>
  extends
    Pick<RestOptions<Path, C, Search, Body, 'json', unknown>, Shared>,
    Pick<CollectionOptions<C[], [params?: object]>, 'nonFilterArgumentKeys' | 'filter'> {
  /** The path of one entity, for `path-to-regexp`. The path of the list is this path without its last parameter. */
  readonly path: Path;
  /** The entity class. */
  readonly schema: C;
  /** Declares the type of the search parameters of the list: `{} as { userId?: number }`. Its value is not used. */
  readonly searchParams?: Search;
  /** Declares the type of request bodies. Its value is not used. Default: the fields of the class. */
  readonly body?: Body;
  /** The search parameter with the number or the cursor of a page. It adds the endpoint `getList.getPage`. */
  readonly paginationField?: Field;
  /** The class of the endpoints, for example a subclass with its own headers. Default: `RestEndpoint`. */
  readonly Endpoint?: typeof RestEndpoint;
}

/** The endpoints that {@link restEndpoints} returns. */
export interface EntityEndpoints<
  Path extends string,
  C extends EntityClass,
  Search,
  Body,
  Field extends string = never,
> {
  /** `GET /todos/:id` */
  readonly get: RestEndpoint<Path, C>;
  /** `GET /todos`: loads a list. The parameters distinguish the lists. */
  readonly getList: ListEndpoint<Path, C, Search, Body, Field>;
  /** `PUT /todos/:id` */
  readonly update: RestEndpoint<Path, C, undefined, Body>;
  /** `PATCH /todos/:id` */
  readonly partialUpdate: RestEndpoint<Path, C, undefined, Partial<Body>>;
  /** `DELETE /todos/:id`: removes the entity from the cache and from every list. */
  readonly delete: RestEndpoint<Path, schema.Invalidate<C>>;
}

/** The list endpoint of {@link restEndpoints}. */
export type ListEndpoint<
  Path extends string,
  C extends EntityClass,
  Search,
  Body,
  Field extends string = never,
> = RestEndpoint<
  ListPath<Path>,
  Collection<C[]>,
  Search,
  undefined,
  'json',
  unknown,
  InstanceType<C>[],
  Body
> & {
  /**
   * `PATCH /todos/:id`: removes the entity from lists that it no longer matches, and adds it to lists that it matches.
   */
  readonly move: RestEndpoint<Path, SchemaNode<InstanceType<C>>, undefined, Partial<Body>>;
} & ([Field] extends [never] ? unknown : PagesOf<Path, C, Search, Body, Field>);

/** The endpoints of a list with pages. */
interface PagesOf<Path extends string, C extends EntityClass, Search, Body, Field extends string> {
  /** `GET /todos?page=2`: adds a page to the loaded pages, by its number. The value is the whole list. */
  readonly getPage: Pages<Path, C, Search, Body, Field>;
  /** Works like {@link getPage}, but adds the page before the loaded pages. Use it if pages have no numbers. */
  readonly getPreviousPage: Pages<Path, C, Search, Body, Field>;
}
type Pages<
  Path extends string,
  C extends EntityClass,
  Search,
  Body,
  Field extends string,
> = PageEndpoint<
  ListPath<Path>,
  Collection<C[]>,
  Search,
  undefined,
  'json',
  unknown,
  InstanceType<C>[],
  Field,
  Body
>;

/** A group of endpoints that can be extended. */
export type RestEndpoints<Endpoints> = Endpoints & {
  /**
   * Returns the same endpoints, with the given endpoints replaced or added.
   *
   * @param more endpoints by name, or a function that derives them from the existing endpoints
   */
  extend<More extends object>(
    more: More | ((endpoints: Endpoints) => More),
  ): RestEndpoints<Omit<Endpoints, keyof More> & More>;
  /**
   * Returns the same endpoints, with the given options of one endpoint changed. A new name adds an endpoint that
   * extends `get`.
   */
  extend<Name extends string, const O extends Partial<AnyOptions>>(
    name: Name,
    options: O,
  ): RestEndpoints<
    Omit<Endpoints, Name> & {
      readonly [K in Name]: Extended<Endpoints[K extends keyof Endpoints ? K : never], O>;
    }
  >;
};

type AnyOptions = RestOptions<string, SchemaLike, unknown, unknown, RestResponseType, unknown>;

/** The endpoint `E` with the options `O` changed. */
type Extended<E, O> = [E] extends [never]
  ? Made<'', undefined, undefined, undefined, unknown, O>
  : E extends RestEndpoint<
        infer P,
        infer S,
        infer Q,
        infer B,
        infer _T,
        infer _R,
        infer _V,
        infer _I
      >
    ? Made<P, S, Q, B, BodyOfPush<E>, O>
    : Made<'', undefined, undefined, undefined, unknown, O>;
/** The body of `push`. TypeScript cannot infer it as a type argument if `E` has more members than RestEndpoint. */
type BodyOfPush<E> = E extends {
  readonly push: RestEndpoint<infer _P, infer _S, infer _Q, infer Body>;
}
  ? Body
  : unknown;
type Made<P extends string, S extends SchemaLike, Q, B, I, O> = MadeOf<
  O extends { readonly path: infer Given extends string } ? Given : P,
  O extends { readonly schema: infer Given extends SchemaLike } ? Given : S,
  O extends { readonly searchParams: infer Given } ? Given : Q,
  O extends { readonly body: infer Given } ? Given : B,
  [S, B],
  I
>;
type MadeOf<P extends string, S extends SchemaLike, Q, B, Before, I> = RestEndpoint<
  P,
  S,
  Q,
  B,
  'json',
  unknown,
  ValueOf<S, unknown>,
  ExtendedBody<Before, [S, B], I>
>;

/**
 * Creates the endpoints of an entity class, from the path of one entity.
 *
 * @example
 * ```ts
 * const todoEndpoints = restEndpoints({
 *   path: '/todos/:id',
 *   schema: Todo,
 *   searchParams: {} as { userId?: number },
 * });
 * cache.watch(todoEndpoints.getList, { userId: 1 }); // Observable<Todo[]>
 * cache.fetch(todoEndpoints.getList.push, { userId: 1, title: 'Buy milk' }); // shows in that list
 * cache.fetch(todoEndpoints.partialUpdate, { id: 5 }, { completed: true });
 * cache.fetch(todoEndpoints.delete, { id: 5 }); // leaves every list
 * ```
 */
export function restEndpoints<
  const Path extends string,
  C extends EntityClass,
  Search = undefined,
  Body = FieldsOf<C>,
  const Field extends string = never,
>(
  options: RestEndpointsOptions<Path, C, Search, Body, Field>,
): RestEndpoints<EntityEndpoints<Path, C, Search, Body, Field>> {
  const { path, schema: type, searchParams, Endpoint = RestEndpoint } = options;
  const { nonFilterArgumentKeys, filter, paginationField } = options;
  const shared = pick(options, SHARED);
  const lists = new Collection([type], { nonFilterArgumentKeys, filter });
  const one = { ...shared, path };
  const sent = { ...one, body: {}, schema: type };
  const getList = new Endpoint({ ...shared, path: listPath(path), searchParams, schema: lists });
  Object.defineProperty(getList, 'move', {
    value: new Endpoint({ ...sent, method: 'PATCH', schema: lists.move }),
  });
  if (paginationField !== undefined) {
    Object.defineProperties(getList, {
      getPage: { value: getList.paginated(paginationField) },
      getPreviousPage: { value: getList.paginated(paginationField, 'before') },
    });
  }
  return extendable({
    get: new Endpoint({ ...one, schema: type }),
    getList,
    update: new Endpoint({ ...sent, method: 'PUT' }),
    partialUpdate: new Endpoint({ ...sent, method: 'PATCH' }),
    delete: new Endpoint({
      ...one,
      method: 'DELETE',
      schema: new schema.Invalidate<EntityClass>(type),
    }),
  }) as never;
}

type Endpoints = Readonly<Record<string, unknown>>;

function extendable(endpoints: Endpoints): Endpoints {
  const extend = (
    more: string | Endpoints | ((base: Endpoints) => Endpoints),
    options?: object,
  ): Endpoints => {
    if (typeof more === 'function') return extendable({ ...endpoints, ...more(endpoints) });
    if (typeof more === 'object') return extendable({ ...endpoints, ...more });
    const base = (endpoints[more] ?? endpoints['get']) as Pick<RestEndpoint<string>, 'extend'>;
    return extendable({ ...endpoints, [more]: base.extend(options!) });
  };
  return Object.defineProperty({ ...endpoints }, 'extend', { value: extend });
}
