import { untracked } from '@angular/core';
import type { CacheService } from '../cache/cache-service';
import { pageOf } from '../lists/list-page';
import { isSamePage, loadedIn, type Page } from '../lists/stored-pages';
import { type ListPart, loadedPages, outermostItem, removedItems } from '../lists/whole-list';
import type { AnyEndpoint } from '../requests/endpoint';
import type { QueryableNode } from '../schema/queryable';
import { CacheError } from '../util/cache-error';
import { collectionIn, itemsIn, replacedIn } from './collection-in';
import { wholeListOf } from './load-pages';
import { asKey, type NextPage, type PageInfo, type PageKey, RESTART, shifted } from './next-page';
import type { PagesOfList } from './paginated';
import { type Described, requestOf } from './rest-request';

declare const ngDevMode: unknown;

export type AnyPages = AnyEndpoint & { readonly pagesOf: PagesOfList };

/** Reads what is stored: in the cache, or in the responses of a refetch that has not ended. */
export interface ValueReader {
  get(queryable: QueryableNode<unknown, readonly unknown[]>, ...args: readonly unknown[]): unknown;
}

/** A list that is loaded page by page, with all types erased. */
export class PagedList {
  /** Reads the cache, without making a signal depend on it. */
  readonly stored: ValueReader;
  /** Loads a page and adds it where the list grows, whatever the numbers of the other pages are. */
  readonly more: AnyPages;
  /** Requests the loaded pages again, up to the maximum number of pages. */
  readonly whole: AnyEndpoint;
  /** Reads the loaded pages. */
  readonly loaded: ListPart<readonly Page[]>;
  /** The key of the first page; `undefined` if it is requested without a key. */
  first: PageKey | undefined;
  readonly #outermost: ListPart<unknown>;
  readonly #removed: ListPart<number>;

  /** @param maxPages the maximum number of pages that a refetch loads */
  constructor(
    readonly cache: CacheService,
    readonly pages: AnyPages,
    private readonly next: NextPage,
    maxPages: number,
  ) {
    this.stored = { get: (...read) => untracked(() => cache.get(...read)) };
    const { list, field, isReversed } = pages.pagesOf;
    const collection = collectionIn(list.schema, list.name);
    const place = isReversed ? 'before' : 'end';
    const schema = replacedIn(list.schema, list.name, (of) => pageOf(of, field, place));
    // The page is not in the list yet, so the server cannot confirm it.
    this.more = pages.variant({ schema, isWhole: true }) as AnyPages;
    this.loaded = loadedPages(collection);
    this.#outermost = outermostItem(collection, isReversed);
    this.#removed = removedItems(collection);
    this.whole = wholeListOf(this, maxPages);
  }

  /**
   * Returns the arguments that identify the list: none for no parameters, so that `{}` has the same key. If the parameters
   * contain a page, the list begins with it.
   */
  argsOf(params: object = {}): readonly unknown[] {
    const { [this.pages.pagesOf.field]: first, ...others } = params as Record<string, unknown>;
    this.first = (first as PageKey | undefined) ?? this.next.first;
    const args = this.whole.schemaArgs?.([others]) ?? [others];
    return Object.keys(args[0] as object).length === 0 ? [] : args;
  }

  /** Returns the endpoint and the arguments that request a page. */
  requestOf(key: PageKey | undefined, args: readonly unknown[]): [AnyEndpoint, readonly unknown[]] {
    const { list, field } = this.pages.pagesOf;
    return key === undefined
      ? [list, args]
      : [this.more, [{ ...(args[0] as object), [field]: key }]];
  }

  itemsOf(value: unknown): unknown[] | undefined {
    return itemsIn(this.pages.pagesOf.list.schema, value);
  }

  /** Returns the loaded pages, in the order of the list. */
  pagesIn(stored: ValueReader, args: readonly unknown[]): readonly Page[] {
    const pages = stored.get(this.loaded, ...args) as readonly Page[] | undefined;
    return pages ?? []; // Before the list is loaded, there are none.
  }

  /**
   * Returns the key of the page after the loaded pages; `undefined` if there is none.
   *
   * @param data the last response
   * @returns {@link RESTART} if the loaded pages have moved on the server
   * @throws CacheError NCQ5010 if `next` throws or returns something else
   */
  after(stored: ValueReader, args: readonly unknown[], data: unknown): PageKey | undefined {
    const { list, field, isReversed } = this.pages.pagesOf;
    const { length: count } = this.itemsOf(data) ?? [];
    const pages = this.pagesIn(stored, args);
    const newest = pages.at(isReversed ? 0 : -1);
    const { key: page, size = count, added = size } = newest ?? {};
    const [outermost, removed] = [this.#outermost, this.#removed];
    const info: PageInfo<unknown> = {
      data,
      count,
      loaded: loadedIn(pages),
      size,
      added,
      get removed() {
        return (stored.get(removed, ...args) as number | undefined) ?? 0;
      },
      get last() {
        return stored.get(outermost, ...args);
      },
      page,
      field,
      params: requestOf(list as unknown as Described, args).all,
    };
    try {
      const known = newest?.next;
      const next: unknown = known === undefined ? this.next(info) : (shifted(info) ?? known);
      const key = next === RESTART ? RESTART : asKey(next, field);
      // A page that follows itself would be requested forever.
      return newest && key !== RESTART && isSamePage(key, page) ? undefined : key;
    } catch (thrown) {
      throw unknownNextPage(list.name, thrown);
    }
  }
}

/** Error NCQ5010: the function that returns the key of the next page has thrown. */
function unknownNextPage(source: string, cause: unknown): CacheError {
  return new CacheError(
    'NCQ5010',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the next page is unknown, because ${cause instanceof Error ? cause.message : String(cause)}`,
    { source, cause },
  );
}
