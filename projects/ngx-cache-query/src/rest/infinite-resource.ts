import { computed, DestroyRef, type Injector, type Signal, signal, untracked } from '@angular/core';
import { Subscription } from 'rxjs';
import type { CacheResource } from '../requests/resource';
import { structuralKey } from '../util/structural-key';
import type { InfiniteResource, InfiniteSnapshot } from './infinite';
import { PageLoader } from './page-loader';
import type { PagedList } from './paged-list';

type AnySnapshot = InfiniteSnapshot<unknown, unknown>;
type Args = readonly unknown[];

/** The page loader for the current arguments. */
interface Loading {
  readonly key: string;
  readonly loader: PageLoader;
  /** Changes with the page in flight. */
  readonly requested: Signal<unknown>;
}

/**
 * Adds signals and methods for pages to a list resource.
 *
 * @param args returns the arguments of the resource; `undefined` if there are none
 * @param injector when this injector is destroyed, the pages in flight are aborted
 */
export function infiniteResource(
  list: PagedList,
  resource: CacheResource<unknown>,
  args: () => Args | undefined,
  injector: Injector,
): InfiniteResource<unknown, unknown> {
  const inFlight = new Subscription();
  injector.get(DestroyRef).onDestroy(() => inFlight.unsubscribe());
  const start = (key: string, args: Args): Loading => {
    const loader = new PageLoader(list, args, inFlight);
    const requested = signal<unknown>(undefined);
    loader.requested$.subscribe((page) => requested.set(page));
    return { key, loader, requested };
  };
  let current: Loading | undefined;
  const loading = (args: Args) => {
    const key = structuralKey(args);
    return (current = current?.key === key ? current : untracked(() => start(key, args)));
  };
  // A page that changes no item may be the last one.
  const pages = list.cache.selectSignal(list.loaded, () => args() ?? [null], { injector });
  const snapshot = computed((): AnySnapshot => {
    const stored = resource.snapshot();
    const given = args();
    if (!given) return { ...stored, ...NOTHING, items: list.itemsOf(stored.value) };
    if (stored.value !== undefined) pages();
    const { loader, requested } = loading(given);
    requested();
    return loader.show(stored);
  });
  const field = <K extends keyof AnySnapshot>(name: K) => computed(() => snapshot()[name]);
  return {
    ...resource,
    snapshot,
    refreshError: field('refreshError'),
    items: field('items'),
    hasMore: field('hasMore'),
    isLoadingMore: field('isLoadingMore'),
    loadMore: () => untracked(snapshot).loadMore(),
    reload: () =>
      untracked(() => {
        const given = args();
        return (given !== undefined && loading(given).loader.retry()) || resource.reload();
      }),
  };
}

const NOTHING = {
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => undefined,
};
