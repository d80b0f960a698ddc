import type { AnyCollection, Collection, MemberOf } from '../lists/collection';
import type { Normalizer } from '../schema/normalizer';
import type { ObjectSchema } from '../schema/object';
import type { Query } from '../schema/query';
import type { Denormalizer, SchemaFields, SchemaLike, SchemaNode } from '../schema/schema';
import { fieldsOf, listPathsIn, listsIn } from '../schema/schema-shape';
import { CacheError } from '../util/cache-error';
import { valueAt } from '../util/plain-data';

declare const ngDevMode: unknown;

/** The list schema of the Collection in `S`, which is `S` itself or a field in it. */
export type ListIn<S> =
  Unwrapped<S> extends Collection<infer List, infer _>
    ? List
    : Unwrapped<S> extends Readonly<Record<string, unknown>>
      ? { [K in keyof Unwrapped<S>]: ListIn<Unwrapped<S>[K]> }[keyof Unwrapped<S>]
      : never;

/** The schema in a Query, and the fields of `schema.Object`. */
type Unwrapped<S> =
  S extends Query<infer Inner, infer _P, infer _R>
    ? Unwrapped<Inner>
    : S extends ObjectSchema<infer Fields>
      ? Fields
      : S;

export type MemberIn<S> = MemberOf<ListIn<S>>;

/** @throws CacheError NCQ5006 if the schema does not contain a Collection */
export function collectionIn(schema: SchemaLike, source: string): AnyCollection {
  const [found] = listsIn(schema);
  if (!found) throw noCollectionError(source);
  const list = found as never as AnyCollection & { readonly list?: AnyCollection };
  return list.list ?? list;
}

/**
 * Returns a schema with another one in place of its Collection.
 *
 * @throws CacheError NCQ5006 if the schema does not contain a Collection, or not in a field
 */
export function replacedIn(
  schema: SchemaLike,
  source: string,
  replace: (list: AnyCollection) => SchemaLike,
): SchemaLike {
  const list = collectionIn(schema, source);
  const path = pathIn(schema);
  if (!path) throw noCollectionError(source);
  return replacedAt(path, schema, replace(list));
}

/** Returns the items of the Collection in some data; `undefined` if the data does not contain it. */
export function itemsIn(schema: SchemaLike, data: unknown): unknown[] | undefined {
  return valueAt(data, pathIn(schema)!) as unknown[] | undefined;
}

/** Returns the path of the Collection inside a schema; `undefined` if no field contains one. */
function pathIn(schema: SchemaLike): readonly string[] | undefined {
  return listPathsIn(schema).at(0)?.path;
}

function replacedAt(
  [name, ...path]: readonly string[],
  within: SchemaLike,
  value: SchemaLike,
): SchemaLike {
  if (name === undefined) return value;
  const fields = fieldsOf(within);
  const all = { ...fields, [name]: replacedAt(path, fields[name], value) };
  return new Enclosing(all, name, path.length > 0 ? {} : []);
}

/**
 * The schema of an object that contains the list of a page. An API may leave out a list without items. It is a page
 * nevertheless, so that it is not requested again.
 */
class Enclosing implements SchemaNode<unknown> {
  constructor(
    readonly fields: SchemaFields,
    private readonly name: string,
    private readonly empty: unknown,
  ) {}

  normalize(input: unknown, _parent: unknown, _key: string | undefined, walk: Normalizer): unknown {
    const { empty, fields, name } = this;
    const stored = walk.fields(fields, input);
    return { ...stored, [name]: stored[name] ?? walk.at(name, fields[name], empty, input) };
  }

  denormalize(stored: unknown, read: Denormalizer, last?: unknown): unknown {
    return read.value(this.fields, stored, last);
  }
}

/** Creates error NCQ5006. */
function noCollectionError(source: string): CacheError {
  return new CacheError(
    'NCQ5006',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the schema contains no Collection, so there is no list to add entities to. ` +
        `Use schema: new Collection([Todo]), or an object with a Collection in a field.`,
    { source },
  );
}
