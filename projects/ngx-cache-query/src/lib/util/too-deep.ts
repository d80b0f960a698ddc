import { CacheError, CacheErrorCode } from './cache-error';

declare const ngDevMode: unknown;

/** Data without a schema may be nested this deep: less than any walk over it could take, from wherever it begins. */
export const DEEPEST = 500;

/** What is wrong with data that is too deep; cyclic data is. */
export const TOO_DEEP_MESSAGE =
  `this data is nested more than ${DEEPEST} levels deep, or contains itself. ` +
  `Keep the data flat, and use a key to refer to an object that contains it.`;

/** Error NCQ1008 of data, where its place in the input is not known. */
export class TooDeepData extends CacheError {
  /** @param data the data as a whole */
  constructor(readonly data: unknown) {
    super(
      CacheErrorCode.TooDeep,
      (typeof ngDevMode === 'undefined' || !!ngDevMode) && TOO_DEEP_MESSAGE,
    );
  }
}

/** Returns the way from an input to data that it holds, or an empty one when it does not hold that. */
export function pathTo(data: unknown, input: unknown): (string | number)[] {
  const ways = new Map<unknown, readonly [holder: unknown, step: string | number] | undefined>();
  ways.set(input, undefined);
  for (const [holder] of ways) {
    if (holder === data) break;
    for (const [name, each] of Object.entries(holder ?? {})) {
      const step = Array.isArray(holder) ? Number(name) : name;
      if (typeof each === 'object' && !ways.has(each)) ways.set(each, [holder, step]);
    }
  }
  const path: (string | number)[] = [];
  for (let way = ways.get(data); way !== undefined; way = ways.get(way[0])) path.unshift(way[1]);
  return path;
}
