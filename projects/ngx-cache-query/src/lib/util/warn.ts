const warned = new Set<string>();

/** Logs a warning to the console. The same warning is logged only once per page load. Called in dev mode only. */
export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(`ngx-cache-query: ${message}`);
}

/** Resets which warnings were logged, so that specs can expect a warning again. */
export function forgetWarnings(): void {
  warned.clear();
}
