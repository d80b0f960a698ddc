import { CacheError, CacheErrorCode } from './cache-error';

declare const ngDevMode: unknown;

/** How deep data without a schema may be nested. No recursion over such data overflows the stack, wherever it starts. */
export const DEEPEST = 500;

/** The message for data that is nested too deep, as cyclic data is. */
export const TOO_DEEP_MESSAGE =
  `this data is nested more than ${DEEPEST} levels deep, or contains itself. ` +
  `Keep the data flat, and use a key to refer to an object that contains it.`;

/** Error NCQ1008 for data whose place in the input is not known yet. */
export class TooDeepData extends CacheError {
  /** @param data the outermost value of the data */
  constructor(readonly data: unknown) {
    super(
      CacheErrorCode.TooDeep,
      (typeof ngDevMode === 'undefined' || !!ngDevMode) && TOO_DEEP_MESSAGE,
    );
  }
}

/** Returns the path from an input to a nested value; an empty path if the input does not contain the value. */
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
