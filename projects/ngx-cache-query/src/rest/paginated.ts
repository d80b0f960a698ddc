import { pageOf } from '../lists/list-page';
import type { PagePlace } from '../lists/stored-pages';
import type { AnyEndpoint, PagesOf } from '../requests/endpoint';
import { CacheError } from '../util/cache-error';
import { isPlain } from '../util/plain-data';
import { type MemberIn, replacedIn } from './collection-in';
import type { NextPage } from './next-page';
import type { RestEndpoint } from './rest-endpoint';
import type { ItemIn, RawIn, RestTypes, SchemaIn, TypeIn, TypeOf, ValueIn } from './rest-types';

declare const ngDevMode: unknown;

/** An endpoint for the pages of a list. `Next` is `true` if it is declared how to find the next page. */
export type PageEndpoint<
  T extends RestTypes,
  Field extends string,
  Next extends true | undefined = undefined,
> = RestEndpoint<PageTypes<T, Field, Next>> & { readonly pagesOf: PagesOf } & ([Next] extends [true]
    ? DeclaresNext
    : unknown);

export interface PageTypes<
  T extends RestTypes,
  Field extends string,
  Next extends true | undefined = undefined,
> {
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
  readonly next: Next;
}

/** An endpoint of pages of which it is declared how to find the next one. */
export interface DeclaresNext {
  readonly pagesOf: { readonly next: NextPage<never, never> };
}

/** The list of an endpoint of pages, and what is declared of its pages. */
export interface PagesOfList extends PagesOf {
  readonly next: NextPage | undefined;
  /** Whether each further page comes before the loaded ones. */
  readonly isReversed: boolean;
}

/** The value of the `pages` option of `restEndpoints`. */
export interface Paginated<Field extends string, Next extends true | undefined = true | undefined> {
  /** The parameter that identifies a page. */
  readonly field: Field;
  /** Whether it is declared how to find the next page. */
  readonly hasNext: Next;
  /** @internal Returns the endpoint for the pages of a list. */
  of(list: RestEndpoint<RestTypes>, where: PagePlace): unknown;
}

/**
 * Returns the value of the `pages` option of `restEndpoints`: the search parameter for the page, and for `infinite` also
 * how to find the next page.
 */
export function paginated<const Field extends string>(field: Field): Paginated<Field, undefined>;
export function paginated<const Field extends string, Value>(
  field: Field,
  next: NextPage<Value>,
): Paginated<Field, true>;
/**
 * Returns an endpoint that loads a list page by page. Its value is the whole list, with the other fields of the last
 * loaded page.
 *
 * @param field the search parameter for the number or the cursor of the page
 * @param next how to find the next page: `pageNumber()`, `offset()`, `cursorIn('…')`, `lastItem('…')`, `linkIn('…')`,
 * `linkHeaderIn('…')` or a function
 * @param where where new pages are added; `'before'` if each response has its newest item last, so that older pages
 * belong before it
 * @throws CacheError NCQ5006 if the schema contains no Collection; NCQ1011 if it is a Query
 *
 * @example
 * ```ts
 * const getActivityPage = paginated(getActivity, 'cursor', cursorIn('meta.nextCursor'));
 * cache.fetch(getActivityPage, { cursor: 'x' }); // the whole list
 * ```
 */
export function paginated<T extends RestTypes, const Field extends string>(
  list: RestEndpoint<T>,
  field: Field,
  next: NextPage<ValueIn<T>, MemberIn<SchemaIn<T>>>,
  where?: PagePlace,
): PageEndpoint<T, Field, true>;
/** Works the same, without `infinite`, or if `infinite` has the option `next`. */
export function paginated<T extends RestTypes, const Field extends string>(
  list: RestEndpoint<T>,
  field: Field,
  where?: PagePlace,
): PageEndpoint<T, Field>;
export function paginated(
  list: RestEndpoint<RestTypes> | string,
  second?: string | NextPage,
  third?: PagePlace | NextPage,
  fourth?: PagePlace,
): unknown {
  if (typeof list !== 'string') {
    const [next, where] = typeof third === 'function' ? [third, fourth] : [undefined, third];
    return pagesOf(list, second as string, next, where);
  }
  const next = typeof second === 'function' ? second : undefined;
  return {
    field: list,
    hasNext: next && true,
    of: (each, place) => pagesOf(each, list, next, place),
  } satisfies Paginated<string>;
}

function pagesOf(
  list: RestEndpoint<RestTypes>,
  field: string,
  next: NextPage | undefined,
  where?: PagePlace,
): unknown {
  const { given, name, schema, derived } = list;
  if (derived) throw derivedPagesError(name);
  const type = list.constructor as new (options: object) => object;
  const pages = new type({
    ...given,
    key: undefined,
    name: undefined,
    schema: replacedIn(schema, name, (collection) => pageOf(collection, field, where)),
  });
  const of: PagesOfList = {
    list: list as AnyEndpoint,
    field,
    argsOf: (args) => listArgs(args, field),
    next,
    isReversed: where === 'before',
  };
  return Object.assign(pages, { pagesOf: of });
}

/** Returns the arguments of a page, except the one that identifies the page. */
function listArgs(args: readonly unknown[], field: string): readonly unknown[] {
  const [first, ...rest] = args;
  if (!isPlain(first)) return args;
  const { [field]: _, ...others } = first;
  return Object.keys(others).length === 0 && rest.length === 0 ? [] : [others, ...rest];
}

/** Error NCQ1011. The cache merges the pages into one list, but a Query returns another value. */
function derivedPagesError(source: string): CacheError {
  return new CacheError(
    'NCQ1011',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: an endpoint whose schema is a Query cannot have pages. Use a Collection as the schema of the ` +
        `endpoint, and read the Query with select.`,
    { source },
  );
}
