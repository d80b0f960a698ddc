import type { Fields } from '../util/plain-data';
import { defaultOf } from './entity';
import type { EntityClass } from './entity';

/**
 * Checks that a row has every field for which its class declares a default value. Call this function in the
 * `static validate` method of a class whose entities are always complete. A second class with the same `static key` can
 * then describe partial entities, such as the summaries in a list.
 *
 * An endpoint can use the complete class as its schema and take the key as its first argument. Such an endpoint needs
 * no request while the cache contains the complete entity from another response.
 *
 * @param row a processed row
 * @param type the class that declares the required fields
 * @param except the names of fields that may be missing
 * @returns a message that names the missing fields, or `undefined` if there are none
 *
 * @example
 * ```ts
 * class ArticleSummary extends Entity {
 *   readonly id: number = 0;
 *   readonly title: string = '';
 *   static override readonly key: string = 'Article';
 * }
 * class Article extends ArticleSummary {
 *   readonly content: string = '';
 *   static override readonly key: string = 'Article';
 *   static override validate(row: Readonly<Record<string, unknown>>) {
 *     return validateRequired(row, this);
 *   }
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
