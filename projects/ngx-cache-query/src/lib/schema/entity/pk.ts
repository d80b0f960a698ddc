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
  if (typeof value === 'string') return canonicalText(value);
  return typeof value === 'bigint' ? canonicalText(String(value)) : undefined;
}

function canonicalText(text: string): Pk | undefined {
  const first = text.charCodeAt(0);
  if (first <= 57 && text.length <= 17 && (first >= 48 || first === 45)) {
    const number = Number(text);
    return Number.isSafeInteger(number) && String(number) === text ? number : text;
  }
  return text === '' || text === 'undefined' || text === 'null' || text === 'NaN'
    ? undefined
    : text;
}
