declare const ngDevMode: unknown;

/** In dev mode, freezes a value that the cache has created. */
export function freeze(value: object): void {
  if (typeof ngDevMode === 'undefined' || ngDevMode) Object.freeze(value);
}
