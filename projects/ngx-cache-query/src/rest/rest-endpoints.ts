import { Collection, type CollectionOptions } from '../lists/collection';
import { Invalidate } from '../schema/invalidate';
import type { Normalizer } from '../schema/normalizer';
import { pkOf } from '../schema/pk';
import { isEntityClass, planOf } from '../schema/plan';
import type { EntityClass, EntityMapping, SchemaLike, SchemaNode } from '../schema/schema';
import type { AnyUnion, Union } from '../schema/union';
import { checkImported } from '../schema/write-errors';
import { warnOnce } from '../util/warn';
import type { EntityEndpoints, FieldsIn, InferredEntityTypes, OneEntity } from './entity-endpoints';
import { extendable, type RestEndpoints } from './extended-endpoints';
import { pick, SENDING } from './extended-options';
import { withListMembers } from './list-members';
import { type ListPath, listPath } from './list-path';
import type { Paginated } from './paginated';
import type { Flatten, RestParams } from './rest-args';
import { RestEndpoint } from './rest-endpoint';
import type { InferredOptions } from './rest-options';
import type { RestTypes } from './rest-types';

declare const ngDevMode: unknown;

/** The options that {@link restEndpoints} passes to all endpoints in the group. */
type Shared = (typeof SENDING)[number] | 'staleTime' | 'sensitive';

/** The options that {@link restEndpoints} passes unchanged to its Collection. */
const OF_COLLECTION = [
  'nonFilterArgumentKeys',
  'pageArgumentKeys',
  'filter',
  'followsFields',
  'nestKey',
] as const;

/** The options of {@link restEndpoints}, for all endpoints of the group and for its lists. */
export interface RestEndpointsOptions<
  Path extends string,
  C extends OneEntity,
  Search,
  Body = undefined,
  Defaults = undefined,
  MovePath extends string | undefined = undefined,
  List extends SchemaLike = undefined,
  Field extends string = never,
  Next extends true | undefined = undefined,
>
  extends
    Pick<
      InferredOptions<
        Path,
        C,
        Search,
        [Body] extends [undefined] ? FieldsIn<C> : Body,
        'json',
        unknown,
        Defaults
      >,
      Shared
    >,
    Pick<CollectionOptions<C[], [params?: object]>, (typeof OF_COLLECTION)[number]> {
  /** The path of a single entity. The path of the list is this path without its last parameter. */
  readonly path: Path;
  /** The Entity class, or a Union of several classes. */
  readonly schema: C;
  /** Declares the type of the list's search parameters: `typed<{ userId?: number }>()`. */
  readonly searchParams?: Search;
  /** Declares the type of request bodies. Default: the fields of the class. */
  readonly body?: Body;
  /** The pages of the list, as `paginated('page', pageNumber())`: `getList.getPage` and `getList.getPreviousPage`. */
  readonly pages?: Paginated<Field, Next>;
  /** Returns the arguments that identify a list, from its parameters. Default: all parameters. */
  readonly argsKey?: (params: RestParams<ListPath<Path>, Search, Defaults>) => object;
  /** The path of `getList.move`. Default: the path of a single entity. */
  readonly movePath?: MovePath;
  /** The Collection class of the list. Default: `Collection`. */
  readonly Collection?: new (
    content: C[],
    options: CollectionOptions<C[], [params?: object]>,
  ) => List;
  /** The class of the endpoints. Default: `RestEndpoint`. */
  readonly Endpoint?: new (options: never) => RestEndpoint<RestTypes>;
}

/**
 * Creates the endpoints for an Entity class or a Union: `get`, `getList`, `update`, `partialUpdate` and `delete`, and
 * `getList.push` to create an entity.
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
  Body = undefined,
  Defaults = undefined,
  const MovePath extends string | undefined = undefined,
  List extends SchemaLike = undefined,
  const Field extends string = never,
  Next extends true | undefined = undefined,
>(
  options: RestEndpointsOptions<Path, C, Search, Body, Defaults, MovePath, List, Field, Next>,
): RestEndpoints<
  EntityEndpoints<
    Flatten<InferredEntityTypes<Path, C, Search, Body, Defaults, MovePath, List, Field, Next>>
  >
> {
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
  const shared = pick(options, [...SENDING, 'staleTime', 'sensitive']);
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
  return isEntityClass(type) ? new Invalidate<EntityClass>(type) : new DeleteOfUnion(type);
}

/**
 * Works like `schema.Invalidate`, but the response and the parameters can contain an id without a type. For such an id,
 * the classes are tried in the order of the mapping, as in `schema.Union`. The first entity in the cache is deleted.
 */
class DeleteOfUnion extends Invalidate<AnyUnion> {
  /** @internal */
  override normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    walk: Normalizer,
  ): undefined {
    const union = this.item as Union<EntityMapping>;
    const candidates = [input, walk.args[0]]
      .map((named) =>
        union.typesOf(named).flatMap((type) => {
          const pk = pkOf(type, named);
          return pk === undefined ? [] : [{ plan: planOf(type), pk }];
        }),
      )
      .find(({ length }) => length > 0);
    if (!candidates) return super.normalize(input, parent, key, walk);
    const isOnly = candidates.length === 1;
    const found = candidates.find(({ plan, pk }) => isOnly || walk.has?.(plan, pk));
    if (found) walk.put(found.plan, found.pk, undefined);
  }
}
