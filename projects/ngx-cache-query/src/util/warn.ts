const logged = new Set<string>();

/** Logs a warning to the console. Each warning is logged only once per page load. Called only in dev mode. */
export function warnOnce(message: string): void {
  if (isNew(message)) console.warn(`ngx-cache-query: ${message}`);
}

/** Logs an error to the console. Each error is logged only once per page load. Called only in dev mode. */
export function errorOnce(message: string): void {
  if (isNew(message)) console.error(`ngx-cache-query: ${message}`);
}

/** Clears the list of logged warnings and errors, so that a spec can expect the same message again. */
export function forgetWarnings(): void {
  logged.clear();
}

function isNew(message: string): boolean {
  return logged.size < logged.add(message).size;
}
