import type { Entity } from '../schema/entity/entity';
import type { Denormalize, SchemaLike } from '../schema/schema';
import type { Fields } from '../util/plain-data';
import type { NonFilter } from './list-filter';

/** The type of a list item. */
export type MemberOf<C extends SchemaLike> =
  Denormalize<C> extends readonly (infer Item)[]
    ? Item
    : Denormalize<C> extends Readonly<Record<string, infer Item>>
      ? Item
      : never;

/**
 * The row of an entity as a filter receives it: relations are keys, and fields with a deserializer have raw values.
 */
export type RowOf<E> = {
  readonly [K in keyof E]?: NonNullable<E[K]> extends Entity
    ? string | number
    : NonNullable<E[K]> extends readonly Entity[]
      ? readonly (string | number)[]
      : E[K];
};

/**
 * The options of a {@link Collection}, which define how lists are identified, and which entities each list contains.
 */
export interface CollectionOptions<C extends SchemaLike, Args extends readonly unknown[]> {
  /**
   * Returns the arguments that identify a list, given the arguments of an endpoint. By default, the first argument
   * identifies the list.
   */
  readonly argsKey?: (...args: Args) => object;
  /**
   * Returns the arguments that identify a list inside an entity or a `schema.Values`. Inside an entity, the function
   * receives the row of the entity and the name of the field. Inside `schema.Values`, it receives the object that
   * contains the lists, and the key under which this object contains the list.
   */
  readonly nestKey?: (parent: never, key: string) => object;
  /**
   * The arguments that identify a list but do not filter it. Pass a list of names, a pattern, or a function that
   * returns `true` for the name of such an argument. By default, these are the arguments whose names start with
   * `order`, `sort`, `_order` or `_sort`.
   */
  readonly nonFilterArgumentKeys?: NonFilter;
  /**
   * The arguments that select a page of a list or limit its size. A list with one of these arguments is a window, which
   * contains only some of the items. After a mutation that may affect a window, the cache refetches the window instead
   * of guessing which items it contains. The default is `page`, `_page`, `offset`, `skip`, `cursor`, `limit`, `_limit`,
   * `per_page`, `_per_page`, `perPage`, `pageSize` and `page_size`. Pass `[]` if no argument selects a page.
   */
  readonly pageArgumentKeys?: readonly string[];
  /**
   * Returns whether an entity belongs to the list with the given arguments. By default, the fields of the entity are
   * compared with the arguments. If you pass a function, an entity is removed from a list as soon as the function
   * returns `false` for the changed entity.
   */
  readonly filter?: (item: RowOf<MemberOf<C>>, args: Fields) => boolean;
  /**
   * The name of the Collection in snapshots, such as the data that a server transfers to the browser. By default, the
   * name consists of the class names of the items and the kind of list (array or map). Required if several Collections
   * have the same default name.
   */
  readonly name?: string;
}
