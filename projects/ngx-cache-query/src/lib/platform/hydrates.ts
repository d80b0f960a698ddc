import { InjectionToken } from '@angular/core';

/**
 * Provided if the cache transfers its data from the server to the browser. In this case, other transfers can be
 * disabled.
 */
export const HYDRATES = new InjectionToken<boolean>('CACHE_HYDRATES');
