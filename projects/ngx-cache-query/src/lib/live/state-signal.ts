import { computed, type DestroyRef, type Signal, signal, untracked } from '@angular/core';
import type { EndpointState } from '../requests/endpoint-state';
import type { AnyEndpoint } from '../requests/endpoint';
import { type ResolvedArgs, type StateSource, StateWatcher } from './state-watcher';

const DISABLED: ResolvedArgs = {};

/**
 * Returns the state of an endpoint as a signal. No request is sent before the first read. From then on, each commit
 * marks the signal as outdated before subscribers are notified, so that the signal never has an old state.
 *
 * @param args returns the current arguments, or `undefined` if the read is disabled; it may read signals
 * @param drafts a signal that changes when an open batch writes
 * @param destroyRef ends the subscription
 */
export function stateSignal(
  endpoint: AnyEndpoint,
  args: () => readonly unknown[] | undefined,
  source: StateSource,
  drafts: Signal<number>,
  destroyRef: DestroyRef,
): Signal<EndpointState<unknown>> {
  const outdated = signal(0);
  const tick = () => untracked(() => outdated.update((count) => count + 1));
  const watcher = new StateWatcher(endpoint, source, tick);
  destroyRef.onDestroy(() => watcher.end());
  const resolved = computed(
    () => {
      const current = args();
      return current === undefined ? DISABLED : resolve(endpoint, current, source);
    },
    { equal: (a, b) => a === b || (a.key !== undefined && a.key === b.key) },
  );
  return computed(() => {
    const current = resolved();
    outdated();
    drafts();
    return untracked(() => watcher.read(current));
  });
}

/** Derives the key and the computation from the arguments. If the key throws, the signal shows an error state. */
function resolve(
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  source: StateSource,
): ResolvedArgs {
  try {
    const key = endpoint.key(...args);
    return { args, key, computation: source.computation(args) };
  } catch (error) {
    return { failure: { error } };
  }
}
