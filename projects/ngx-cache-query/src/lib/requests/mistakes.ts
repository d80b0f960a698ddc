import { CacheError } from '../util/cache-error';
import { errorOnce } from '../util/warn';

/** The error codes of failures that are not caused by application code. */
const FAILURES: readonly string[] = ['NCQ4001', 'NCQ4004', 'NCQ4005', 'NCQ5003', 'NCQ5009'];

/**
 * Logs an error that application code caused, such as a mistake in a schema or an argument. Without this message, a
 * template that only shows "failed" would hide the mistake. Called only in dev mode.
 */
export function logMistake(error: unknown): void {
  if (error instanceof CacheError && !FAILURES.includes(error.code)) errorOnce(error.message);
}
