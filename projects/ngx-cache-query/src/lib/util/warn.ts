const warned = new Set<string>();

/** Logs a warning to the console. The same warning is logged only once per page load. Called in dev mode only. */
export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(`ngx-cache-query: ${message}`);
}

/** Logs an error to the console. The same message is logged only once per page load. Called in dev mode only. */
export function errorOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.error(`ngx-cache-query: ${message}`);
}

/** Clears the list of logged warnings, so that a spec can expect a warning that was already logged. */
export function forgetWarnings(): void {
  warned.clear();
}
