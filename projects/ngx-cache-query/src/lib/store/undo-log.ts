/** A set whose items may have several parts. */
export interface Members<Item extends readonly unknown[]> {
  has(...item: Item): boolean;
  add(...item: Item): unknown;
  delete(...item: Item): unknown;
}

/** Steps that are no changes of rows, noted so that a transaction can be rolled back. */
export interface UndoLog {
  /** Sets a key of a map, or deletes it (`undefined`). */
  setIn<K, V>(map: Map<K, V>, key: K, value: V | undefined): void;
  /** Assigns a property. */
  assign<T extends object, Name extends keyof T>(target: T, name: Name, value: T[Name]): void;
  /** Adds something to a set, or deletes it from the set; does nothing when it is so already. */
  include<Item extends readonly unknown[]>(set: Members<Item>, isIn: boolean, ...item: Item): void;
}
