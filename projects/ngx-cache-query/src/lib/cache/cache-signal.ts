import { computed, type DestroyRef, type Signal, signal, untracked } from '@angular/core';
import type { Computation } from '../query/computation';

/**
 * Returns a signal that contains the result of a computation. The arguments of the computation can change. Nothing is
 * computed before the first read. After that, each commit that may change the result marks the signal as outdated. This
 * happens before subscribers are notified, so the signal never contains an old value.
 *
 * @param computation returns the current computation; it can read signals
 * @param valueOf converts the result of the computation to the value of the signal
 * @param drafts a signal that changes when an open batch writes data
 * @param destroyRef the subscription ends when this `DestroyRef` is destroyed
 */
export function cacheSignal<T>(
  computation: () => Computation | undefined,
  valueOf: (result: unknown) => T,
  drafts: Signal<number>,
  destroyRef: DestroyRef,
): Signal<T | undefined> {
  const outdated = signal(0);
  let subscribed: Computation | undefined;
  let leave: (() => void) | undefined;
  let ended = false;
  const subscribe = (next: Computation | undefined) => {
    if (subscribed === next || ended) return;
    leave?.();
    subscribed = next;
    leave = next?.onOutdated(() => untracked(() => outdated.update((count) => count + 1)));
  };
  destroyRef.onDestroy(() => {
    subscribe(undefined);
    ended = true;
  });
  const current = computed(computation);
  return computed(() => {
    const now = current();
    outdated();
    drafts();
    return untracked(() => {
      subscribe(now);
      return now === undefined ? undefined : valueOf(now.read());
    });
  });
}
