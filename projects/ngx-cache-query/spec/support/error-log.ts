import { ErrorHandler, type Provider } from '@angular/core';
import { config } from 'rxjs';
import { CacheError } from 'ngx-cache-query';

/** An ErrorHandler that writes down what it gets. */
export class ErrorLog implements ErrorHandler {
  readonly errors: unknown[] = [];

  handleError(error: unknown): void {
    this.errors.push(error);
  }
}

/** Gives a TestBed that handler. */
export function provideErrorLog(log: ErrorLog): Provider {
  return { provide: ErrorHandler, useValue: log };
}

/** The CacheError that `run` throws; anything else is a failure. */
export function thrownBy(run: () => unknown): CacheError {
  try {
    run();
  } catch (error) {
    if (error instanceof CacheError) return error;
    throw error;
  }
  throw new Error('expected a CacheError, nothing was thrown');
}

/** Catches what subscribers throw: rxjs reports it later, by itself. */
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
