import type { ErrorHandler } from '@angular/core';

/** Reports to an ErrorHandler. If it throws, as in tests, the error goes where uncaught errors go. */
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
