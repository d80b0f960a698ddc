import { DOCUMENT, inject, InjectionToken } from '@angular/core';
import { warnOnce } from '../util/warn';

declare const ngDevMode: unknown;

/** Provided if the cache transfers its data to the browser, so that requests do not need Angular's transfer cache. */
export const HYDRATES = new InjectionToken<boolean>(
  typeof ngDevMode === 'undefined' || ngDevMode ? 'CACHE_HYDRATES' : '',
);

/**
 * Logs a warning if Angular hydrates the page but the cache is not hydrated. The cache of a route that the user opens
 * after the hydration has nothing to hydrate. Called only in dev mode in a browser, in the injection context of the cache.
 */
export function warnOfMissingHydration(): void {
  if (inject(HYDRATES, { self: true, optional: true })) return;
  const page = inject(DOCUMENT);
  const isRoute = inject(HYDRATES, { optional: true }) === true; // a parent's cache is hydrated
  if (isRoute && page.querySelector('[ngh]') === null) return; // Angular removes ngh when it hydrates a component
  const states = page.querySelectorAll('script[type="application/json"][id$="-state"]');
  if (![...states].some(({ textContent }) => textContent.includes('__nghData__'))) return;
  warnOnce(
    'the page was rendered on a server, but the cache is empty in the browser. Therefore the cache requests the data ' +
      "on the page again. Import withHydration from 'ngx-cache-query/hydration', and add withHydration() to " +
      'provideCache(…).',
  );
}
