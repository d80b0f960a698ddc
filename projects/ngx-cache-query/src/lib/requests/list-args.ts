import { isPlainObject } from '../util/plain-data';

/**
 * Returns the arguments of the list to which a page belongs. These are the arguments of the page, except the argument
 * that `field` names.
 */
export function listArgs(args: readonly unknown[], field: string): readonly unknown[] {
  const [first, ...rest] = args;
  if (!isPlainObject(first)) return args;
  const { [field]: _, ...others } = first;
  return Object.keys(others).length === 0 && rest.length === 0 ? [] : [others, ...rest];
}

/** Whether the arguments identify a single page of a list. */
export function namesPage([first]: readonly unknown[], field: string): boolean {
  return isPlainObject(first) && first[field] !== undefined;
}
