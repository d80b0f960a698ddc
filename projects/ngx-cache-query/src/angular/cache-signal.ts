import { computed, type DestroyRef, type Signal, signal, untracked } from '@angular/core';
import { type Result, shownOf } from '../reactive/result';
import { known } from '../schema/queryable';

declare const ngDevMode: unknown;

/**
 * Returns a signal with the value of a result. Nothing is computed before the first read. After that, each write that
 * may change the result marks the signal as outdated, before subscribers are notified. So it is never out of date.
 *
 * @param result returns the current result; it can read signals
 */
export function cacheSignal(
  result: () => Result | undefined,
  destroyRef: DestroyRef,
): Signal<unknown> {
  const outdated = signal(0);
  let watched: Result | undefined;
  let leave: (() => void) | undefined;
  let isEnded = false;
  const watch = (next: Result | undefined) => {
    if (watched === next || isEnded) return;
    leave?.();
    watched = next;
    leave = next?.watch(() => untracked(() => outdated.update((count) => count + 1)));
  };
  destroyRef.onDestroy(() => {
    watch(undefined);
    isEnded = true;
  });
  const current = computed(result);
  return computed(() => {
    const now = current();
    outdated();
    return untracked(() => {
      watch(now);
      if (typeof ngDevMode === 'undefined' || ngDevMode) return now && known(shownOf(now));
      return now && known(now.read());
    });
  });
}
