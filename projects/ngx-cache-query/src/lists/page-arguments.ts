import type { Fields } from '../util/plain-data';

/** The names that common server APIs use for arguments that select a page or limit its size. */
const PAGE_ARGUMENTS: readonly string[] = [
  'page',
  '_page',
  'offset',
  'skip',
  'cursor',
  'limit',
  '_limit',
  'per_page',
  '_per_page',
  'perPage',
  'pageSize',
  'page_size',
  '_start',
  '_end',
  '$skip',
  '$top',
  'page[number]',
  'page[size]',
  'page[offset]',
  'page[limit]',
  'page[cursor]',
];

/** The names of arguments that limit the size of a page. All other page arguments say where the page is. */
const SIZE = /limit|size|top|per_?page/i;

/** The names of arguments that count items instead of pages, so that 1 does not select the first page. */
const COUNTS_ITEMS = /offset|skip|start|cursor/i;

/**
 * The arguments that select a page of a list. A list with one of these arguments is a window: it contains only some of
 * the items, and only the server knows which.
 */
export class PageArguments {
  /** @param names the names of the arguments; if there are none, no list is a window */
  constructor(private readonly names: readonly string[] = PAGE_ARGUMENTS) {}

  has(name: string): boolean {
    return this.names.includes(name);
  }

  isIn(args: Fields): boolean {
    return this.#in(args).length > 0;
  }

  /** Whether a list is a window. A list that was put together from pages is none, even if it has a page size. */
  isWindow({ args, pages }: Fields): boolean {
    return pages === undefined && this.isIn(args as Fields);
  }

  /** Returns the number of items on a full page; `Infinity` if it is unknown or the list is not a window. */
  sizeOf(list: Fields): number {
    const args = list['args'] as Fields;
    const name = this.isWindow(list) && this.#in(args).find((each) => SIZE.test(each));
    const size = name ? Number(args[name]) : NaN;
    return Number.isFinite(size) && size > 0 ? size : Infinity;
  }

  /** Whether arguments select the first page. If one of the lists has page 0, page 1 is the second one. */
  isFirst(args: Fields, all: readonly Fields[]): boolean {
    return this.#in(args).every((name) => {
      const value = Number(args[name]);
      if (SIZE.test(name) || name === '_end' || value === 0) return true;
      if (value !== 1 || COUNTS_ITEMS.test(name)) return false;
      return !all.some((other) => Number(other[name]) === 0);
    });
  }

  #in(args: Fields): string[] {
    return Object.keys(args).filter((name) => args[name] !== undefined && this.has(name));
  }
}
