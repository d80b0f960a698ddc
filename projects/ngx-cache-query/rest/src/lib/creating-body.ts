import type { EntityClass, EntityMapping, FieldsOf, schema } from 'ngx-cache-query';
import type { ListIn } from './collection-in';

/**
 * The body of a request that creates an entity and adds it to a list. If the endpoint declares a body type, the body
 * has this type. Otherwise, the body contains the fields of the Entity class. If the list has several classes, the
 * fields of any of these classes are accepted.
 */
export type CreatingBody<S, Body> = [Body] extends [undefined]
  ? [MemberClass<ListIn<S>>] extends [never]
    ? Readonly<Record<string, unknown>>
    : FieldsOfAny<MemberClass<ListIn<S>>>
  : Body;

/**
 * The {@link CreatingBody} of an extended endpoint. The type stays the same unless the extension changes the schema or
 * the body.
 */
export type ExtendedBody<Before, After extends readonly [schema: unknown, body: unknown], Item> = [
  Before,
  After,
] extends [After, Before]
  ? Item
  : CreatingBody<After[0], After[1]>;

/**
 * The body of `assign`. If the endpoint declares a body type, the body has this type. Otherwise, the body is an object
 * that maps each key to the fields of one entity.
 */
export type AssigningBody<Body, Item> = [Body] extends [undefined]
  ? Readonly<Record<string, Item>>
  : Body;

/** The Entity classes of the items in a list. */
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
