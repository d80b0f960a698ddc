import {
  CacheError,
  CacheErrorCode,
  type MemberOf,
  type SchemaLike,
  schema,
} from 'ngx-cache-query';

declare const ngDevMode: unknown;

/** A Collection of whatever. */
export type AnyCollection = Pick<
  schema.Collection<SchemaLike>,
  'push' | 'unshift' | 'assign' | 'remove' | 'move' | 'page'
>;

/** The schema of the whole lists of the Collection in a schema: the schema itself, or what a field of it holds. */
export type ListIn<S> =
  S extends schema.Collection<infer List, infer _>
    ? List
    : S extends Readonly<Record<string, unknown>>
      ? { [K in keyof S]: ListIn<S[K]> }[keyof S]
      : never;

/** An entity of the lists that a schema describes. */
export type MemberIn<S> = MemberOf<ListIn<S>>;

/**
 * The Collection in a schema.
 *
 * @throws CacheError NCQ5006 when there is none
 */
export function collectionIn(within: unknown, source: string): AnyCollection {
  const found = find(within);
  if (found === undefined) throw noCollectionError(source);
  return found;
}

/**
 * A schema with its Collection replaced by its pages.
 *
 * @throws CacheError NCQ5006 when there is none
 */
export function pagesIn(
  within: SchemaLike,
  source: string,
  pages: (list: AnyCollection) => SchemaLike,
): SchemaLike {
  const list = collectionIn(within, source);
  const replace = (each: unknown): unknown => {
    if (each === list) return pages(list);
    const isPlain = typeof each === 'object' && Object.getPrototypeOf(each) === Object.prototype;
    return isPlain
      ? Object.fromEntries(Object.entries(each as object).map(([k, v]) => [k, replace(v)]))
      : each;
  };
  return replace(within) as SchemaLike;
}

/** The items of the Collection in a schema, in a response of that schema; `undefined` without one. */
export function itemsIn(within: unknown, data: unknown): unknown[] | undefined {
  if (within instanceof schema.Collection) return data as unknown[] | undefined;
  if (typeof within !== 'object' || within === null) return undefined;
  for (const [name, each] of Object.entries(within)) {
    const fields = (data ?? {}) as Readonly<Record<string, unknown>>;
    if (find(each) !== undefined) return itemsIn(each, fields[name]);
  }
  return undefined;
}

/** Data of a schema with other items in place of those of its Collection. */
export function withItems(within: unknown, data: unknown, items: readonly unknown[]): unknown {
  if (within instanceof schema.Collection) return items;
  const parts = Object.entries(within as Readonly<Record<string, unknown>>);
  const [name, each] = parts.find(([, part]) => find(part) !== undefined)!;
  const fields = data as Readonly<Record<string, unknown>>;
  return { ...fields, [name]: withItems(each, fields[name], items) };
}

function find(within: unknown): AnyCollection | undefined {
  if (within instanceof schema.Collection) return within as unknown as AnyCollection;
  if (typeof within !== 'object' || within === null) return undefined;
  for (const each of Object.values(within)) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Error NCQ5006. */
export function noCollectionError(source: string): CacheError {
  return new CacheError(
    CacheErrorCode.NoCollection,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: there is no Collection in the schema, and so no list to put entities into. ` +
        `Make it schema: new schema.Collection([Todo]), or an object with one in a field.`,
    { source },
  );
}
