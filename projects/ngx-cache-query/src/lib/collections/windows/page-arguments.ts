import type { Fields } from '../../util/plain-data';

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
];

/**
 * Matches the names of arguments that limit the size of a page. All other page arguments contain the position of the
 * page.
 */
const SIZE = /limit|size|per_?page/i;

/**
 * Matches the names of arguments that count items instead of pages. For these arguments, the value 1 does not select
 * the first page.
 */
const COUNTS_ITEMS = /offset|skip|start|cursor/i;

/**
 * The arguments that select a page of a list. A list with one of these arguments is a window, which contains only some
 * of the items.
 */
export class PageArguments {
  readonly #names: ReadonlySet<string>;

  /** @param names the names of the arguments; if there are none, no list is a window */
  constructor(names: readonly string[] = PAGE_ARGUMENTS) {
    this.#names = new Set(names);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Whether a list is a window. A list that was merged from pages is not a window, even if it has a page size. */
  isWindow({ args, pages }: Fields): boolean {
    return pages === undefined && this.#in(args as Fields).length > 0;
  }

  /**
   * Returns the number of items in a full window. Returns `undefined` if the number is unknown or the list is not a
   * window.
   */
  sizeOf(row: Fields): number | undefined {
    if (!this.isWindow(row)) return undefined;
    const args = row['args'] as Fields;
    const name = this.#in(args).find((each) => SIZE.test(each));
    const size = name === undefined ? NaN : Number(args[name]);
    return Number.isFinite(size) ? size : undefined;
  }

  /**
   * Returns a function that checks whether arguments select the first page.
   *
   * @param all the arguments of all lists; if one of them has page 0, page 1 is the second page
   */
  firsts(all: readonly Fields[]): (args: Fields) => boolean {
    const countsFromZero = (name: string) =>
      COUNTS_ITEMS.test(name) ||
      all.some((args) => this.#in(args).includes(name) && Number(args[name]) === 0);
    const isFirst = (name: string, value: number) =>
      value === 0 || (value === 1 && !countsFromZero(name));
    return (args) =>
      this.#in(args).every((name) => SIZE.test(name) || isFirst(name, Number(args[name])));
  }

  #in(args: Fields): string[] {
    return Object.keys(args).filter((name) => args[name] !== undefined && this.#names.has(name));
  }
}
