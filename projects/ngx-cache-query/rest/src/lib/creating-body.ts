import type { EntityClass, EntityMapping, FieldsOf, schema } from 'ngx-cache-query';
import type { ListIn } from './collection-in';

/**
 * The body of a request that creates an entity in a list. If the endpoint declares a body type, it is that type.
 * Otherwise, it is the fields of the entity class of the list. If the list has several classes, the fields of any class
 * are accepted.
 */
export type CreatingBody<S, Body> = [Body] extends [undefined]
  ? [MemberClass<ListIn<S>>] extends [never]
    ? Readonly<Record<string, unknown>>
    : FieldsOfAny<MemberClass<ListIn<S>>>
  : Body;

/** The {@link CreatingBody} of an extended endpoint. The type changes only if the schema or the body changes. */
export type ExtendedBody<Before, After extends readonly [schema: unknown, body: unknown], Item> = [
  Before,
  After,
] extends [After, Before]
  ? Item
  : CreatingBody<After[0], After[1]>;

/** The body of `assign`: the declared body type of the endpoint. Without one, an object with a body for each key. */
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
