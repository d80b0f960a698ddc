import { isPlainObject, setField } from './plain-data';

/** Plain data with a value replaced wherever it stands; the same when it stands nowhere. */
export function replaceDeep<T>(data: T, replace: (value: unknown) => unknown): T {
  return replaced(data, replace) as T;
}

function replaced(value: unknown, replace: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => replaced(item, replace));
    return items.every((item, i) => Object.is(item, value[i])) ? value : items;
  }
  if (!isPlainObject(value)) return replace(value);
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const next = replaced(value[name], replace);
    if (!Object.is(next, value[name])) setField((copy ??= { ...value }), name, next);
  }
  return copy ?? value;
}
