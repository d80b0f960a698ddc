import { computed, type DestroyRef, type Signal, signal, untracked } from '@angular/core';
import type { Computation } from '../query/computation';

/**
 * A signal of a computation that may change with its arguments. Nothing is asked before the first
 * read; from then on the cache marks the signal as out of date at install, so it is never behind.
 *
 * @param computation which computation it is now; signals that it reads make it look again
 * @param valueOf what users see of a result
 * @param drafts ticks when an open batch has written something
 * @param destroyRef ends the subscription
 */
export function cacheSignal<T>(
  computation: () => Computation | undefined,
  valueOf: (result: unknown) => T,
  drafts: Signal<number>,
  destroyRef: DestroyRef,
): Signal<T | undefined> {
  const outdated = signal(0);
  let watched: Computation | undefined;
  let leave: (() => void) | undefined;
  let ended = false;
  const watch = (next: Computation | undefined) => {
    if (watched === next || ended) return;
    leave?.();
    watched = next;
    leave = next?.onOutdated(() => untracked(() => outdated.update((count) => count + 1)));
  };
  destroyRef.onDestroy(() => {
    watch(undefined);
    ended = true;
  });
  const current = computed(computation);
  return computed(() => {
    const now = current();
    outdated();
    drafts();
    return untracked(() => {
      watch(now);
      return now === undefined ? undefined : valueOf(now.read());
    });
  });
}
