import type { ErrorHandler } from '@angular/core';

/** Returns a function that reports to an ErrorHandler. An error that the handler throws is reported as uncaught. */
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
