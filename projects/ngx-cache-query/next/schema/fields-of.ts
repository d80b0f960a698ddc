import type { Entity } from './entity';
import type { EntityClass } from './entity';

/**
 * The fields that `CacheService.set` accepts for an entity. All fields are optional. A relation accepts a key, fields
 * or an entity. A field with a deserializer accepts the raw value.
 */
export type FieldsOf<C extends EntityClass> = {
  readonly [K in DataKeys<InstanceType<C>>]?: FieldOf<InstanceType<C>[K], C['schema'], K>;
};

type DataKeys<E> = {
  [K in keyof E]-?: E[K] extends (...args: never) => unknown ? never : K;
}[keyof E];

type FieldOf<Value, S, K> = string extends keyof S
  ? Value extends Entity | undefined | null | readonly Entity[]
    ? RelationOf<Value>
    : Value
  : K extends keyof S
    ? S[K] extends abstract new () => unknown
      ? RelationOf<Value>
      : S[K] extends (raw: infer Raw) => unknown
        ? Raw
        : RelationOf<Value>
    : Value;

type RelationOf<Value> = Value extends Entity
  ? Value | string | number | { readonly [K in DataKeys<Value>]?: RelationOf<Value[K]> }
  : Value extends readonly (infer Item)[]
    ? readonly RelationOf<Item>[]
    : Value extends Date
      ? Date | string | number
      : Value extends object
        ? { readonly [K in keyof Value]?: RelationOf<Value[K]> }
        : Value;
