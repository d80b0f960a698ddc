import { BehaviorSubject, finalize, type Subscription } from 'rxjs';
import { isSamePage } from '../lists/stored-pages';
import { asCacheError, logMistake } from '../requests/request-errors';
import type { CacheSnapshot } from '../requests/snapshot';
import type { CacheError } from '../util/cache-error';
import type { InfiniteSnapshot } from './infinite';
import { type PageKey, RESTART } from './next-page';
import type { PagedList } from './paged-list';

declare const ngDevMode: unknown;

type Stored = CacheSnapshot<unknown>;

/** Loads the pages of a list for one set of arguments. What it shows of the pages is derived from what is stored. */
export class PageLoader {
  /** The key of the page in flight; `undefined` if there is none. */
  readonly requested$ = new BehaviorSubject<PageKey | undefined>(undefined);
  /**
   * The error of the last request for a page, and the value of `fetchedAt` when it failed. The error is shown until the
   * page or the list is requested again.
   */
  #failure: { readonly error: CacheError; readonly at: number | undefined } | undefined;
  /** The last error of the function that returns the key of the next page. */
  #mistake: CacheError | undefined;
  #shown: Stored | undefined;

  /** @param loading the requests for pages are aborted with it */
  constructor(
    private readonly list: PagedList,
    private readonly args: readonly unknown[],
    private readonly loading: Subscription,
  ) {}

  /** Adds the state of the pages to the snapshot of the list. */
  show(snapshot: Stored): InfiniteSnapshot<unknown, unknown> {
    const { value, isFetching, fetchedAt, refreshError } = snapshot;
    const isRequested = isFetching && !this.#shown?.isFetching; // Not if a page fails during a refetch.
    if (isRequested || this.#failure?.at !== fetchedAt) this.#failure = undefined;
    this.#shown = snapshot;
    const key = this.#next();
    const error = refreshError ?? this.#failure?.error ?? this.#mistake;
    return {
      ...snapshot,
      refreshError: error,
      items: this.list.itemsOf(value),
      hasMore: key !== undefined,
      isLoadingMore: this.#isLoadingMore,
      loadMore: this.loadMore,
    } as InfiniteSnapshot<unknown, unknown>;
  }

  /** Requests the next page. If no page is loaded, or nothing of them is left, requests the list from its beginning. */
  readonly loadMore = (): void => {
    const { args, list } = this;
    const { value, isFetching } = this.#shown!;
    const key = value === undefined ? RESTART : this.#next();
    if (key === RESTART) {
      if (!isFetching) void list.cache.refetch(list.pages, ...args);
      return;
    }
    if (key === undefined || this.#isLoadingMore) return;
    this.#failure = undefined;
    this.requested$.next(key);
    const [endpoint, pageArgs] = list.requestOf(key, args);
    // A subscriber may request the next page in the commit of this one, before the request for this one has ended.
    const end = () => this.requested$.value === key && this.requested$.next(undefined);
    this.loading.add(
      list.cache
        .fetch(endpoint, ...(pageArgs as []))
        .pipe(finalize(end)) // Also if `reset` or `clear` drops the page, and restarts the whole list.
        .subscribe({
          error: (error: unknown) => {
            const at = this.#shown!.fetchedAt;
            this.#failure = { error: asCacheError(list.pages.name, error), at };
          },
        }),
    );
  };

  /** Requests the failed page again. Returns `false` if no page failed. */
  retry(): boolean {
    if (this.#failure === undefined || this.#next() === undefined) return false;
    this.loadMore();
    return true;
  }

  /** Whether a page is in flight. Its request ends only after the commit of the page. */
  get #isLoadingMore(): boolean {
    const { list, args, requested$ } = this;
    const { value: requested } = requested$;
    if (requested === undefined) return false;
    return !list.pagesIn(list.stored, args).some(({ key }) => isSamePage(key, requested));
  }

  /** Returns the key of the next page, if the shown list is that of the arguments. */
  #next(): PageKey | undefined {
    const { value, isPrevious } = this.#shown!;
    const last = this.#mistake;
    this.#mistake = undefined;
    if (isPrevious || this.list.itemsOf(value) === undefined) return undefined;
    try {
      return this.list.after(this.list.stored, this.args, value);
    } catch (thrown) {
      const error = thrown as CacheError;
      if (typeof ngDevMode === 'undefined' || ngDevMode) logMistake(error);
      // An equal error stays the same object, so that nothing is emitted.
      this.#mistake = last?.message === error.message ? last : error;
      return undefined;
    }
  }
}
