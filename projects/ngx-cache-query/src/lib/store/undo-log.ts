/** A set in which an item can consist of several parts. */
interface Members<Item extends readonly unknown[]> {
  has(...item: Item): boolean;
  add(...item: Item): unknown;
  delete(...item: Item): unknown;
}

/** Changes data other than rows, and records each change so that a rollback can undo it. */
export interface UndoLog {
  /** Sets a key of a map, or deletes the key if `value` is `undefined`. */
  setIn<K, V>(map: Map<K, V>, key: K, value: V | undefined): void;
  /** Assigns a property. */
  assign<T extends object, Name extends keyof T>(target: T, name: Name, value: T[Name]): void;
  /**
   * Adds a step other than a change to a row.
   *
   * @param undo undoes the step
   */
  onUndo(undo: () => void): void;
}

/**
 * Adds `item` to a set if `isIn` is `true`, or deletes `item` from the set if `isIn` is `false`. Does nothing if no
 * change is needed.
 */
export function include<Item extends readonly unknown[]>(
  log: UndoLog,
  set: Members<Item>,
  isIn: boolean,
  ...item: Item
): void {
  if (set.has(...item) === isIn) return;
  change(set, isIn, item);
  log.onUndo(() => change(set, !isIn, item));
}

function change<Item extends readonly unknown[]>(
  set: Members<Item>,
  isIn: boolean,
  item: Item,
): void {
  if (isIn) set.add(...item);
  else set.delete(...item);
}
