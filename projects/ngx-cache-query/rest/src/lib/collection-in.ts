import {
  CacheError,
  type Collection,
  ɵisSchemaNode as isSchemaNode,
  type MemberOf,
  type Query,
  type SchemaLike,
} from 'ngx-cache-query';

declare const ngDevMode: unknown;

/** A Collection of any list schema, with only the members that endpoints use. */
export type AnyCollection = Pick<
  Collection<SchemaLike>,
  'push' | 'unshift' | 'assign' | 'remove' | 'move' | 'page'
>;

/** The list schema of the Collection in `S`. The Collection is `S` itself or is nested in the fields of `S`. */
export type ListIn<S> =
  WithoutQuery<S> extends Collection<infer List, infer _>
    ? List
    : S extends Readonly<Record<string, unknown>>
      ? { [K in keyof S]: ListIn<S[K]> }[keyof S]
      : never;

/** The schema inside a Query; `S` itself if `S` is not a Query. */
type WithoutQuery<S> = S extends Query<infer Inner, infer _P, infer _R> ? WithoutQuery<Inner> : S;

/** The type of the entities in the list described by `S`. */
export type MemberIn<S> = MemberOf<ListIn<S>>;

/**
 * Returns the Collection in the `within` schema.
 *
 * @throws CacheError NCQ5006 if the schema does not contain a Collection
 */
export function collectionIn(within: unknown, source: string): AnyCollection {
  const path = pathIn(within);
  if (path === undefined) throw noCollectionError(source);
  return valueAt(path, within) as AnyCollection;
}

/**
 * Returns a copy of the `within` schema, with a page schema in place of the Collection.
 *
 * @param pages returns the page schema for the Collection
 * @throws CacheError NCQ5006 if the schema does not contain a Collection
 */
export function pagesIn(
  within: SchemaLike,
  source: string,
  pages: (list: AnyCollection) => SchemaLike,
): SchemaLike {
  const list = collectionIn(within, source);
  return replacedAt(pathIn(within)!, within, pages(list)) as SchemaLike;
}

/**
 * Returns the items of the Collection in `data`. The schema of `data` is `within`. Returns `undefined` if `data` does
 * not contain the Collection.
 */
export function itemsIn(within: unknown, data: unknown): unknown[] | undefined {
  return valueAt(pathIn(within)!, data) as unknown[] | undefined;
}

/**
 * Returns the path of the Collection inside the `within` schema. Returns `undefined` if the schema contains no
 * Collection.
 */
function pathIn(within: unknown): readonly string[] | undefined {
  if (isSchemaNode(within) && within.shape().kind === 'collection') return [];
  if (typeof within !== 'object' || within === null) return undefined;
  for (const [name, part] of Object.entries(within)) {
    const path = pathIn(part);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function valueAt(path: readonly string[], within: unknown): unknown {
  return path.reduce((value, name) => (value as Fields | undefined)?.[name], within);
}

function replacedAt([name, ...path]: readonly string[], within: unknown, value: unknown): unknown {
  if (name === undefined) return value;
  const fields = within as Fields;
  return { ...fields, [name]: replacedAt(path, fields[name], value) };
}

/** Error NCQ5006. */
export function noCollectionError(source: string): CacheError {
  return new CacheError(
    'NCQ5006',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the schema contains no Collection, so there is no list to add entities to. ` +
        `Use schema: new Collection([Todo]), or an object with a Collection in a field.`,
    { source },
  );
}

/**
 * Error NCQ1011: the schema of an endpoint with pages is a Query. The cache merges the pages into one list, but the
 * Query returns a different value, which it derives from that list.
 */
export function derivedPagesError(source: string): CacheError {
  return new CacheError(
    'NCQ1011',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: an endpoint whose schema is a Query cannot have pages. Use a Collection as the schema of the ` +
        `endpoint, and read the Query with select.`,
    { source },
  );
}
