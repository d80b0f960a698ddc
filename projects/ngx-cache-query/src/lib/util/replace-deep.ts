import { isPlainObject, setField } from './plain-data';
import { DEEPEST, TooDeepData } from './too-deep';

/**
 * Applies `replace` to every nested value that is neither an array nor a plain object. Returns a copy of the data with
 * these values replaced. Returns `data` itself if nothing changed. If the data contains a circular reference, the copy
 * references the original object at that location.
 *
 * @throws CacheError NCQ1008 if the data is nested too deeply
 */
export function replaceDeep<T>(data: T, replace: (value: unknown) => unknown): T {
  return replaced(data, replace, []) as T;
}

/** @param above the objects that contain the value; they are used to detect data that contains itself */
function replaced(
  value: unknown,
  replace: (value: unknown) => unknown,
  above: readonly unknown[],
): unknown {
  const isArray = Array.isArray(value);
  if (!isArray && !isPlainObject(value)) return replace(value);
  if (above.includes(value)) return value;
  if (above.length > DEEPEST) throw new TooDeepData(above[0]);
  const within = [...above, value];
  if (isArray) {
    const items = value.map((item) => replaced(item, replace, within));
    return items.every((item, i) => Object.is(item, value[i])) ? value : items;
  }
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const next = replaced(value[name], replace, within);
    if (!Object.is(next, value[name])) setField((copy ??= { ...value }), name, next);
  }
  return copy ?? value;
}
