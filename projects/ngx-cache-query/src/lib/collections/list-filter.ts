import { type Fields, isPlainObject, ownField } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';

/**
 * Returns whether an entity matches the arguments of a list; `undefined` if its row does not have the fields to decide.
 * `call` has the arguments of the call that wrote the entity.
 */
export type Fits = (row: Fields, args: Fields, call: readonly unknown[]) => boolean | undefined;

/** The arguments that identify a list, but do not filter it: names, a pattern, or a test. */
export type NonFilter = readonly string[] | RegExp | ((name: string) => boolean);

/** Arguments for the order of a list do not affect which entities are in it. */
const ORDERING = /^(order|sort)/;

/**
 * Returns a function that compares the fields of an entity with the arguments of a list. A field that the row lacks is
 * taken from the arguments of the call that wrote it: from the body, or else from the path parameters.
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
  // The last argument is the body. It takes precedence over the path, since it has the new values of the entity.
  for (let i = call.length - 1; i >= 0; i--) {
    const argument = call[i];
    const value = isPlainObject(argument) ? ownField(argument, name) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether two values have the same text in a URL. */
function isAlike(a: unknown, b: unknown): boolean {
  return asText(a) === asText(b);
}

/** Returns a value as text. A number and its string have the same text; so do a reference and the key in it. */
export function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return isPlainObject(value) && 'pk' in value ? String(value['pk']) : structuralKey(value);
}
