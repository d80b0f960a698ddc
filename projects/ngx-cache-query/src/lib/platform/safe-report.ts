import type { ErrorHandler } from '@angular/core';
import { reportUncaught } from './report-uncaught';

/**
 * Returns a function that reports errors to an ErrorHandler. If the handler itself throws an error, that error is
 * reported as uncaught.
 */
export function safeReport(errors: ErrorHandler): (error: unknown) => void {
  return (error) => {
    try {
      errors.handleError(error);
    } catch (thrown) {
      reportUncaught(thrown);
    }
  };
}
