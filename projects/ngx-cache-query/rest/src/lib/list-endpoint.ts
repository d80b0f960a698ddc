import type { SchemaLike, SchemaNode, ValueOf } from 'ngx-cache-query';
import type { MemberIn } from './collection-in';
import type { ExtendedBody } from './creating-body';
import type { MergedDefaults } from './rest-args';
import type { PageEndpoint, RestEndpoint } from './rest-endpoint';
import type { ExtendOptions, RestResponseType } from './rest-options';

/**
 * The list endpoint that `restEndpoints` creates.
 *
 * @typeParam Item the type of the body that creates an entity
 * @typeParam MovePath the path of `move`
 * @typeParam Field the search parameter that identifies a page; `never` for a list without pages
 */
export type ListEndpoint<
  Path extends string,
  S extends SchemaLike,
  Search,
  Body,
  Type extends RestResponseType,
  Raw,
  Item,
  Defaults,
  MovePath extends string,
  Field extends string = never,
> = ListMembers<Path, S, Search, Body, Type, Raw, Item, Defaults, MovePath, Field> &
  RestEndpoint<Path, S, Search, Body, Type, Raw, ValueOf<S, Raw>, Item, Defaults> &
  ([Field] extends [never]
    ? unknown
    : ListPages<Path, S, Search, Body, Type, Raw, Item, Defaults, Field>);

interface ListMembers<
  Path extends string,
  S extends SchemaLike,
  Search,
  Body,
  Type extends RestResponseType,
  Raw,
  Item,
  Defaults,
  MovePath extends string,
  Field extends string,
> {
  /**
   * `PATCH /todos/:id`: removes the entity from the lists that it no longer matches, and adds it to the lists that it
   * now matches.
   */
  readonly move: RestEndpoint<
    MovePath,
    SchemaNode<MemberIn<S>>,
    undefined,
    Partial<Item>,
    'json',
    unknown,
    MemberIn<S>,
    Partial<Item>,
    Defaults
  >;

  /** Works like `extend` on any other endpoint. The result also has `move` and the endpoints for pages. */
  extend<
    P extends string = Path,
    T extends SchemaLike = S,
    Q = Search,
    B = Body,
    X extends RestResponseType = Type,
    R = Raw,
    D = undefined,
  >(
    options: ExtendOptions<P, T, Q, B, X, R, Defaults, D>,
  ): ListEndpoint<
    P,
    T,
    Q,
    B,
    X,
    R,
    ExtendedBody<[S, Body], [T, B], Item>,
    MergedDefaults<Defaults, D>,
    MovePath,
    Field
  >;
}

/** The endpoints for the pages of a list. */
interface ListPages<
  Path extends string,
  S extends SchemaLike,
  Search,
  Body,
  Type extends RestResponseType,
  Raw,
  Item,
  Defaults,
  Field extends string,
> {
  /**
   * `GET /todos?page=2`: adds a page to the loaded pages, at the position that its number determines. The value is the
   * whole list.
   */
  readonly getPage: PageEndpoint<
    Path,
    S,
    Search,
    Body,
    Type,
    Raw,
    ValueOf<S, Raw>,
    Field,
    Item,
    Defaults
  >;
  /**
   * Works like {@link getPage}, but adds the page before the loaded pages. Use this endpoint for earlier pages if the
   * pages have no numbers.
   */
  readonly getPreviousPage: this['getPage'];
}

type AnyList = RestEndpoint<string, SchemaLike>;

/**
 * Adds `move` and the endpoints for pages to a list endpoint, and to each endpoint that extends this list endpoint. The
 * added endpoints are created only when they are first read, because they need a Collection and the schema of an
 * extended endpoint might not contain one.
 */
export function listEndpoint(list: AnyList, movePath: string, field?: string): AnyList {
  const extend = list.extend.bind(list) as (options: object) => AnyList;
  const pages = field !== undefined && {
    getPage: lazily(() => list.paginated(field)),
    getPreviousPage: lazily(() => list.paginated(field, 'before')),
  };
  return Object.defineProperties(list, {
    move: { get: () => list.changing('move', movePath) },
    extend: { value: (options: object) => listEndpoint(extend(options), movePath, field) },
    ...pages,
  });
}

/** Returns a property whose value is created when it is read for the first time. */
function lazily(create: () => unknown): PropertyDescriptor {
  let value: unknown;
  return { get: () => (value ??= create()) };
}
