import type { PagesOf } from '../requests/endpoint';
import type { SchemaNode } from '../schema/schema';
import type { MemberIn } from './collection-in';
import type { DeclaresNext, PageEndpoint, Paginated } from './paginated';
import type { RestEndpoint } from './rest-endpoint';
import type { Flatten } from './rest-args';
import type { ItemIn, Optional, RestTypes, SchemaIn, TypeIn } from './rest-types';

/** What the list of `restEndpoints`, or an endpoint of pages, has in addition to any other endpoint. */
export type ListMembers<T extends RestTypes> = (T extends { readonly movePath: string }
  ? Moving<T>
  : unknown) &
  (T extends { readonly pages: infer Field extends string } ? Paging<T, Field> : unknown) &
  (T extends { readonly page: string } ? { readonly pagesOf: PagesOf } : unknown) &
  (T extends { readonly page: string; readonly next: true } ? DeclaresNext : unknown);

// These are no interfaces, because editors would show `T` with each of their members.
type Moving<T extends RestTypes & { readonly movePath: string }> = {
  /** `PATCH /todos/:id`: moves the entity to the lists that it now matches. */
  readonly move: RestEndpoint<
    Flatten<
      {
        path: T['movePath'];
        schema: SchemaNode<MemberIn<SchemaIn<T>>>;
        body: Partial<ItemIn<T>>;
      } & Optional<'defaultSearchParams', TypeIn<T, 'defaultSearchParams'>>
    >
  >;
};

/** The endpoints for the pages of a list. */
type Paging<T extends RestTypes, Field extends string> = {
  /** `GET /todos?page=2`: adds a page to the loaded pages. The value is the whole list. */
  readonly getPage: PageEndpoint<PageTypesOf<T>, Field, TypeIn<T, 'next'>>;
  /** Works like `getPage`, but adds the page at the beginning, if pages have no numbers. */
  readonly getPreviousPage: PageEndpoint<PageTypesOf<T>, Field, TypeIn<T, 'next'>>;
};
type PageTypesOf<T extends RestTypes> = Flatten<Omit<T, 'movePath' | 'pages' | 'next'>>;

type AnyList = RestEndpoint<RestTypes>;

/**
 * Adds the members of a list endpoint to an endpoint, and to each endpoint that extends it. They are created when they
 * are read, because the schema of an extended endpoint might not contain a Collection.
 */
export function withListMembers(
  list: AnyList,
  movePath: string,
  pages: Paginated<string> | undefined,
): AnyList {
  const extend = list.extend.bind(list) as (options: object) => AnyList;
  return Object.defineProperties(list, {
    move: { get: () => list.changing('move', movePath) },
    extend: { value: (options: object) => withListMembers(extend(options), movePath, pages) },
    ...(pages && {
      getPage: lazily(() => pages.of(list, 'after')),
      getPreviousPage: lazily(() => pages.of(list, 'before')),
    }),
  });
}

function lazily(create: () => unknown): PropertyDescriptor {
  let value: unknown;
  return { get: () => (value ??= create()) };
}
