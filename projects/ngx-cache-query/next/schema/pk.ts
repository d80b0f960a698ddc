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
