import type { ɵEntityCell as EntityCell, ɵHeld as Held } from 'ngx-cache-query';

/** Returns the data that `holder` stores for the row of a cell. */
export function heldBy({ held }: EntityCell, holder: object): Held | undefined {
  if (held instanceof Map) return held.get(holder);
  return held?.holder === holder ? held : undefined;
}

/** Stores data for the row of a cell. Replaces earlier data that the same holder stored. */
export function hold(cell: EntityCell, next: Held): void {
  const { held } = cell;
  if (held instanceof Map) held.set(next.holder, next);
  else if (held === undefined || held.holder === next.holder) cell.held = next;
  else {
    cell.held = new Map([
      [held.holder, held],
      [next.holder, next],
    ]);
  }
}

/** Drops the data that `holder` stores for the row of a cell. */
export function unhold(cell: EntityCell, holder: object): void {
  const { held } = cell;
  if (held instanceof Map) held.delete(holder);
  else if (held?.holder === holder) cell.held = undefined;
  if (held instanceof Map && held.size === 0) cell.held = undefined;
}
