import { type Fields, isPlainObject, ownField } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';
import type { PageArguments } from './windows/page-arguments';

/**
 * Returns whether an entity matches the arguments of a list. Returns `undefined` if this cannot be determined because
 * fields are missing. `call` contains the arguments of the call that wrote the entity.
 */
export type Fits = (row: Fields, args: Fields, call: readonly unknown[]) => boolean | undefined;

/**
 * Selects the arguments that identify a list but do not filter it: a list of names, a pattern for names, or a function
 * that tests a name.
 */
export type NonFilter = readonly string[] | RegExp | ((name: string) => boolean);

/**
 * Matches the names of arguments that sort a list. Sorting does not change which entities are in the list, so these
 * arguments do not filter it.
 */
const ORDERING = /^_?(order|sort)/;

/**
 * Returns a function that compares the fields of an entity with the arguments of a list. If a field is missing in the
 * row, its value is taken from the arguments of the call that wrote the entity: from the body or, if the body does not
 * contain the field either, from the path parameters.
 *
 * @param pages the arguments that select a page, which do not filter the list
 */
export function fitsArguments(pages: PageArguments, nonFilter: NonFilter = ORDERING): Fits {
  const isFilter = filterTest(nonFilter);
  return (row, args, call) => {
    let fits: true | undefined = true;
    for (const name of Object.keys(args)) {
      if (args[name] === undefined || pages.has(name) || !isFilter(name)) continue;
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
  // The last argument is the body. It is checked first and takes precedence over the path, because it contains the new
  // values of the entity.
  for (let i = call.length - 1; i >= 0; i--) {
    const argument = call[i];
    const value = isPlainObject(argument) ? ownField(argument, name) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether two values look the same in a URL. */
function isAlike(a: unknown, b: unknown): boolean {
  return asText(a) === asText(b);
}

/**
 * Converts a value to text. `5` and `'5'` are converted to the same text. A reference is converted to the text of its
 * key.
 */
export function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return isPlainObject(value) && 'pk' in value ? String(value['pk']) : structuralKey(value);
}
