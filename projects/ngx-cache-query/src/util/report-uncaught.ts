/**
 * Reports an error as uncaught. In environments without `reportError`, such as jsdom and Node, logs the error to the
 * console.
 */
export function reportUncaught(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
