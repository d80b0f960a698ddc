import type { ArraySchema } from '../schema/array';
import type { EntityClass } from '../schema/entity';
import type { FieldsOf } from '../schema/fields-of';
import type { EntityMapping } from '../schema/schema';
import type { Union } from '../schema/union';
import type { Values } from '../schema/values';
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
 * The body of `assign`. If the endpoint declares a body type, the body has this type. Otherwise, the body is an object
 * that maps each key to the fields of one entity.
 */
export type AssigningBody<Body, Item> = [Body] extends [undefined]
  ? Readonly<Record<string, Item>>
  : Body;

/** The Entity classes of the items in a list. */
type MemberClass<List> = List extends readonly (infer Item)[]
  ? ClassIn<Item>
  : List extends ArraySchema<infer Item, infer _> | Values<infer Item, infer _>
    ? ClassIn<Item>
    : never;

type ClassIn<Item> = Item extends EntityClass
  ? Item
  : Item extends Union<infer Mapping>
    ? Mapping[keyof Mapping]
    : Item extends EntityMapping
      ? Item[keyof Item]
      : never;

type FieldsOfAny<C> = C extends EntityClass ? FieldsOf<C> : never;
