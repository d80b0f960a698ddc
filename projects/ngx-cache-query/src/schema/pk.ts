import { type Fields, isObject, isPlain, ownField } from '../util/plain-data';
import { Entity, recordOf } from './entity';
import type { EntityClass } from './schema';
import { type Plan, planOf } from './plan';

/**
 * A primary key in canonical form: a number if it is a safe integer, otherwise a string. Therefore, `5` and `'5'` are
 * the same key.
 */
export type Pk = string | number;

/** Returns the canonical form of a primary key, or `undefined` if the value is not a key. */
export function canonicalPk(value: unknown): Pk | undefined {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value + 0; // Adding 0 converts -0 to 0.
    return Number.isNaN(value) ? undefined : String(value);
  }
  if (typeof value === 'bigint') value = String(value);
  if (typeof value !== 'string' || value === '') return undefined;
  const first = value.charCodeAt(0);
  if (first > 57 || (first < 48 && first !== 45) || value.length > 17) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) && String(number) === value ? number : value;
}

/** Returns the canonical key of an entity. `key` is a key in any form or an object with the key fields. */
export function pkOf(type: EntityClass, key: unknown): Pk | undefined {
  return canonicalPk(isObject(key) ? keyOf(planOf(type), key, undefined, undefined, []) : key);
}

/** Returns the key of a row as the class returns it. */
export function keyOf(
  { ownPk, type }: Plan,
  row: Fields,
  parent: unknown,
  key: string | undefined,
  args: readonly unknown[],
): unknown {
  return ownPk ? type.prototype.pk.call(row as never, parent, key, args) : ownField(row, 'id');
}

/** Returns the names of the fields that the key of a class consists of; nothing if `pk` cannot tell them. */
export function keyFieldsOf({ ownPk, type }: Plan): readonly string[] {
  if (!ownPk) return ['id'];
  const read = new Set<string>();
  const note = (_: object, name: string | symbol) =>
    void (typeof name === 'string' && read.add(name));
  try {
    type.prototype.pk.call(new Proxy({}, { get: note }) as never);
  } catch {
    return []; // The method expects values.
  }
  return [...read];
}

/** Stands for a value that a key needs and that is missing. */
const MISSING = '\0';

/** A key that may lack a part: it contains the text of a missing value, or an empty part as in `':5'`. */
const SUSPECT = /undefined|null|NaN|^\W|\W$|\W\W/;

/** The fields that `pk` read from the first such row of a class. */
const keyFields = new WeakMap<Plan, ReadonlySet<string>>();

/**
 * Finds a part of a composed key that is missing, such as `orgId` in `` `${this.orgId}:${this.id}` ``. Without this
 * check, `'undefined:5'` would be a key, and rows of different parents would overwrite each other. A key that contains
 * the text "undefined" because the server sent it is valid.
 *
 * @param given the key that `pk` returned
 * @returns the name of the missing field, or `undefined` if the key is complete
 */
export function missingPart(
  plan: Plan,
  given: unknown,
  row: Fields,
  parent: unknown,
  key: string | undefined,
  args: readonly unknown[],
): string | undefined {
  if (!plan.ownPk || typeof given !== 'string' || !SUSPECT.test(given)) return undefined;
  const fields = keyFields.get(plan);
  if (fields && ![...fields].some((name) => isMissing(ownField(row, name)))) return undefined;
  const read = new Set<string>();
  let readsMore = false;
  let lacks: string | undefined;
  const probe = (of: unknown, names?: Set<string>): unknown =>
    isObject(of)
      ? new Proxy(of, {
          get(target, name) {
            const value = Reflect.get(target, name) as unknown;
            if (typeof name !== 'string') return value;
            if (names) names.add(name);
            else readsMore = true;
            if (!isMissing(value)) return value;
            lacks ??= name;
            return MISSING;
          },
        })
      : of;
  let marked: unknown;
  try {
    const probed = args.map((arg) => probe(arg));
    marked = keyOf(plan, probe(row, read) as Fields, probe(parent), key, probed);
  } catch {
    return undefined; // The method expects another type of value: it does not make text of a missing one.
  }
  // With the same fields, the parent and the arguments may lack a part.
  if (!fields && !readsMore) keyFields.set(plan, read);
  if (lacks === undefined || typeof marked !== 'string') return undefined;
  // If the key chooses another field for the missing one, as in `this.slug ?? this.id`, these texts differ.
  const isText = (text: string) => marked.replaceAll(MISSING, text) === given;
  const isMarked = marked.includes(MISSING) && ['undefined', 'null', 'NaN', ''].some(isText);
  return isMarked ? lacks : undefined;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || Number.isNaN(value);
}

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
