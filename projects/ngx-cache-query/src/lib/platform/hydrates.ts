import { InjectionToken } from '@angular/core';

/** Provided if the cache transfers its data from the server to the browser, so that nothing else needs to. */
export const HYDRATES = new InjectionToken<boolean>('CACHE_HYDRATES');
