import { pageOf } from '../lists/list-page';
import type { PagePlace } from '../lists/list-pages';
import type { AnyEndpoint, PagesOf } from '../requests/endpoint';
import { CacheError } from '../util/cache-error';
import { isPlain } from '../util/plain-data';
import { replacedIn } from './collection-in';
import type { RestEndpoint } from './rest-endpoint';
import type { ItemIn, RawIn, RestTypes, SchemaIn, TypeIn, TypeOf } from './rest-types';

declare const ngDevMode: unknown;

/** An endpoint for the pages of a list. */
export type PageEndpoint<T extends RestTypes, Field extends string> = RestEndpoint<
  PageTypes<T, Field>
> & { readonly pagesOf: PagesOf };

/** The types of an endpoint for the pages of a list. */
export interface PageTypes<T extends RestTypes, Field extends string> {
  readonly path: T['path'];
  readonly schema: SchemaIn<T>;
  readonly searchParams: ([TypeIn<T, 'searchParams'>] extends [undefined]
    ? unknown
    : TypeIn<T, 'searchParams'>) & { readonly [K in Field]?: string | number };
  readonly defaultSearchParams: TypeIn<T, 'defaultSearchParams'>;
  readonly body: TypeIn<T, 'body'>;
  readonly responseType: TypeOf<T>;
  readonly raw: RawIn<T>;
  readonly item: ItemIn<T>;
  readonly page: Field;
}

/** The value of the `pages` option of `restEndpoints`. */
export interface Paginated<Field extends string> {
  /** The parameter that identifies a page. */
  readonly field: Field;
  /** @internal Returns the endpoint for the pages of a list. */
  of(list: RestEndpoint<RestTypes>, where: PagePlace): unknown;
}

/** The value of the `pages` option of `restEndpoints`, with the search parameter for the page. */
export function paginated<const Field extends string>(field: Field): Paginated<Field>;
/**
 * Returns an endpoint that loads a list page by page. Its value is the whole list. Other fields, such as a total or a
 * cursor, come from the last loaded page.
 *
 * @param field the search parameter for the number or the cursor of the page
 * @throws CacheError NCQ5006 if the schema contains no Collection; NCQ1011 if it is a Query
 *
 * @example
 * ```ts
 * const getActivityPage = paginated(getActivity, 'cursor');
 * cache.fetch(getActivityPage, { cursor: 'x' }); // the whole list
 * ```
 */
export function paginated<T extends RestTypes, const Field extends string>(
  list: RestEndpoint<T>,
  field: Field,
  where?: PagePlace,
): PageEndpoint<T, Field>;
export function paginated(
  list: RestEndpoint<RestTypes> | string,
  field?: string,
  where?: PagePlace,
): unknown {
  if (typeof list !== 'string') return pagesOf(list, field!, where);
  return {
    field: list,
    of: (each, place) => pagesOf(each, list, place),
  } satisfies Paginated<string>;
}

function pagesOf(list: RestEndpoint<RestTypes>, field: string, where?: PagePlace): unknown {
  const { given, name, schema, derived } = list;
  if (derived) throw derivedPagesError(name);
  const type = list.constructor as new (options: object) => object;
  const pages = new type({
    ...given,
    key: undefined,
    name: undefined,
    schema: replacedIn(schema, name, (collection) => pageOf(collection, field, where)),
  });
  const of: PagesOf = { list: list as AnyEndpoint, field, argsOf: (args) => listArgs(args, field) };
  return Object.assign(pages, { pagesOf: of });
}

/** Returns the arguments of a page, except the one that identifies the page. */
function listArgs(args: readonly unknown[], field: string): readonly unknown[] {
  const [first, ...rest] = args;
  if (!isPlain(first)) return args;
  const { [field]: _, ...others } = first;
  return Object.keys(others).length === 0 && rest.length === 0 ? [] : [others, ...rest];
}

/**
 * Creates error NCQ1011: the schema of an endpoint with pages is a Query. The cache merges the pages into one list, but
 * the Query returns a different value, which it derives from that list.
 */
function derivedPagesError(source: string): CacheError {
  return new CacheError(
    'NCQ1011',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: an endpoint whose schema is a Query cannot have pages. Use a Collection as the schema of the ` +
        `endpoint, and read the Query with select.`,
    { source },
  );
}
