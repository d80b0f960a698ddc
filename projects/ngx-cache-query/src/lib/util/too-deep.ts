import { CacheError } from './cache-error';

declare const ngDevMode: unknown;

/**
 * The maximum depth of data without a schema. The limit is low enough that recursion through such data never overflows
 * the stack, even if the stack is already deep when the recursion starts.
 */
export const DEEPEST = 500;

/** Returns the message for data that is nested too deeply or contains itself. */
export function tooDeepMessage(): string {
  return (
    `this data is nested more than ${DEEPEST} levels deep, or contains itself. ` +
    `Keep the data flat, and store the key of a parent object instead of a reference to it.`
  );
}

/**
 * Error NCQ1008 for data whose location in the input is not known yet. `locatedError` determines the location later.
 */
export class TooDeepData extends CacheError {
  /** @param data the outermost value of the data that is nested too deeply */
  constructor(readonly data: unknown) {
    super('NCQ1008', (typeof ngDevMode === 'undefined' || !!ngDevMode) && tooDeepMessage());
  }
}

/** Returns the path from `input` to the nested value `data`. The path is empty if `input` does not contain `data`. */
export function pathTo(data: unknown, input: unknown): (string | number)[] {
  const ways = new Map<unknown, readonly [holder: unknown, step: string | number] | undefined>();
  ways.set(input, undefined);
  for (const [holder] of ways) {
    if (holder === data) break;
    for (const [name, value] of Object.entries(holder ?? {})) {
      const step = Array.isArray(holder) ? Number(name) : name;
      if (typeof value === 'object' && !ways.has(value)) ways.set(value, [holder, step]);
    }
  }
  const path: (string | number)[] = [];
  for (let way = ways.get(data); way !== undefined; way = ways.get(way[0])) path.unshift(way[1]);
  return path;
}
