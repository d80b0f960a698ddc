import { untracked } from '@angular/core';
import type { CacheService } from '../cache/cache-service';
import { pageOf } from '../lists/list-page';
import { type LoadedPage, LoadedPages } from '../lists/whole-list';
import type { AnyEndpoint } from '../requests/endpoint';
import { collectionIn, itemsIn, replacedIn } from './collection-in';
import type { LoadedInfo, PageKey } from './next-page';
import { type AnyPages, wholeListOf } from './load-pages';

/** A list that is loaded page by page, with all types erased. */
export class PagedList {
  /** The name of the argument that identifies the page. */
  readonly field: string;
  /** Loads a page and adds it at the end, even if its number is lower than the numbers of other pages. */
  readonly more: AnyPages;
  /** Requests the loaded pages again, up to the maximum number of pages. */
  readonly whole: AnyEndpoint;
  readonly #loaded: LoadedPages;
  /** The key of the first page; `undefined` if it is requested without a key. */
  #first: PageKey | undefined;

  /**
   * @param next returns the key of the next page
   * @param maxPages the maximum number of pages that a refetch loads
   */
  constructor(
    readonly cache: CacheService,
    readonly pages: AnyPages,
    readonly next: (info: LoadedInfo) => PageKey | undefined,
    maxPages: number,
  ) {
    const { list, field } = pages.pagesOf;
    const schema = replacedIn(list.schema, list.name, (of) => pageOf(of, field, 'end'));
    this.field = field;
    this.more = pages.variant({ schema }) as AnyPages;
    this.#loaded = new LoadedPages(collectionIn(list.schema, list.name));
    const count = (args: readonly unknown[]) => Math.min(this.loadedPages(args).length, maxPages);
    this.whole = wholeListOf(this.more, count, next, () => this.#first);
  }

  /**
   * Returns the arguments that identify the list. If there are no parameters, returns an empty array, so that a call
   * with `{}` and a call without arguments have the same key. If the parameters contain a page, the list begins with
   * that page.
   */
  argsOf(params: object = {}): readonly unknown[] {
    const { [this.field]: first, ...others } = params as Readonly<Record<string, unknown>>;
    this.#first = first as PageKey | undefined;
    const args = this.whole.schemaArgs?.([others]) ?? [others];
    return Object.keys(args[0] as object).length === 0 ? [] : args;
  }

  itemsOf(value: unknown): unknown[] | undefined {
    return itemsIn(this.pages.pagesOf.list.schema, value);
  }

  loadedPages(args: readonly unknown[]): LoadedPage[] {
    return untracked(() => this.cache.get(this.#loaded, ...args)) ?? [];
  }
}
