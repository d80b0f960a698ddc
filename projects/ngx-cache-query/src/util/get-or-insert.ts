/** The part of a `Map` or `WeakMap` that {@link getOrInsert} uses. */
interface Table<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Returns the value for a key, which is created if there is none. As `getOrInsertComputed` of newer browsers. */
export function getOrInsert<K, V extends object>(table: Table<K, V>, key: K, create: () => V): V {
  let value = table.get(key);
  if (!value) table.set(key, (value = create()));
  return value;
}
