import { InjectionToken } from '@angular/core';

/**
 * An injection token that is provided only if the cache transfers its data from the server to the browser. In this
 * case, requests do not need Angular's HTTP transfer cache.
 */
export const HYDRATES = new InjectionToken<boolean>('CACHE_HYDRATES');
