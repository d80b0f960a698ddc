import { computed, type DestroyRef, type Signal, signal, untracked } from '@angular/core';
import type { AnyEndpoint } from '../requests/endpoint';
import type { CacheResource } from './cache-resource';
import { type GetArgs, isSameRead, type ResolvedArgs, resolveArgs } from './resolved-args';
import { type ResourceSource, ResourceWatcher } from './resource-watcher';

declare const ngDevMode: unknown;

/**
 * Returns the value of an endpoint as a resource. Nothing is requested before the first read. When a commit changes the
 * value, the next read of the resource returns the new value, even if subscribers have not been notified yet.
 *
 * @param getArgs returns the current arguments, or `undefined` to read nothing; it can read signals
 * @param refetch refetches the response for the given arguments
 * @param drafts a signal that changes when an open batch writes data
 * @param destroyRef the subscription ends when it is destroyed
 */
export function cacheResource(
  endpoint: AnyEndpoint,
  getArgs: GetArgs,
  source: ResourceSource,
  refetch: (args: readonly unknown[]) => unknown,
  drafts: Signal<number>,
  destroyRef: DestroyRef,
  debugName?: string,
): CacheResource<unknown> {
  const debug = (name: string) =>
    (typeof ngDevMode === 'undefined' || ngDevMode) && debugName !== undefined
      ? { debugName: `${debugName}.${name}` }
      : undefined;
  const resolved = argsSignal(endpoint, getArgs, source, debug('args'));
  const { watcher, outdated } = watch(source, resolved, destroyRef);
  const snapshot = computed(() => {
    const current = resolved();
    outdated();
    drafts();
    return untracked(() => watcher.read(current));
  }, debug('snapshot'));
  const field = <K extends keyof ReturnType<typeof snapshot>>(name: K) =>
    computed(() => snapshot()[name], debug(name));
  const value = computed(() => snapshot().value, debug('value'));
  const status = field('status');
  const isLoading = computed(() => status() === 'loading' || status() === 'reloading');
  return {
    snapshot,
    value,
    status,
    isLoading,
    error: computed(() => snapshot().error, debug('error')),
    refreshError: field('refreshError'),
    isFetching: field('isFetching'),
    isStale: field('isStale'),
    isPrevious: field('isPrevious'),
    fetchedAt: field('fetchedAt'),
    hasValue: () => value() !== undefined,
    reload: () =>
      untracked(() => {
        const current = resolved();
        if (watcher.isEnded || current.status !== 'active' || isLoading()) return false;
        refetch(current.args);
        return true;
      }),
  } as CacheResource<unknown>;
}

/**
 * Returns the current arguments as a signal. The watcher holds this signal. Therefore the signal must not reference the
 * other signals of the resource. See {@link watch}.
 */
function argsSignal(
  endpoint: AnyEndpoint,
  getArgs: GetArgs,
  { computation }: ResourceSource,
  debug: { debugName: string } | undefined,
): Signal<ResolvedArgs> {
  return computed(() => resolveArgs(endpoint, getArgs, computation), {
    equal: isSameRead,
    ...debug,
  });
}

/**
 * Creates the watcher for a resource, and a signal that changes when the resource becomes outdated. The watcher lives
 * as long as its injector. If the watcher referenced the signals that hold the last value, these signals could not be
 * garbage-collected.
 */
function watch(source: ResourceSource, args: Signal<ResolvedArgs>, destroyRef: DestroyRef) {
  const outdated = signal(0);
  const tick = () => untracked(() => outdated.update((count) => count + 1));
  const watcher = new ResourceWatcher(source, args, tick);
  destroyRef.onDestroy(() => watcher.end());
  return { watcher, outdated };
}
