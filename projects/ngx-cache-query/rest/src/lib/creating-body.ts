import type { EntityClass, EntityMapping, FieldsOf, schema } from 'ngx-cache-query';
import type { ListIn } from './collection-in';

/**
 * The body of a request that creates an entity in the lists of a schema: the body type of the endpoint, if it declares
 * one. Otherwise, the fields of the entity class of the list, or of any of its classes.
 */
export type CreatingBody<S, Body> = [Body] extends [undefined]
  ? [MemberClass<ListIn<S>>] extends [never]
    ? Readonly<Record<string, unknown>>
    : FieldsOfAny<MemberClass<ListIn<S>>>
  : Body;

/** The creating body of an extended endpoint. It stays the same, unless the schema or the body changes. */
export type ExtendedBody<Before, After extends readonly [schema: unknown, body: unknown], Item> = [
  Before,
  After,
] extends [After, Before]
  ? Item
  : CreatingBody<After[0], After[1]>;

/** The body of `assign`: the body type of the endpoint, if it declares one. Otherwise, an object of bodies by key. */
export type AssigningBody<Body, Item> = [Body] extends [undefined]
  ? Readonly<Record<string, Item>>
  : Body;

/** The entity classes of the members of a list. */
type MemberClass<List> = List extends readonly (infer Item)[]
  ? ClassIn<Item>
  : List extends schema.Array<infer Item, infer _> | schema.Values<infer Item, infer _>
    ? ClassIn<Item>
    : never;

type ClassIn<Item> = Item extends EntityClass
  ? Item
  : Item extends schema.Union<infer Mapping>
    ? Mapping[keyof Mapping]
    : Item extends EntityMapping
      ? Item[keyof Item]
      : never;

type FieldsOfAny<C> = C extends EntityClass ? FieldsOf<C> : never;
