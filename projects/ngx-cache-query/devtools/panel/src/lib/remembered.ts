import { isPlatformServer } from '@angular/common';
import { inject, PLATFORM_ID, type Signal, signal } from '@angular/core';

/** A value that outlives a reload of the page. */
export interface Remembered<T> {
  readonly value: Signal<T>;
  set(value: T): void;
}

/** Returns a value that is kept in the session of the browser tab. On a server, it is always the initial value. */
export function remembered<T>(name: string, initial: T): Remembered<T> {
  const key = `ngx-cache-query.devtools.${name}`;
  const isServer = isPlatformServer(inject(PLATFORM_ID));
  const value = signal(isServer ? initial : ((read(key) as T | undefined) ?? initial));
  return {
    value: value.asReadonly(),
    set: (next) => {
      value.set(next);
      write(key, next);
    },
  };
}

// A browser can forbid the storage: then nothing is remembered.
function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The panel works without.
  }
}
