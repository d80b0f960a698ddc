import { CacheError } from '../util/cache-error';
import { errorOnce } from '../util/warn';

/** The codes of failures whose cause is not in the code of the application. */
const FAILURES: readonly string[] = ['NCQ4001', 'NCQ4004', 'NCQ4005', 'NCQ5003', 'NCQ5009'];

/**
 * Logs an error if its cause is in the code of the application, for example in a schema or in an argument. A template
 * that shows that a request failed would otherwise hide the mistake. Called in dev mode only.
 */
export function logMistake(error: unknown): void {
  if (error instanceof CacheError && !FAILURES.includes(error.code)) errorOnce(error.message);
}
