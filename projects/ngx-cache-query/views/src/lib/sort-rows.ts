import type { Order, Row } from './row';

type Keys = Float64Array | readonly string[];

/**
 * Returns the rows in sorted order. A faster algorithm is used if the rows are already ordered by position, they have a
 * single sort key in natural order, and the keys are all strings or all numbers other than NaN.
 */
export function sortRows(rows: Row[], order: Order): Row[] {
  const keys = order.direction === undefined ? undefined : alikeKeys(rows);
  return keys === undefined ? rows.sort(order.compare) : merged(rows, keys, order.direction!);
}

/**
 * Returns the sort keys. All keys must be strings, or all of them must be numbers other than NaN. The rows must be
 * ordered by position. If one of these conditions is not met, returns `undefined`.
 */
function alikeKeys(rows: readonly Row[]): Keys | undefined {
  const areNumbers = typeof rows[0]?.key === 'number';
  const numbers = new Float64Array(areNumbers ? rows.length : 0);
  const texts: string[] = [];
  let last = -1;
  for (let i = 0; i < rows.length; i++) {
    const { key, position } = rows[i];
    if (typeof position !== 'number' || position < last) return undefined;
    last = position;
    if (areNumbers) {
      if (typeof key !== 'number' || Number.isNaN(key)) return undefined;
      numbers[i] = key;
    } else if (typeof key === 'string') texts.push(key);
    else return undefined;
  }
  return areNumbers ? numbers : texts;
}

/** Sorts rows with a stable merge sort, which starts from the runs that are already in order. */
function merged(rows: readonly Row[], keys: Keys, direction: 'asc' | 'desc'): Row[] {
  const isUp = direction === 'asc';
  let from = new Uint32Array(rows.length);
  let to = new Uint32Array(rows.length);
  for (let i = 0; i < from.length; i++) from[i] = i;
  for (let ends = endsOfRuns(keys, isUp); ends.length > 1;) {
    const next: number[] = [];
    for (let run = 0, start = 0; run < ends.length; run += 2) {
      const end = run + 1 < ends.length ? ends[run + 1] : ends[run];
      mergeTwo(keys, isUp, from, to, start, ends[run], end);
      next.push((start = end));
    }
    ends = next;
    const last = from;
    from = to;
    to = last;
  }
  const sorted: Row[] = [];
  for (let i = 0; i < from.length; i++) sorted.push(rows[from[i]]);
  return sorted;
}

function mergeTwo(
  keys: Keys,
  isUp: boolean,
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  middle: number,
  end: number,
): void {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isRight =
      left === middle || (right < end && comesBefore(keys[from[right]], keys[from[left]], isUp));
    to[at] = from[isRight ? right++ : left++];
  }
}

/** Returns the end index of each run in which the keys are already in order. */
function endsOfRuns(keys: Keys, isUp: boolean): number[] {
  const ends: number[] = [];
  for (let i = 1; i < keys.length; i++) {
    if (comesBefore(keys[i], keys[i - 1], isUp)) ends.push(i);
  }
  ends.push(keys.length);
  return ends;
}

function comesBefore(a: number | string, b: number | string, isUp: boolean): boolean {
  return isUp ? a < b : b < a;
}
