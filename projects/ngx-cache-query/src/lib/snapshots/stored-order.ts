/**
 * Encodes ascending positions as runs with a constant step. Each run consists of three numbers: the first position, the
 * step, and the number of positions. The positions of rows that arrived together are evenly spaced, so there are few
 * runs.
 */
export function encodeOrder(places: readonly number[]): number[] {
  const runs: number[] = [];
  for (let i = 0; i < places.length;) {
    const step = i + 1 < places.length ? places[i + 1] - places[i] : 1;
    let end = i + 1;
    while (end < places.length && places[end] - places[end - 1] === step) end++;
    runs.push(places[i], step, end - i);
    i = end;
  }
  return runs;
}

/** Restores the positions that were passed to {@link encodeOrder}. */
export function decodeOrder(runs: readonly number[]): number[] {
  const places: number[] = [];
  for (let i = 0; i + 2 < runs.length; i += 3) {
    const [first, step, count] = runs.slice(i);
    for (let n = 0; n < count; n++) places.push(first + n * step);
  }
  return places;
}
