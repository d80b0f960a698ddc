// Hydration: the cache of a page that was rendered on a server continues in the browser. The server writes what the page
// shows into the HTML, and the browser restores it before the first read.
//
// Public API: the feature `withHydration()`, in the entry point ngx-cache-query/hydration.
// Interfaces: an extension with a snapshot; the CacheFeature token `REFETCH_WHEN`.
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
  /** Distinguishes several caches of a page: a route with a cache of its own needs another id. Default: `app`. */
  readonly id?: string;
  /** Milliseconds after which a request on the server fails, so that the page is sent without it. Default: 10,000. */
  readonly serverTimeout?: number;
}

/** Emits when the page is hydrated, so that active subscribers refetch stale data. */
const HYDRATED = new InjectionToken<Subject<void>>('CACHE_HYDRATED');

/**
 * Transfers the cache from the server to the browser. The server writes the data that the page shows into its HTML. In
 * the browser, the data is there before the first read: no request is sent, and nothing changes on the page. Data that
 * is stale is refetched after the application became stable, and so is what failed on the server.
 *
 * Add it to the configuration that the server and the browser share. The requests of a RestEndpoint then need no HTTP
 * transfer cache, and turn it off.
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
