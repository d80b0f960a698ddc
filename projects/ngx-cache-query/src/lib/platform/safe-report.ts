import type { ErrorHandler } from '@angular/core';

/**
 * Returns a function that reports errors to an ErrorHandler. If the handler throws an error itself, the thrown error is
 * reported as an uncaught error.
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
