import { DOCUMENT, inject } from '@angular/core';
import { HYDRATES } from '../platform/hydrates';
import { SELF } from '../platform/self';
import { warnOnce } from '../util/warn';

/**
 * Warns if Angular hydrates the page, but the cache does not. Then the cache requests again what the page shows, and the
 * page changes. Called in dev mode only, in the injection context of the cache in a browser.
 */
export function warnOfMissingHydration(): void {
  if (inject(HYDRATES, SELF) === true) return;
  const states = inject(DOCUMENT).querySelectorAll('script[type="application/json"][id$="-state"]');
  if (![...states].some(({ textContent }) => textContent.includes('__nghData__'))) return;
  warnOnce(
    'the page was rendered on a server, but the cache begins empty, so it requests the data of the page again. Add ' +
      "withHydration() to provideCache, from 'ngx-cache-query/hydration'.",
  );
}
