import { computed, type DestroyRef, type Signal, signal, untracked } from '@angular/core';
import type { EndpointState } from '../requests/endpoint-state';
import type { AnyEndpoint } from '../requests/endpoint';
import { type Question, type StateSource, StateWatcher } from './state-watcher';

const NOTHING: Question = {};

/**
 * The state of an endpoint as a signal. Nothing is requested before the first read. From then on each commit marks the
 * signal as outdated before subscribers are notified, so that it is never behind the cache.
 *
 * @param args the arguments as of now, `undefined` for none; it may read signals
 * @param drafts ticks when an open batch has written something
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
  const question = computed(
    () => {
      const given = args();
      return given === undefined ? NOTHING : questionOf(endpoint, given, source);
    },
    { equal: (a, b) => a === b || (a.key !== undefined && a.key === b.key) },
  );
  return computed(() => {
    const now = question();
    outdated();
    drafts();
    return untracked(() => watcher.read(now));
  });
}

/** A key may throw, as for a missing path parameter: then the state is an error. */
function questionOf(
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  source: StateSource,
): Question {
  try {
    const key = endpoint.key(...args);
    return { args, key, computation: source.computation(args) };
  } catch (error) {
    return { failure: { error } };
  }
}
