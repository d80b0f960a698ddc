/**
 * Reports an error as uncaught. Environments without `reportError`, such as jsdom and Node, log the error in the console
 * instead.
 */
export function reportUncaught(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
