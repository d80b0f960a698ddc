import type { EntityClass, EntityMapping, FieldsOf, schema } from 'ngx-cache-query';
import type { ListIn } from './collection-in';

/**
 * What creates an entity of the list that a schema describes: the body that the endpoint says, or else fields
 * of the class of the members, of any of several.
 */
export type CreatingBody<S, Body> = [Body] extends [undefined]
  ? [MemberClass<ListIn<S>>] extends [never]
    ? Readonly<Record<string, unknown>>
    : FieldsOfAny<MemberClass<ListIn<S>>>
  : Body;

/** The body that creates after some options changed: as it was, unless schema or body are others. */
export type ExtendedBody<Before, After extends readonly [schema: unknown, body: unknown], Item> = [
  Before,
  After,
] extends [After, Before]
  ? Item
  : CreatingBody<After[0], After[1]>;

/** What puts values by key into maps: the body that the endpoint says, or else a body by key. */
export type AssigningBody<Body, Item> = [Body] extends [undefined]
  ? Readonly<Record<string, Item>>
  : Body;

/** The classes of the members of a list. */
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
