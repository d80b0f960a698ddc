import { isPlainObject } from '../util/plain-data';

/** Returns the arguments of a list, for the arguments of one of its pages. */
export function listArgs(args: readonly unknown[], field: string): readonly unknown[] {
  const [first, ...rest] = args;
  if (!isPlainObject(first)) return args;
  const { [field]: _, ...others } = first;
  return Object.keys(others).length === 0 && rest.length === 0 ? [] : [others, ...rest];
}

/** Whether arguments name one of the pages of a list. */
export function namesPage([first]: readonly unknown[], field: string): boolean {
  return isPlainObject(first) && first[field] !== undefined;
}
