import { isPlain, ownField } from '../util/plain-data';
import { Entity, recordOf } from './entity';
import { canonicalPk } from './pk';

/** A key, or an array of keys if the relation is an array. */
export type RefOf<Value> = Value extends readonly unknown[] ? string[] : string;

/**
 * Returns the key of a related entity, even if that entity is not in the cache, or an array of keys.
 *
 * @returns `undefined` if the relation is empty
 *
 * @example
 * ```ts
 * const owner = ref(todo, 'owner'); // '5', even though todo.owner is still the default User
 * ```
 */
export function ref<E extends Entity, K extends keyof E & string>(
  entity: E,
  field: K,
): RefOf<E[K]> | undefined {
  const row = recordOf(entity);
  const stored = row === undefined ? entity[field] : ownField(row, field);
  return keysOf(stored) as RefOf<E[K]> | undefined;
}

function keysOf(stored: unknown): string | string[] | undefined {
  if (Array.isArray(stored)) return stored.map(keysOf).filter((key) => typeof key === 'string');
  if (stored instanceof Entity) return asText(stored.pk());
  if (isPlain(stored)) return asText(stored['pk']);
  return asText(stored);
}

function asText(key: unknown): string | undefined {
  const pk = canonicalPk(key);
  return pk === undefined ? undefined : String(pk);
}
