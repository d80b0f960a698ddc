import { type Fields, isPlainObject, ownField } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';

/** Whether an entity belongs in the list with these arguments; `undefined` when nothing says so. */
export type Fits = (row: Fields, args: Fields, call: readonly unknown[]) => boolean | undefined;

/** Which arguments tell lists apart without saying which entities are in them: names, a pattern, or a test. */
export type NonFilter = readonly string[] | RegExp | ((name: string) => boolean);

/** The order of a list is no matter of what is in it. */
const ORDERING = /^(order|sort)/;

/**
 * An entity fits in a list when it has the values that the arguments of the list name. What its row lacks
 * is taken from the arguments of the call that wrote it: the body, then the parameters of the path.
 */
export function fitsArguments(nonFilter: NonFilter = ORDERING): Fits {
  const isFilter = filterTest(nonFilter);
  return (row, args, call) => {
    let fits: true | undefined = true;
    for (const name of Object.keys(args)) {
      if (args[name] === undefined || !isFilter(name)) continue;
      const value = valueOf(name, row, call);
      if (value === undefined) fits = undefined;
      else if (!isAlike(value, args[name])) return false;
    }
    return fits;
  };
}

function filterTest(nonFilter: NonFilter): (name: string) => boolean {
  if (typeof nonFilter === 'function') return (name) => !nonFilter(name);
  if (nonFilter instanceof RegExp) return (name) => !nonFilter.test(name);
  return (name) => !nonFilter.includes(name);
}

function valueOf(name: string, row: Fields, call: readonly unknown[]): unknown {
  const own = ownField(row, name);
  if (own !== undefined) return own;
  // The body comes last, and says more than the path: it is what the entity becomes.
  for (let i = call.length - 1; i >= 0; i--) {
    const argument = call[i];
    const value = isPlainObject(argument) ? ownField(argument, name) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether two values are the same in a URL. */
function isAlike(a: unknown, b: unknown): boolean {
  return asText(a) === asText(b);
}

/** A value so that numbers and their texts are alike, and keys of relations are what they lead to. */
export function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return isPlainObject(value) && 'pk' in value ? String(value['pk']) : structuralKey(value);
}
