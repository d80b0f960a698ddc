import type { Fields } from '../util/plain-data';
import { filterArguments, type Fits, fitsArguments } from './fits';
import type { ListHabits } from './list-habits';
import { PageArguments } from './page-arguments';

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

  constructor({ filter, nonFilterArgumentKeys, pageArgumentKeys }: ListRuleOptions) {
    this.paging = new PageArguments(pageArgumentKeys);
    this.filterNames = filterArguments(this.paging, nonFilterArgumentKeys);
    this.names = fitsArguments(this.filterNames);
    this.fits = filter ? (row, args) => filter(row as never, args) : this.names;
  }
}
