import type { ErrorHandler } from '@angular/core';

/**
 * Returns a function that reports errors to an ErrorHandler. If the handler itself throws an error, that error is
 * reported as uncaught.
 */
export function safeReport(errors: ErrorHandler): (error: unknown) => void {
  return (error) => {
    try {
      errors.handleError(error);
    } catch (thrown) {
      if (typeof reportError === 'function') reportError(thrown);
      else console.error(thrown);
    }
  };
}
