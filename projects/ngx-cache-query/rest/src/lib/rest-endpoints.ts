import {
  type ɵAnyUnion as AnyUnion,
  Collection,
  type CollectionOptions,
  type EntityClass,
  ɵisEntityClass as isEntityClass,
  schema,
  type SchemaLike,
  type SchemaNode,
  type ValueOf,
} from 'ngx-cache-query';
import type { CreatingBody } from './creating-body';
import { DeleteOfUnion } from './delete-of-union';
import { extendable, type RestEndpoints } from './extended-endpoints';
import { type ListEndpoint, listEndpoint } from './list-endpoint';
import { type ListPath, listPath } from './list-path';
import { pick } from './pick';
import type { RestParams } from './rest-args';
import { RestEndpoint } from './rest-endpoint';
import type { RestOptions } from './rest-options';

/** The options that {@link restEndpoints} passes to all endpoints in the group. */
const SHARED = [
  'urlPrefix',
  'defaultSearchParams',
  'searchToString',
  'headers',
  'withCredentials',
  'timeout',
  'dataExpiryLength',
  'optimistic',
  'sensitive',
] as const;
type Shared = (typeof SHARED)[number];

/** The options that {@link restEndpoints} passes unchanged to its Collection. */
const OF_COLLECTION = ['nonFilterArgumentKeys', 'filter', 'nestKey'] as const;

/** A single entity, described by an Entity class or by a Union of several classes. */
type OneEntity = EntityClass | AnyUnion;

/** The fields of an entity. For a Union, these are the fields that at least one of its classes has. */
type FieldsIn<C extends OneEntity> = CreatingBody<Collection<C[]>, undefined>;

/** The options of {@link restEndpoints}. Each option applies to all endpoints in the group or configures the lists. */
export interface RestEndpointsOptions<
  Path extends string,
  C extends OneEntity,
  Search,
  Body,
  Field extends string = never,
  Defaults = undefined,
  MovePath extends string = Path,
  List extends SchemaLike = Collection<C[]>,
>
  extends
    Pick<RestOptions<Path, C, Search, Body, 'json', unknown, Defaults>, Shared>,
    Pick<CollectionOptions<C[], [params?: object]>, (typeof OF_COLLECTION)[number]> {
  /**
   * The path of a single entity, as a template for `path-to-regexp`. The path of the list is this path without its last
   * parameter.
   */
  readonly path: Path;
  /** The Entity class, or a Union of several classes. */
  readonly schema: C;
  /**
   * Declares the type of the list's search parameters, for example with `typed<{ userId?: number }>()`. The value is
   * ignored.
   */
  readonly searchParams?: Search;
  /** Declares the type of request bodies. The value is ignored. Default: the fields of the class. */
  readonly body?: Body;
  /**
   * The search parameter for the number or the cursor of a page. This option adds the endpoints `getList.getPage` and
   * `getList.getPreviousPage`.
   */
  readonly paginationField?: Field;
  /** Returns the arguments that identify a list, given its parameters. By default, all parameters identify the list. */
  readonly argsKey?: (params: RestParams<ListPath<Path>, Search, Defaults>) => object;
  /** The path of `getList.move`. Default: the path of a single entity. */
  readonly movePath?: MovePath;
  /** The Collection class of the list, such as a subclass that overrides `merge`. Default: `Collection`. */
  readonly Collection?: new (
    content: C[],
    options: CollectionOptions<C[], [params?: object]>,
  ) => List;
  /** The class of the endpoints, such as a subclass that adds headers. Default: `RestEndpoint`. */
  readonly Endpoint?: typeof RestEndpoint;
}

/** The endpoints that {@link restEndpoints} returns. */
export interface EntityEndpoints<
  Path extends string,
  C extends OneEntity,
  Search,
  Body,
  Field extends string = never,
  Defaults = undefined,
  MovePath extends string = Path,
  List extends SchemaLike = Collection<C[]>,
