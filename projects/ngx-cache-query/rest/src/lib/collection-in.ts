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
  const path = pathIn(within);
  if (path === undefined) throw noCollectionError(source);
  return valueAt(path, within) as AnyCollection;
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
  return replacedAt(pathIn(within)!, within, pages(list)) as SchemaLike;
}

/** The items of the Collection in a schema, in data of that schema; `undefined` without one. */
export function itemsIn(within: unknown, data: unknown): unknown[] | undefined {
  return valueAt(pathIn(within)!, data) as unknown[] | undefined;
}

/** The names that lead to the Collection in a schema; `undefined` when there is none. */
function pathIn(within: unknown): readonly string[] | undefined {
  if (within instanceof schema.Collection) return [];
  if (typeof within !== 'object' || within === null) return undefined;
  for (const [name, each] of Object.entries(within)) {
    const path = pathIn(each);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function valueAt(path: readonly string[], within: unknown): unknown {
  return path.reduce((each, name) => (each as Fields | undefined)?.[name], within);
}

function replacedAt([name, ...path]: readonly string[], within: unknown, value: unknown): unknown {
  if (name === undefined) return value;
  const fields = within as Fields;
  return { ...fields, [name]: replacedAt(path, fields[name], value) };
}

/** Error NCQ5006. */
export function noCollectionError(source: string): CacheError {
  return new CacheError(
    CacheErrorCode.NoCollection,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the schema contains no Collection, so there is no list to add entities to. ` +
        `Use schema: new schema.Collection([Todo]), or an object with a Collection in a field.`,
    { source },
  );
}
