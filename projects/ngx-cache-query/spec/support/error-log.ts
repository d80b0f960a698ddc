import { ErrorHandler, type Provider } from '@angular/core';
import { config } from 'rxjs';
import { CacheError } from 'ngx-cache-query';

/** An ErrorHandler that records the errors. */
export class ErrorLog implements ErrorHandler {
  readonly errors: unknown[] = [];

  handleError(error: unknown): void {
    this.errors.push(error);
  }
}

/** Provides the given handler to a TestBed. */
export function provideErrorLog(log: ErrorLog): Provider {
  return { provide: ErrorHandler, useValue: log };
}

/** Returns the CacheError that `run` throws. In all other cases, the spec fails. */
export function thrownBy(run: () => unknown): CacheError {
  try {
    run();
  } catch (error) {
    if (error instanceof CacheError) return error;
    throw error;
  }
  throw new Error('expected a CacheError, nothing was thrown');
}

/** Returns the errors of subscribers, which rxjs reports asynchronously. */
export async function unhandledErrorsOf(run: () => void): Promise<unknown[]> {
  const errors: unknown[] = [];
  const before = config.onUnhandledError;
  config.onUnhandledError = (error) => errors.push(error);
  try {
    run();
    await new Promise((resolve) => setTimeout(resolve));
    return errors;
  } finally {
    config.onUnhandledError = before;
  }
}
