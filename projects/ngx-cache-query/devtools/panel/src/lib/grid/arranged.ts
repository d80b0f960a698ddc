import { DestroyRef, effect, inject, type Signal, signal, untracked } from '@angular/core';
import type { Order } from './column';

/** How long a step may take, in milliseconds. A frame has 16. */
const STEP = 6;

/** The number of items that are filtered or merged before the time is read. */
const PART = 512;

/** What a list is to be. */
export interface Arrangement<T> {
  readonly items: readonly T[];
  /** Which items are shown; `undefined` for all. */
  readonly matches: ((item: T) => boolean) | undefined;
  /** `undefined` for the order of the items. */
  readonly order: Order<T> | undefined;
}

/**
 * Returns the items that match, in order. A long list is filtered and sorted in short steps, so that the page stays fluent,
 * and the old list is shown until the new one is complete. Needs an injection context.
 */
export function arranged<T>(arrangement: Signal<Arrangement<T>>): Signal<readonly T[]> {
  const shown = signal<readonly T[]>([]);
  let task: Iterator<void, readonly T[]> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Arrangement<T> | undefined;
  let next: Arrangement<T> | undefined;

  const begin = () => {
    current = next;
    task = next && steps(next);
    next = undefined;
    if (task) run();
  };
  const run = () => {
    const end = performance.now() + STEP;
    for (let result = task!.next(); ; result = task!.next()) {
      if (result.done) {
        task = undefined;
        shown.set(result.value);
        if (next) timer = setTimeout(begin);
        return;
      }
      if (performance.now() > end) break;
    }
    timer = setTimeout(run);
  };

  effect(() => {
    next = arrangement();
    const isSame = current?.matches === next.matches && current?.order === next.order;
    // New items wait for the running task. Otherwise, frequent changes would keep a long list from being shown.
    if (task && isSame) return;
    clearTimeout(timer);
    untracked(begin);
  });
  inject(DestroyRef).onDestroy(() => clearTimeout(timer));
  return shown.asReadonly();
}

function* steps<T>({ items, matches, order }: Arrangement<T>): Generator<void, readonly T[]> {
  const found = matches ? yield* filtered(items, matches) : items;
  if (!order) return found;
  const { column, isDescending } = order;
  const sign = isDescending ? -1 : 1;
  const keys = new Map<T, string | number>();
  const valueOf = column.value ?? column.text;
  for (const [index, item] of found.entries()) {
    keys.set(item, valueOf(item));
    if (index % PART === 0) yield;
  }
  return yield* sorted(found, (a, b) => sign * compare(keys.get(a)!, keys.get(b)!));
}

function* filtered<T>(items: readonly T[], matches: (item: T) => boolean): Generator<void, T[]> {
  const found: T[] = [];
  for (const [index, item] of items.entries()) {
    if (matches(item)) found.push(item);
    if (index % PART === 0) yield;
  }
  return found;
}

/** A stable merge sort from the bottom up. */
function* sorted<T>(
  items: readonly T[],
  by: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  let from: T[] = [];
  for (let start = 0; start < items.length; start += PART) {
    from.push(...items.slice(start, start + PART).sort(by));
    yield;
  }
  for (let width = PART; width < items.length; width *= 2) {
    const to: T[] = [];
    for (let start = 0; start < items.length; start += 2 * width) {
      const [middle, end] = [start + width, start + 2 * width].map((at) =>
        Math.min(at, items.length),
      );
      let [left, right] = [start, middle];
      while (left < middle || right < end) {
        const isLeft = left < middle && (right >= end || by(from[left], from[right]) <= 0);
        to.push(from[isLeft ? left++ : right++]);
        if (to.length % PART === 0) yield;
      }
    }
    from = to;
  }
  return from;
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b);
}
