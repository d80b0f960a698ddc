import {
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

/** The options that all endpoints of {@link restEndpoints} have in common. */
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
  /** The path of one entity, by `path-to-regexp`; without its last parameter it is that of the list. */
  readonly path: Path;
  /** The class of the entities. */
  readonly schema: C;
  /** Gives the type of the search parameters of the list; the value is not used: `{} as { userId?: number }`. */
  readonly searchParams?: Search;
  /** Gives the type of what is sent; by default the fields of the class. The value is not used. */
  readonly body?: Body;
  /** The search parameter that names a page of the list: a number, or a cursor. Gives `getList.getPage`. */
  readonly paginationField?: Field;
  /** The class of the endpoints, for headers of their own; by default `RestEndpoint`. */
  readonly Endpoint?: typeof RestEndpoint;
}

/** The endpoints of a {@link restEndpoints}. */
export interface EntityEndpoints<
  Path extends string,
  C extends EntityClass,
  Search,
  Body,
  Field extends string = never,
> {
  /** `GET /todos/:id` */
  readonly get: RestEndpoint<Path, C>;
  /** `GET /todos`: a list with an identity, told apart from others by the parameters. */
  readonly getList: ListEndpoint<Path, C, Search, Body, Field>;
  /** `PUT /todos/:id` */
  readonly update: RestEndpoint<Path, C, undefined, Body>;
  /** `PATCH /todos/:id` */
  readonly partialUpdate: RestEndpoint<Path, C, undefined, Partial<Body>>;
  /** `DELETE /todos/:id`: the entity leaves the cache, and every list. */
  readonly delete: RestEndpoint<Path, schema.Invalidate<C>>;
}

/** The lists of a {@link restEndpoints}. */
export type ListEndpoint<
  Path extends string,
  C extends EntityClass,
  Search,
  Body,
  Field extends string = never,
> = RestEndpoint<
  ListPath<Path>,
  schema.Collection<C[]>,
  Search,
  undefined,
  'json',
  unknown,
  InstanceType<C>[],
  Body
> & {
  /** `PATCH /todos/:id`: leaves the lists that it no longer fits, and comes into those that it does. */
  readonly move: RestEndpoint<Path, SchemaNode<InstanceType<C>>, undefined, Partial<Body>>;
} & ([Field] extends [never] ? unknown : PagesOf<Path, C, Search, Body, Field>);

/** What a list has that comes in pages. */
interface PagesOf<Path extends string, C extends EntityClass, Search, Body, Field extends string> {
  /** `GET /todos?page=2`: a page takes its place among those that came before; the value is the whole list. */
  readonly getPage: Pages<Path, C, Search, Body, Field>;
  /** {@link getPage} of a page that comes before those that are there, when its number does not say it. */
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
  schema.Collection<C[]>,
  Search,
  undefined,
  'json',
  unknown,
  InstanceType<C>[],
  Field,
  Body
>;

/** Endpoints that belong together, and can be changed or added to. */
export type RestEndpoints<Endpoints> = Endpoints & {
  /**
   * The same endpoints with others in place of some, or more of them.
   *
   * @param more endpoints by name, or a function that makes them of those that there are
   */
  extend<More extends object>(
    more: More | ((endpoints: Endpoints) => More),
  ): RestEndpoints<Omit<Endpoints, keyof More> & More>;
  /**
   * The same endpoints, one of them with some options changed; under a new name, one that is otherwise
   * like `get`.
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

/** An endpoint with some options changed. */
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
/** Of a list with more beside it TypeScript finds out what its `push` takes, but not the type argument. */
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
 * The endpoints of the entities of one class, by the path of one of them.
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
  const lists = new schema.Collection([type], { nonFilterArgumentKeys, filter });
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
