/**
 * Reports an error as uncaught. In environments without `reportError`, such as jsdom and Node, logs the error to the
 * console.
 */
export function reportUncaught(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}

/** Calls functions of the application. What one of them throws is reported, and does not prevent the next one. */
export function callAll(functions: readonly (() => void)[]): void {
  for (const each of functions) {
    try {
      each();
    } catch (error) {
      reportUncaught(error);
    }
  }
}
