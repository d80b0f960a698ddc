/** No item, one item itself, or a Set of several. Most owners have one item, for which a Set would cost more than the item. */
export type OneOrMany<T extends object> = T | Set<T> | undefined;

/** Adds an item that is not included yet. */
export function including<T extends object>(items: OneOrMany<T>, item: T): OneOrMany<T> {
  if (items === undefined) return item;
  return items instanceof Set ? items.add(item) : new Set([items, item]);
}

/** Removes an item, if it is included. */
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

/** Calls `each` with every item. */
export function forEach<T extends object>(items: OneOrMany<T>, each: (item: T) => void): void {
  if (items instanceof Set) items.forEach(each);
  else if (items !== undefined) each(items);
}
