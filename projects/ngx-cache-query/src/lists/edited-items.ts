import type { Items, ListKind } from './list-kind';

/** The items that are added to a list and removed from it. */
export interface ItemChange {
  /** Maps keys to items. For an array, only their order matters. */
  readonly added: Readonly<Record<string, unknown>>;
  readonly removed: readonly unknown[];
  readonly isFirst: boolean;
}

/** Returns the edited items; the same object if nothing changes. */
export function edited(
  kind: ListKind,
  items: Items,
  { added, removed, isFirst }: ItemChange,
  size: number,
): Items {
  const isOut = presentTest(kind, items, removed);
  if (!isList(items)) {
    const isSame = !isOut && Object.keys(added).length === 0;
    if (isSame) return items;
    const rest = Object.entries(items).filter(([, item]) => !isOut?.(item));
    return { ...Object.fromEntries(rest), ...added };
  }
  const candidates = kind.distinct(Object.values(added));
  const known = presentTest(kind, items, candidates);
  const more = known ? candidates.filter((item) => !known(item)) : candidates;
  if (!isOut && more.length === 0) return items;
  const rest = isOut ? items.filter((item) => !isOut(item)) : items;
  const next = isFirst ? more.concat(rest) : rest.concat(more);
  // A server that ignores the page size sends more items. All of them are kept.
  const most = Math.max(size, items.length);
  return next.length > most ? next.slice(0, most) : next;
}

/** Returns two additions at the same end of an array as one, so that many pending creations are one walk. */
export function joined(
  kind: ListKind,
  first: ItemChange,
  next: ItemChange | undefined,
): ItemChange | undefined {
  if (kind.isMap || !next || first.isFirst !== next.isFirst) return undefined;
  if (first.removed.length + next.removed.length > 0) return undefined;
  const known = Object.values(first.added);
  const isKnown = kind.testFor(known);
  const more = Object.values(next.added).filter((item) => !isKnown(item));
  const added = first.isFirst ? [...more, ...known] : [...known, ...more];
  return { ...first, added: { ...added } };
}

/** Returns the items that are in a list. */
export function presentIn(
  kind: ListKind,
  items: Items,
  candidates: readonly unknown[],
): readonly unknown[] {
  const isIn = presentTest(kind, items, candidates);
  return isIn ? candidates.filter(isIn) : [];
}

/** Returns a function that tests for those candidates that a list contains; `undefined` if it contains none of them. */
function presentTest(kind: ListKind, items: Items, candidates: readonly unknown[]) {
  if (candidates.length === 0) return undefined;
  const found = (isList(items) ? items : Object.values(items)).filter(kind.testFor(candidates));
  return found.length === 0 ? undefined : kind.testFor(found);
}

/** Whether the items are a list, and no map. */
export function isList(items: Items): items is readonly unknown[] {
  return Array.isArray(items);
}
