import { computed, DestroyRef, type Injector, type Signal, signal, untracked } from '@angular/core';
import type { CacheResource } from '../requests/resource';
import { structuralKey } from '../util/structural-key';
import type { InfiniteResource, InfiniteSnapshot } from './infinite-list';
import type { PagedList } from './paged-list';
import { PageLoader } from './page-loader';

type AnySnapshot = InfiniteSnapshot<unknown, unknown>;

/** The page loader for the current arguments. */
interface Loading {
  readonly key: string;
  readonly loader: PageLoader;
  readonly isLoadingMore: Signal<boolean>;
}

/**
 * Adds signals and methods for pages to a list resource.
 *
 * @param argsOf returns the current arguments of the resource; `undefined` if there are none
 * @param injector when this injector is destroyed, the pages in flight are aborted
 */
export function infiniteResource(
  list: PagedList,
  resource: CacheResource<unknown>,
  argsOf: () => readonly unknown[] | undefined,
  injector: Injector,
): InfiniteResource<unknown, unknown> {
  /** The loaders with a page in flight. */
  const loaders = new Set<PageLoader>();
  injector.get(DestroyRef).onDestroy(() => loaders.forEach((each) => each.end()));
  const start = (key: string, args: readonly unknown[]): Loading => {
    const loader = new PageLoader(list, args);
    const isLoadingMore = signal(false);
    loader.isLoadingMore$.subscribe((isLoading) => {
      isLoadingMore.set(isLoading);
      if (isLoading) loaders.add(loader);
      else loaders.delete(loader);
    });
    return { key, loader, isLoadingMore };
  };
  let current: Loading | undefined;
  const loading = (args: readonly unknown[]) => {
    const key = structuralKey(args);
    return (current = current?.key === key ? current : untracked(() => start(key, args)));
  };
  const snapshot = computed((): AnySnapshot => {
    // The snapshot must be read first, because reading the snapshot determines the arguments.
    const stored = resource.snapshot();
    const args = argsOf();
    if (!args) return { ...stored, ...NOTHING, items: list.itemsOf(stored.value) };
    const { loader, isLoadingMore } = loading(args);
    return loader.show(stored, isLoadingMore());
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
    reload: () => untracked(() => current?.loader.retry(snapshot()) === true || resource.reload()),
  };
}

const NOTHING = {
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => undefined,
};
