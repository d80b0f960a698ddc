import { planOf } from '../schema/plan';
import type { Fields } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { filterArguments, type Fits, fitsArguments, type NonFilter } from './fits';
import type { ListKind } from './list-kind';
import { PageArguments } from './page-arguments';

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

/** The names of arguments that sort a list, but not `orderId`. Sorting does not change which entities are in the list. */
export const ORDERING = /^[_$]?(order|sort)(ing)?[-_]?(by|dir\w*|order|field|key)?(\[|$)/i;

/** The options of a Collection that say which entities are in its lists. */
export interface ListRuleOptions extends ListHabits {
  readonly filter?: (row: never, args: Fields) => boolean;
  readonly followsFields?: boolean;
}

/** Which entities belong to a list with some arguments. */
export class ListRules {
  readonly paging: PageArguments;
  /** Returns the arguments that select entities. */
  readonly filterNames: (args: Fields) => readonly string[];
  /** Whether an entity belongs to a list. */
  readonly fits: Fits;
  /** The same without the filter function of the Collection: whether arguments identify a list. */
  readonly names: Fits;

  constructor({ filter, nonFilterArgumentKeys = ORDERING, pageArgumentKeys }: ListRuleOptions) {
    this.paging = new PageArguments(pageArgumentKeys);
    this.filterNames = filterArguments(this.paging, nonFilterArgumentKeys);
    this.names = fitsArguments(this.filterNames);
    this.fits = filter ? (row, args) => filter(row as never, args) : this.names;
  }
}

/** Warns of arguments that count as such ones although they may select entities. Called only in dev mode. */
export function warnOfOrdering(
  { options, types }: ListKind,
  habits: ListHabits | undefined,
  args: Fields,
): void {
  if (options.nonFilterArgumentKeys ?? habits?.nonFilterArgumentKeys) return;
  for (const name of Object.keys(args)) {
    const type = types.find((each) => name in planOf(each).defaults);
    if (!type || !ORDERING.test(name) || args[name] === undefined) continue;
    const of = planOf(type).name;
    warnOnce(
      `the argument "${name}" of a list of ${of} counts as one that sorts, so it is not compared with the field ` +
        `"${name}" of ${of}: a created ${of} appears in the lists with all values of it. Set nonFilterArgumentKeys, ` +
        `in the Collection, in restEndpoints or in withRest, to the arguments that sort: ['${name}'], or others.`,
    );
  }
}
