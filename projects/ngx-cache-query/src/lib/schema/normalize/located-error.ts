import { DeserializeError } from '../entity/deserialize-error';
import { pathTo, TooDeepData } from '../../util/too-deep';
import { type Place, tooDeepDataError } from './normalize-errors';

/** The nesting depth above which entities are checked for cycles. */
export const LOOKS_CYCLIC = 64;

/**
 * Returns an error with added details. If the error reports data that is nested too deeply, adds the path of this data
 * to the error. If a deserializer threw, adds the source of the data. Returns other errors unchanged. While data
 * without a schema is copied, the path is not tracked. Instead, it is determined after an error.
 */
export function locatedError(error: unknown, { source, path }: Place, input: unknown): unknown {
  if (error instanceof TooDeepData) {
    return tooDeepDataError({ source, path: pathTo(error.data, input) });
  }
  if (error instanceof DeserializeError) return error.in(source);
  const isOurs = path.length > LOOKS_CYCLIC && isStackOverflow(error);
  return isOurs ? tooDeepDataError({ source, path: path.slice(0, 6) }) : error;
}

/**
 * Whether an error is a stack overflow. A stack overflow is recognized by its message, which depends on the JavaScript
 * engine.
 */
function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack size|too much recursion/.test(error.message);
}
