import { isPlain, setField } from './plain-data';

/**
 * Returns an array or an object with each value replaced; the same one if no value changes.
 *
 * @param copy what to return in any case: a copy, whose values are replaced
 */
export function mapped<T extends object>(
  data: T,
  replaced: (value: unknown) => unknown,
  copy?: T,
): T {
  for (const name of Array.isArray(data) ? data.keys() : Object.keys(data)) {
    const value: unknown = data[name as keyof T];
    const next = replaced(value);
    if (next === value) continue;
    copy ??= (Array.isArray(data) ? [...(data as unknown[])] : { ...data }) as T;
    setField(copy, name as string, next);
  }
  return copy ?? data;
}

/** Returns plain data with each value in its arrays and objects replaced; the same data if no value changes. */
export function mappedDeep<T>(data: T, replaced: (value: unknown) => unknown): T {
  return isPlain(data) || Array.isArray(data)
    ? mapped(data, (each) => mappedDeep(each, replaced))
    : (replaced(data) as T);
}
