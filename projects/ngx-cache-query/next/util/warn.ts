const warned = new Set<string>();

/** Logs a warning to the console. Each warning is logged only once per page load. Called only in dev mode. */
export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(`ngx-cache-query: ${message}`);
}

/** Clears the list of logged warnings and errors, so that a spec can expect the same message again. */
export function forgetWarnings(): void {
  warned.clear();
}
