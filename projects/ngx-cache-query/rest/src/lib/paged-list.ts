import { untracked } from '@angular/core';
import {
  type CacheService,
  type ɵLoadedPage as LoadedPage,
  ɵLoadedPages as LoadedPages,
} from 'ngx-cache-query';
import { collectionIn, itemsIn, pagesIn } from './collection-in';
import type { PageInfo, PageKey } from './next-page';
import { type AnyEndpoint, type AnyPages, wholeListOf } from './whole-list';

/** A list that is loaded page by page, with any arguments. */
export class PagedList {
  /** The argument that names the page. */
  readonly field: string;
  /** Loads a page, and adds it at the end, even if its key is a lower number. */
  readonly more: AnyPages;
  /** Loads all loaded pages again. */
  readonly whole: AnyEndpoint;
  readonly #loaded: LoadedPages;

  /**
   * @param next returns the key of the next page
   * @param maxPages the maximum number of pages that a refetch loads
   */
  constructor(
    readonly cache: CacheService,
    readonly pages: AnyPages,
    readonly next: (info: PageInfo<unknown>) => PageKey | undefined,
    maxPages: number,
  ) {
    const { list, field } = pages.pagesOf;
    const schema = pagesIn(list.schema, list.name, (collection) => collection.page(field, 'end'));
    this.field = field;
    this.more = pages.variant({ schema }) as AnyPages;
    this.#loaded = new LoadedPages(collectionIn(list.schema, list.name) as never);
    const count = (args: readonly unknown[]) => Math.min(this.loadedPages(args).length, maxPages);
    this.whole = wholeListOf(this.more, count, next);
  }

  /** Returns the arguments that identify the list. Without parameters, the key is the same as without arguments. */
  argsOf(params: unknown = {}): readonly unknown[] {
    const args = this.whole.schemaArgs?.([params]) ?? [params];
    return Object.keys(args[0] as object).length === 0 ? [] : args;
  }

  itemsOf(value: unknown): unknown[] | undefined {
    return itemsIn(this.pages.pagesOf.list.schema, value);
  }

  loadedPages(args: readonly unknown[]): LoadedPage[] {
    return untracked(() => this.cache.get(this.#loaded, ...args)) ?? [];
  }
}
