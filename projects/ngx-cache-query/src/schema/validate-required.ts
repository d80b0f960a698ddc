import type { Fields } from '../util/plain-data';
import { defaultOf } from './entity';
import type { EntityClass } from './entity';

/**
 * Checks that a row has every field for which its class declares a default value. A second class with the same `static
 * key` can then describe partial entities.
 *
 * @param except the names of fields that may be missing
 * @returns a message that names the missing fields, or `undefined`
 *
 * @example
 * ```ts
 * static override validate(row: Readonly<Record<string, unknown>>) {
 *   return validateRequired(row, this);
 * }
 * ```
 */
export function validateRequired(
  row: Fields,
  type: EntityClass,
  ...except: readonly string[]
): string | undefined {
  const missing = Object.keys(defaultOf(type)).filter(
    (name) => !Object.hasOwn(row, name) && !except.includes(name),
  );
  return missing.length === 0 ? undefined : `it lacks ${missing.join(', ')}`;
}
