import { InjectionToken } from '@angular/core';

/**
 * Provided if the cache transfers its data from the server to the browser. In this case, requests do not need Angular's
 * HTTP transfer cache.
 */
export const HYDRATES = new InjectionToken<boolean>('CACHE_HYDRATES');