> {
  /** `GET /todos/:id` */
  readonly get: Of<Path, C, undefined, Defaults>;
  /** `GET /todos`: loads the list that the parameters identify. */
  readonly getList: ListEndpoint<
    ListPath<Path>,
    List,
    Search,
    undefined,
    'json',
    unknown,
    Body,
    Defaults,
    MovePath,
    Field
  >;
  /** `PUT /todos/:id` */
  readonly update: Of<Path, C, Body, Defaults>;
  /** `PATCH /todos/:id` */
  readonly partialUpdate: Of<Path, C, Partial<Body>, Defaults>;
  /** `DELETE /todos/:id`: removes the entity from the cache and from every list. */
  readonly delete: Of<Path, Deletion<C>, undefined, Defaults>;
}

type Deletion<C extends OneEntity> = C extends EntityClass
  ? schema.Invalidate<C>
  : SchemaNode<undefined>;

type Of<Path extends string, S extends SchemaLike, Body, Defaults> = RestEndpoint<
  Path,
  S,
  undefined,
  Body,
  'json',
  unknown,
  ValueOf<S, unknown>,
  CreatingBody<S, Body>,
  Defaults
>;

/**
 * Creates the endpoints for an Entity class or a Union. The paths of the endpoints are derived from the path of a
 * single entity.
 *
 * @example
 * ```ts
 * const todoEndpoints = restEndpoints({
 *   path: '/todos/:id',
 *   schema: Todo,
 *   searchParams: typed<{ userId?: number }>(),
 * });
 * cache.watch(todoEndpoints.getList, { userId: 1 }); // Observable<Todo[]>
 * cache.fetch(todoEndpoints.getList.push, { userId: 1, title: 'Buy milk' }); // the todo appears in that list
 * cache.fetch(todoEndpoints.partialUpdate, { id: 5 }, { completed: true });
 * cache.fetch(todoEndpoints.delete, { id: 5 }); // the todo leaves every list
 * ```
 */
export function restEndpoints<
  const Path extends string,
  C extends OneEntity,
  Search = undefined,
  Body = FieldsIn<C>,
  const Field extends string = never,
  Defaults = undefined,
  const MovePath extends string = Path,
  List extends SchemaLike = Collection<C[]>,
>(
  options: RestEndpointsOptions<Path, C, Search, Body, Field, Defaults, MovePath, List>,
): RestEndpoints<EntityEndpoints<Path, C, Search, Body, Field, Defaults, MovePath, List>> {
  const { path, schema: type, searchParams, Endpoint = RestEndpoint } = options;
  const { argsKey, movePath = path, paginationField } = options;
  const ListClass = (options.Collection ?? Collection) as unknown as new (
    content: readonly SchemaLike[],
    options: object,
  ) => Collection<SchemaLike>;
  const shared = pick(options, SHARED);
  const lists = new ListClass([type], {
    ...pick(options, OF_COLLECTION),
    name: listPath(path),
    argsKey: argsKey && ((params: object = {}) => argsKey(params as never)),
  });
  const one = { ...shared, path };
  const change = { ...one, ownDefaults: {} };
  const sent = { ...change, body: {}, schema: type };
  const getList = new Endpoint({ ...shared, path: listPath(path), searchParams, schema: lists });
  return extendable({
    get: new Endpoint({ ...one, schema: type }),
    getList: listEndpoint(getList as never, movePath, paginationField),
    update: new Endpoint({ ...sent, method: 'PUT' }),
    partialUpdate: new Endpoint({ ...sent, method: 'PATCH' }),
    delete: new Endpoint({ ...change, method: 'DELETE', schema: deleteSchema(type) }),
  }) as never;
}

function deleteSchema(type: OneEntity): SchemaNode<undefined> {
  return isEntityClass(type) ? new schema.Invalidate<EntityClass>(type) : new DeleteOfUnion(type);
}
