// Hydration continues the cache of a server-rendered page in the browser. The server writes the data shown on the page
// into the HTML, and the browser restores this data before the first read.
//
// Public API: the `withHydration()` feature, in the entry point ngx-cache-query/hydration. The feature is an extension
// that uses a snapshot. Interfaces: the `REFETCH_WHEN` token.
import { isPlatformServer } from '@angular/common';
import { ApplicationRef, inject, InjectionToken, PLATFORM_ID, TransferState } from '@angular/core';
import { Subject } from 'rxjs';
import { withExtension } from '../extensions/extensions';
import { REFETCH_WHEN } from '../live/refetch-triggers';
import type { CacheFeature } from '../platform/cache-feature';
import { CLOCK } from '../platform/clock';
import { BrowserHydration } from './browser-hydration';
import { HYDRATES } from '../platform/hydrates';
import { ServerHydration } from './server-hydration';

/** The options of {@link withHydration}. */
export interface HydrationOptions {
  /**
   * An id that distinguishes this cache from other caches on the page. If a route has its own cache, give this cache
   * its own id. Default: `app`.
   */
  readonly id?: string;
  /**
   * The time after which a request on the server fails, in milliseconds. The page is sent without the response to that
   * request. Default: 10,000.
   */
  readonly serverTimeout?: number;
}

/** Emits when the page has been hydrated, so that active subscribers refetch stale data. */
const HYDRATED = new InjectionToken<Subject<void>>('CACHE_HYDRATED');

/**
 * Transfers the cache from the server to the browser. The server writes the data shown on the page into the HTML of the
 * page. In the browser, this data is available before the first read, so no request is sent and nothing on the page
 * changes. When the application is stable, stale data is refetched, and requests that failed on the server are sent
 * again.
 *
 * Add the feature to the configuration that the server and the browser share. With this feature, RestEndpoints disable
 * Angular's HTTP transfer cache for their requests, because the page already contains the data.
 *
 * @example
 * ```ts
 * bootstrapApplication(App, {
 *   providers: [provideClientHydration(), provideCache(withHydration())],
 * });
 * ```
 */
export function withHydration({
  id = 'app',
  serverTimeout = 10_000,
}: HydrationOptions = {}): CacheFeature {
  const extension = withExtension(() => {
    const state = inject(TransferState);
    return isPlatformServer(inject(PLATFORM_ID))
      ? new ServerHydration(state, id, inject(CLOCK), serverTimeout)
      : new BrowserHydration(state, id, inject(ApplicationRef), inject(HYDRATED));
  });
  return {
    providers: [
      ...extension.providers,
      { provide: HYDRATES, useValue: true },
      { provide: HYDRATED, useFactory: () => new Subject<void>() },
      { provide: REFETCH_WHEN, multi: true, useExisting: HYDRATED },
    ],
  };
}
