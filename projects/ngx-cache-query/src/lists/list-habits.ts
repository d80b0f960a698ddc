import type { NonFilter } from './fits';

/** What the arguments of lists mean in an API, unless a Collection says it. */
export interface ListHabits {
  /**
   * The arguments that select a page. After a mutation, such a list is refetched. They replace the default: `page`,
   * `_page`, `offset`, `skip`, `cursor`, `limit`, `_limit`, `per_page`, `_per_page`, `perPage`, `pageSize`, `page_size`,
   * `_start`, `_end`, `$skip`, `$top`, and `page[…]` with `number`, `size`, `offset`, `limit` or `cursor`.
   */
  readonly pageArgumentKeys?: readonly string[];
  /**
   * The arguments that do not filter a list. Default: the usual names of arguments that sort, such as `order`, `orderBy`,
   * `ordering`, `sort`, `sort_by`, `sortDir`, `_sort` and `$orderby`.
   */
  readonly nonFilterArgumentKeys?: NonFilter;
}
