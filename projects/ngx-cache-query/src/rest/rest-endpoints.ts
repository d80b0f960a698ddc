import { Collection, type CollectionOptions } from '../lists/collection';
import type { EntityClass, SchemaLike, SchemaNode } from '../schema/entity';
import { Invalidate } from '../schema/invalidate';
import { isEntityClass } from '../schema/plan';
import type { AnyUnion } from '../schema/union';
import { checkImported } from '../schema/write-errors';
import { warnOnce } from '../util/warn';
import type { CreatingBody } from './creating-body';
import { DeleteOfUnion } from './delete-of-union';
import { extendable, type RestEndpoints } from './extended-endpoints';
import { type ListMembers, withListMembers } from './list-members';
import { type ListPath, listPath } from './list-path';
import type { Paginated } from './paginated';
import { pick } from './pick';
import type { RestParams } from './rest-args';
import { RestEndpoint } from './rest-endpoint';
import type { InferredOptions } from './rest-options';
import type { RestTypes } from './rest-types';

declare const ngDevMode: unknown;

/** The options that {@link restEndpoints} passes to all endpoints in the group. */
const SHARED = [
  'urlPrefix',
  'defaultSearchParams',
  'searchToString',
  'headers',
  'withCredentials',
  'timeout',
  'staleTime',
  'optimistic',
  'completeResponses',
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
  Defaults = undefined,
  MovePath extends string = Path,
  List extends SchemaLike = Collection<C[]>,
  Field extends string = never,
>
  extends
    Pick<InferredOptions<Path, C, Search, Body, 'json', unknown, Defaults>, Shared>,
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
   * Adds the endpoints `getList.getPage` and `getList.getPreviousPage`: `paginated('page')`, with the search parameter for
   * the number or the cursor of a page.
   */
  readonly pages?: Paginated<Field>;
  /** Returns the arguments that identify a list, given its parameters. By default, all parameters identify the list. */
  readonly argsKey?: (params: RestParams<ListPath<Path>, Search, Defaults>) => object;
  /** The path of `getList.move`. Default: the path of a single entity. */
  readonly movePath?: MovePath;
  /** The Collection class of the list, such as a subclass with other operations. Default: `Collection`. */
  readonly Collection?: new (
    content: C[],
    options: CollectionOptions<C[], [params?: object]>,
  ) => List;
  /** The class of the endpoints, such as a subclass that adds headers. Default: `RestEndpoint`. */
  readonly Endpoint?: new (options: never) => RestEndpoint<RestTypes>;
}

/** The endpoints that {@link restEndpoints} returns. */
export interface EntityEndpoints<
  Path extends string,
  C extends OneEntity,
  Search,
  Body,
  Defaults = undefined,
  MovePath extends string = Path,
  List extends SchemaLike = Collection<C[]>,
  Field extends string = never,
> {
  /** `GET /todos/:id` */
  readonly get: RestEndpoint<{ path: Path; schema: C; defaultSearchParams: Defaults }>;
  /** `GET /todos`: loads the list that the parameters identify. */
  readonly getList: ListEndpoint<{
    path: ListPath<Path>;
    schema: List;
    searchParams: Search;
    defaultSearchParams: Defaults;
    item: Body;
    movePath: MovePath;
    pages: Field;
  }>;
  /** `PUT /todos/:id` */
  readonly update: RestEndpoint<{
    path: Path;
    schema: C;
    body: Body;
    defaultSearchParams: Defaults;
  }>;
  /** `PATCH /todos/:id` */
  readonly partialUpdate: RestEndpoint<{
    path: Path;
    schema: C;
    body: Partial<Body>;
    defaultSearchParams: Defaults;
  }>;
  /** `DELETE /todos/:id`: removes the entity from the cache and from every list. */
  readonly delete: RestEndpoint<{
    path: Path;
    schema: Deletion<C>;
    defaultSearchParams: Defaults;
  }>;
}

/** Without pages, the types of the list have no such member. */
type ListEndpoint<T extends ListTypes> = [T['pages']] extends [never]
  ? WithMembers<Omit<T, 'pages'>>
  : WithMembers<T>;

interface ListTypes extends RestTypes {
  readonly pages: string;
}

type WithMembers<T extends RestTypes> = RestEndpoint<T> & ListMembers<T>;

type Deletion<C extends OneEntity> = C extends EntityClass ? Invalidate<C> : SchemaNode<undefined>;

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
 * cache.watch(todoEndpoints.getList, { userId: 1 }); // Observable of snapshots of Todo[]
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
  Defaults = undefined,
  const MovePath extends string = Path,
  List extends SchemaLike = Collection<C[]>,
  const Field extends string = never,
>(
  options: RestEndpointsOptions<Path, C, Search, Body, Defaults, MovePath, List, Field>,
): RestEndpoints<EntityEndpoints<Path, C, Search, Body, Defaults, MovePath, List, Field>> {
  const { path, schema: type, searchParams, argsKey, movePath = path, pages } = options;
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    checkImported(`restEndpoints(${path}): pages`, pages, 'paginated(…)', 'of');
    warnOfMissingKey(path);
  }
  const Endpoint = (options.Endpoint ?? RestEndpoint) as unknown as new (
    given: object,
  ) => RestEndpoint<{ path: string }>;
  const ListClass = (options.Collection ?? Collection) as unknown as new (
    content: readonly SchemaLike[],
    given: object,
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
    getList: withListMembers(getList, movePath, pages),
    update: new Endpoint({ ...sent, method: 'PUT' }),
    partialUpdate: new Endpoint({ ...sent, method: 'PATCH' }),
    delete: new Endpoint({ ...change, method: 'DELETE', schema: deletion(type) }),
  }) as never;
}

/** Without a parameter, `delete` sends `DELETE /todos`. */
function warnOfMissingKey(path: string): void {
  if (/[:*]/.test(path)) return;
  warnOnce(
    `restEndpoints({ path: '${path}' }): the path has no parameter, so get, update, partialUpdate and delete are sent ` +
      `to ${path} itself. If it is the path of a list, write the path of one entity: '${path}/:id'.`,
  );
}

function deletion(type: OneEntity): SchemaNode<undefined> {
  return isEntityClass(type) ? new Invalidate<EntityClass>(type) : new DeleteOfUnion(type as never);
}
