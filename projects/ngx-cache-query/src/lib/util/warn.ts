const warned = new Set<string>();

/** Logs a warning to the console, once per page load. Called in dev mode only. */
export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(`ngx-cache-query: ${message}`);
}

/** Allows every warning to be logged again. For specs. */
export function forgetWarnings(): void {
  warned.clear();
}
