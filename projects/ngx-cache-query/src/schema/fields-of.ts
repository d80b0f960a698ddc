import type { Entity } from './entity';
import type { EntityClass, SchemaFields, SchemaLiteral, SchemaNode } from './schema';

/**
 * The fields that `cache.set` accepts for an entity. A relation accepts a key, fields or an entity, and a field with a
 * deserializer its raw value.
 */
export type FieldsOf<C extends EntityClass> = {
  readonly [K in DataKeys<InstanceType<C>>]?: FieldOf<InstanceType<C>[K], SchemaAt<SchemaOf<C>, K>>;
};

/** The type of `static schema`. {@link EntityClass} has no such member, so that classes can contain each other. */
type SchemaOf<C> = C extends { readonly schema: infer S } ? S : SchemaFields;

/** The names of the fields. The type `void` of the result spares TypeScript the types that methods return. */
type DataKeys<E> = {
  [K in keyof E]-?: E[K] extends (...args: never) => void ? never : K;
}[keyof E];

/** The schema of a field; `null` if the field has none, and `unknown` if the type of `static schema` is wide. */
type SchemaAt<S, K> = string extends keyof S ? unknown : K extends keyof S ? S[K] : null;

type FieldOf<Value, S> = unknown extends S
  ? Value extends Entity | readonly Entity[]
    ? RelationOf<Value>
    : Value
  : S extends SchemaLiteral
    ? Value
    : S extends EntityClass
      ? Value | string | number | FieldsOf<S>
      : S extends SchemaNode<unknown> | DateConstructor
        ? RelationOf<Value>
        : S extends (raw: infer Raw) => unknown
          ? Raw | Extract<Value, null | undefined>
          : S extends readonly (infer Item)[]
            ? Value extends readonly (infer Each)[]
              ? readonly FieldOf<Each, Item>[]
              : Value
            : Value extends object
              ? { readonly [K in keyof Value]?: FieldOf<Value[K], SchemaAt<S, K>> }
              : Value;

/** What a relation accepts whose schema is a node. The type of the value tells which parts are entities. */
type RelationOf<Value> = Value extends Entity
  ? Value | string | number | { readonly [K in DataKeys<Value>]?: RelationOf<Value[K]> }
  : Value extends readonly (infer Item)[]
    ? readonly RelationOf<Item>[]
    : Value extends Date
      ? Date | string | number
      : Value extends object
        ? { readonly [K in keyof Value]?: RelationOf<Value[K]> }
        : Value;
