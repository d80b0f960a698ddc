import type { Fields } from '../../util/plain-data';
import { defaultOf } from './entity-default';
import type { EntityClass } from '../schema';

/**
 * Says which fields of a class a row lacks, or `undefined`: for `static validate` of a class whose
 * entities must be whole, beside another one with the same `static key` for rows that are not.
 *
 * An endpoint whose schema is such a class, and whose first argument names the entity, needs no request
 * while the whole entity is in the cache already, through whatever response.
 *
 * @param row a processed row
 * @param type the class, whose fields with defaults are required
 * @param except the names of fields that may be missing
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
