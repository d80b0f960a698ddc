import type { Member } from './sorted';
import type { Changes } from './step';

/**
 * Compares two lists from both ends. Returns the range that differs: its start, which is the same in both lists, and its
 * ends.
 */
export function difference(
  last: readonly unknown[],
  next: readonly unknown[],
): [from: number, lastTo: number, nextTo: number] {
  let lastTo = last.length;
  let nextTo = next.length;
  let from = 0;
  while (from < lastTo && from < nextTo && Object.is(last[from], next[from])) from++;
  while (lastTo > from && nextTo > from && Object.is(last[lastTo - 1], next[nextTo - 1])) {
    lastTo--;
    nextTo--;
  }
  return [from, lastTo, nextTo];
}

/**
 * Passes members that leave, and members that come. They are passed in pairs, so that an equal result keeps its
 * reference if a member is the successor of another one.
 */
export function exchange(gone: readonly Member[], come: readonly Member[], sink: Changes): void {
  for (let i = 0; i < gone.length || i < come.length; i++) sink.change(gone[i], come[i]);
}
