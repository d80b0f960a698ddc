import { type Fields, isPlain, ownField } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';
import type { PageArguments } from './page-arguments';

/**
 * Selects the arguments that identify a list but do not filter it: a list of names, a pattern for names, or a function
 * that tests a name.
 */
export type NonFilter = readonly string[] | RegExp | ((name: string) => boolean);

/**
 * Returns whether an entity matches the arguments of a list; `undefined` if this cannot be determined because fields are
 * missing.
 *
 * @param call the arguments of the call that wrote the entity
 */
export type Fits = (row: Fields, args: Fields, call: readonly unknown[]) => boolean | undefined;

/**
 * Returns a function that compares the fields of an entity with the arguments of a list. A field that is missing in the
 * row is taken from the arguments of the call that wrote the entity: from the body, then from the path parameters.
 */
export function fitsArguments(filterNames: (args: Fields) => readonly string[]): Fits {
  return (row, args, call) => {
    let fits: true | undefined = true;
    for (const name of filterNames(args)) {
      const own = ownField(row, name); // Also if it is `null`.
      const value = own === undefined ? valueIn(call, name) : own;
      if (value === undefined) fits = undefined;
      else if (!matches(value, args[name])) return false;
    }
    return fits;
  };
}

/** Returns a function that returns the arguments of a list that select its entities. */
export function filterArguments(
  paging: PageArguments,
  nonFilter: NonFilter,
): (args: Fields) => readonly string[] {
  const isFilter = filterTest(nonFilter);
  return (args) =>
    Object.keys(args).filter(
      (name) => args[name] !== undefined && !paging.has(name) && isFilter(name),
    );
}

/** Whether the value of a field matches an argument. An array of several values means any of them. */
export function matches(value: unknown, argument: unknown): boolean {
  if (value === undefined) return false;
  if (Array.isArray(argument) && !Array.isArray(value))
    return argument.some((each) => asText(each) === asText(value));
  return asText(value) === asText(argument);
}

function filterTest(nonFilter: NonFilter): (name: string) => boolean {
  if (typeof nonFilter === 'function') return (name) => !nonFilter(name);
  if (nonFilter instanceof RegExp) return (name) => !nonFilter.test(name);
  return (name) => !nonFilter.includes(name);
}

/** The last argument is the body. It takes precedence over the path, because it contains the new values. */
function valueIn(call: readonly unknown[], name: string): unknown {
  return call.reduceRight<unknown>(
    (found, each) => (found === undefined && isPlain(each) ? ownField(each, name) : found),
    undefined,
  );
}

/** Returns the text of a value in a URL. `5` and `'5'` have the same text. A reference has the text of its key. */
export function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return isPlain(value) && 'pk' in value ? String(value['pk']) : structuralKey(value);
}
