import { type Fields, isObject } from '../util/plain-data';
import { Entity, replaceRecordAccess } from './entity';
import type { SchemaFields } from './schema';

/** Any class, including abstract classes. */
type ModelClass = abstract new (...args: never) => object;

/** The static members that a class inherits from {@link Entity}. */
type Statics = Omit<typeof Entity, 'prototype' | 'schema'>;

/** The class that {@link EntityMixin} returns. It is the model class with the members of `Entity`. */
export type EntityMixinClass<B extends ModelClass, S> = (new () => InstanceType<B> & Entity) &
  Omit<B, 'prototype' | 'schema' | keyof Statics> &
  Statics & { readonly schema: S; readonly prototype: InstanceType<B> & Entity };

/**
 * The options of {@link EntityMixin}.
 *
 * @example
 * ```ts
 * class PriceEntity extends EntityMixin(Price, { key: 'Price', pk: 'sku' }) {}
 * ```
 */
export interface EntityMixinOptions<T, S extends SchemaFields> {
  /** The field that holds the primary key, or a function of the row. Default: `id`. */
  readonly pk?:
    | (keyof T & string)
    | ((
        row: Partial<T>,
        parent: unknown,
        key: string | undefined,
        args: readonly unknown[],
      ) => string | number | bigint | null | undefined);
  /** The name of the table for the returned class and its direct subclasses. */
  readonly key?: string;
  /** The relations and deserializers, by field. */
  readonly schema?: S;
}

/** The arguments after the model class. The `pk` option is required if the class has no `id` field. */
type Options<T, S extends SchemaFields> = T extends { readonly id: unknown }
  ? [options?: EntityMixinOptions<T, S>]
  : [options: EntityMixinOptions<T, S> & Required<Pick<EntityMixinOptions<T, S>, 'pk'>>];

/**
 * Returns an Entity class that extends a model class. Its entities have the methods and accessors of the model. The
 * fields need default values.
 *
 * @param model a class with a constructor that needs no arguments
 *
 * @example
 * ```ts
 * class User {
 *   id = '';
 *   name = '';
 *   get label() {
 *     return `${this.name} (${this.id})`;
 *   }
 * }
 * class UserEntity extends EntityMixin(User, { key: 'User' }) {}
 * const getUser = new RestEndpoint({ path: '/users/:id', schema: UserEntity });
 * ```
 */
export function EntityMixin<B extends new () => object, S extends SchemaFields = SchemaFields>(
  model: B,
  ...[options = {}]: Options<InstanceType<B>, S>
): EntityMixinClass<B, S> {
  acceptModels();
  const { key, pk, schema } = options as EntityMixinOptions<Fields, S>;
  const mixed = class extends (model as new () => object) {};
  for (const name of Object.getOwnPropertyNames(Entity)) {
    if (!(name in Function.prototype) && name !== 'prototype') copyMember(Entity, mixed, name);
  }
  define(mixed, 'name', { value: model.name });
  if (schema !== undefined) define(mixed, 'schema', { value: schema, writable: true });
  if (key !== undefined) {
    define(mixed, 'key', { value: key, writable: true });
    const get = function (this: unknown) {
      return Object.getPrototypeOf(this) === mixed ? key : undefined;
    };
    define(mixed, 'identity', { get });
  }
  const { prototype } = mixed;
  define(prototype, IS_ENTITY, { value: true });
  if (pk !== undefined) define(prototype, 'pk', { value: pkMethod(pk), writable: true });
  else if (!('pk' in prototype)) copyMember(Entity.prototype, prototype, 'pk');
  return mixed as unknown as EntityMixinClass<B, S>;
}

/** Marks the prototypes of the classes that {@link EntityMixin} returns. */
const IS_ENTITY = Symbol();

/** The records of instances of model classes, which lack the private field of `Entity`. */
const records = new WeakMap<object, Fields>();

/** Makes `instanceof Entity` true for instances of model classes, whose prototype chain does not contain `Entity`. */
function acceptModels(): void {
  if (Object.hasOwn(Entity, Symbol.hasInstance)) return;
  const isInstance = Function.prototype[Symbol.hasInstance];
  define(Entity, Symbol.hasInstance, {
    value(this: () => void, value: unknown): boolean {
      return isInstance.call(this, value) || ((this as unknown) === Entity && isOfModel(value));
    },
  });
  replaceRecordAccess((read, write) => [
    (entity) => (isOfModel(entity) ? records.get(entity) : read(entity)),
    (entity, row) => (isOfModel(entity) ? void records.set(entity, row) : write(entity, row)),
  ]);
}

function isOfModel(value: unknown): boolean {
  return isObject(value) && IS_ENTITY in value;
}

function pkMethod(pk: NonNullable<EntityMixinOptions<Fields, SchemaFields>['pk']>): unknown {
  return function (this: Fields, parent: unknown, key: string, args: readonly unknown[]) {
    return typeof pk === 'string' ? this[pk] : pk(this, parent, key, args);
  };
}

function copyMember(from: object, to: object, name: string): void {
  define(to, name, Object.getOwnPropertyDescriptor(from, name)!);
}

function define(target: object, name: PropertyKey, member: PropertyDescriptor): void {
  Object.defineProperty(target, name, { ...member, configurable: true });
}
