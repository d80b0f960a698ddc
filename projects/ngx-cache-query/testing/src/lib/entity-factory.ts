import { type EntityClass, type FieldsOf, ɵisEntityClass as isEntityClass } from 'ngx-cache-query';

/** The fields that an entity factory creates: those that its function returns, and optional others. */
export type MadeEntity<C extends EntityClass, Named> = FieldsOf<C> & {
  readonly [K in keyof FieldsOf<C> & keyof Named]-?: Exclude<FieldsOf<C>[K], undefined>;
};

/** Creates entity fields for fixture responses. */
export interface EntityFactory<C extends EntityClass, Named> {
  /** Creates the fields of one entity. `overrides` replaces some of them. */
  (overrides?: FieldsOf<C>): MadeEntity<C, Named>;
  /** Creates the fields of several entities. */
  list(count: number, overrides?: FieldsOf<C>): MadeEntity<C, Named>[];
  /** Restarts the numbering of the created entities at 1. */
  reset(): void;
}

/**
 * Returns a function that creates the fields of an entity as a server would send them.
 *
 * @param fields returns the fields of the n-th entity, from 1; a relation can be an id or the result of another factory
 *
 * @example
 * ```ts
 * const newUser = entityFactory(User, (n) => ({ id: n, name: `User ${n}` }));
 * const newTodo = entityFactory(Todo, (n) => ({ id: n, title: `Todo ${n}`, owner: newUser() }));
 * newTodo({ title: 'Tea' }); // { id: 1, title: 'Tea', owner: { id: 1, name: 'User 1' } }
 * newUser.list(3, { isAdmin: true });
 * ```
 */
export function entityFactory<C extends EntityClass, const Named extends FieldsOf<C>>(
  type: C,
  fields: (n: number) => Named & { readonly [K in Exclude<keyof Named, keyof FieldsOf<C>>]: never },
): EntityFactory<C, Named> {
  if (!isEntityClass(type)) {
    throw new Error(
      `entityFactory: expected an Entity class, found ${String(type)}. The class may be undefined because of a ` +
        `circular import.`,
    );
  }
  let count = 0;
  const make = (overrides?: FieldsOf<C>) =>
    ({ ...fields(++count), ...overrides }) as unknown as MadeEntity<C, Named>;
  const list = (length: number, overrides?: FieldsOf<C>) =>
    Array.from({ length }, () => make(overrides));
  return Object.assign(make, { list, reset: () => void (count = 0) });
}
