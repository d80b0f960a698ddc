/** Returns the first place in a sorted sequence that is not before the one looked for. */
export function search(length: number, compare: (place: number) => number): number {
  let from = 0;
  while (from < length) {
    const middle = (from + length) >> 1;
    if (compare(middle) < 0) from = middle + 1;
    else length = middle;
  }
  return from;
}
