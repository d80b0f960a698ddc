const warned = new Set<string>();

/** Says `message` on the console, once per page. Called in development only. */
export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(`ngx-cache-query: ${message}`);
}

/** Forgets what was said, so that a spec hears it again. */
export function forgetWarnings(): void {
  warned.clear();
}
