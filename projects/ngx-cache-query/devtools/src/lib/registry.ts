import { type Signal, signal } from '@angular/core';
import type { CacheDevtools } from './cache-devtools';

const caches = signal<ReadonlyMap<string, CacheDevtools>>(new Map());

/** The devtools of the caches of the page, by name. */
export const registered: Signal<ReadonlyMap<string, CacheDevtools>> = caches.asReadonly();

/** Adds a cache. Returns a function that removes it. */
export function register(devtools: CacheDevtools): () => void {
  let { name } = devtools;
  for (let number = 2; caches().has(name); number++) name = `${devtools.name} ${number}`;
  caches.update((all) => new Map(all).set(name, devtools));
  return () => caches.update((all) => new Map([...all].filter(([each]) => each !== name)));
}
