import { planOf } from '../schema/plan';
import type { Fields } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import type { ListHabits } from './list-habits';
import type { ListKind } from './list-kind';

/** The names of arguments that sort a list, but not `orderId`. Sorting does not change which entities are in the list. */
export const ORDERING = /^[_$]?(order|sort)(ing)?[-_]?(by|dir\w*|order|field|key)?(\[|$)/i;

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
