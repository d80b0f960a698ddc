/**
 * No item, a single item, or a Set of several items. Most collections contain a single item, for which a Set would take
 * too much memory.
 */
export type OneOrMany<T extends object> = T | Set<T> | undefined;

/** Returns the collection with `item` added. The collection must not already contain the item. */
export function including<T extends object>(items: OneOrMany<T>, item: T): OneOrMany<T> {
  if (items === undefined) return item;
  return items instanceof Set ? items.add(item) : new Set([items, item]);
}

/** Returns the collection without `item`. */
export function excluding<T extends object>(items: OneOrMany<T>, item: T): OneOrMany<T> {
  if (!(items instanceof Set)) return items === item ? undefined : items;
  items.delete(item);
  return items.size === 0 ? undefined : items;
}

export function countOf(items: OneOrMany<object>): number {
  return items instanceof Set ? items.size : items === undefined ? 0 : 1;
}

export function isIn<T extends object>(items: OneOrMany<T>, item: T): boolean {
  return items instanceof Set ? items.has(item) : items === item;
}

export function forEach<T extends object>(items: OneOrMany<T>, action: (item: T) => void): void {
  if (items instanceof Set) items.forEach(action);
  else if (items !== undefined) action(items);
}
