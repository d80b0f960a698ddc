import type { CacheService, Endpoint, EndpointState } from 'ngx-cache-query';
import { untracked } from '@angular/core';
import { BehaviorSubject, combineLatest, finalize, map, type Observable, Subscription } from 'rxjs';
import { itemsIn } from './collection-in';
import type { InfiniteList } from './infinite';
import type { PageInfo, PageKey } from './next-page';

type AnyEndpoint = Endpoint<readonly unknown[]>;
type AnyList = InfiniteList<unknown, unknown>;

/** The page that came last, so that who comes back goes on from there. */
interface Progress {
  last: LastPage | undefined;
}

interface LastPage {
  readonly page: PageKey;
  readonly data: unknown;
  /** How many items it brought. */
  readonly added: number;
  /** How many there were then. */
  readonly count: number;
}

/** Asks for one page of a list after the other. */
export class PageLoader {
  readonly list$: Observable<AnyList>;
  readonly #more = new BehaviorSubject<Pick<AnyList, 'isLoadingMore' | 'error'>>(RESTING);
  readonly #known: Progress;
  readonly #loading = new Subscription();

  /** @param next says which page comes after the last one */
  constructor(
    private readonly cache: CacheService,
    private readonly pages: AnyEndpoint,
    private readonly params: object,
    private readonly next: (info: PageInfo<unknown>) => PageKey | undefined,
  ) {
    const list = pages.pagesOf!.list as unknown as AnyEndpoint;
    const args = Object.keys(params).length === 0 ? [] : [params];
    this.#known = progressOf(cache, list, list.key(...args));
    const state$: Observable<EndpointState<unknown>> = cache.state(list, ...args);
    this.list$ = combineLatest([state$, this.#more]).pipe(
      map(([state, more], index) => {
        const { data } = state;
        const isGone = data === undefined || (index === 0 && this.#isShorter(data));
        if (isGone) this.#known.last = undefined;
        return this.#show(state, more);
      }),
      finalize(() => this.#loading.unsubscribe()),
    );
  }

  #show(
    { data, isFetching, error }: EndpointState<unknown>,
    more: Pick<AnyList, 'isLoadingMore' | 'error'>,
  ): AnyList {
    return {
      items: this.#itemsOf(data),
      data,
      hasMore: this.#after(data) !== undefined,
      isLoading: data === undefined && isFetching,
      isLoadingMore: more.isLoadingMore,
      error: more.error ?? error,
      loadMore: () => this.#load(data),
    };
  }

  #load(data: unknown): void {
    const page = this.#after(data);
    if (page === undefined || this.#more.value.isLoadingMore) return;
    this.#more.next({ isLoadingMore: true, error: undefined });
    const args = { ...this.params, [this.pages.pagesOf!.field]: page };
    const before = this.#itemsOf(data)!.length;
    this.#loading.add(
      this.cache.fetch(this.pages, args).subscribe({
        next: (value: unknown) => {
          const count = this.#itemsOf(value)!.length;
          this.#known.last = { page, data: value, added: count - before, count };
          this.#more.next(RESTING);
        },
        error: (error: unknown) => this.#more.next({ isLoadingMore: false, error }),
      }),
    );
  }

  /** Whether the list was released meanwhile, and somebody else loaded its beginning again. */
  #isShorter(data: unknown): boolean {
    const { last } = this.#known;
    if (last === undefined || this.#itemsOf(data)!.length > last.count - last.added) return false;
    const args = { ...this.params, [this.pages.pagesOf!.field]: last.page };
    return untracked(() => this.cache.get(this.pages, args)) === undefined;
  }

  #itemsOf(data: unknown): unknown[] | undefined {
    return itemsIn(this.pages.pagesOf!.list.schema, data);
  }

  #after(data: unknown): PageKey | undefined {
    const items = this.#itemsOf(data);
    if (items === undefined) return undefined;
    const last = this.#known.last ?? { data, added: items.length, page: undefined };
    return this.next({ ...last, count: items.length });
  }
}

const RESTING = { isLoadingMore: false, error: undefined };

const progress = new WeakMap<CacheService, WeakMap<object, Map<string, Progress>>>();

function progressOf(cache: CacheService, list: object, key: string): Progress {
  let lists = progress.get(cache);
  if (lists === undefined) progress.set(cache, (lists = new WeakMap()));
  let known = lists.get(list);
  if (known === undefined) lists.set(list, (known = new Map<string, Progress>()));
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = { last: undefined }));
  return found;
}
