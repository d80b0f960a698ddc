/**
 * Transfers the cache from the server to the browser.
 *
 * @packageDocumentation
 */
export { ɵwithHydration as withHydration } from 'ngx-cache-query';
export type { ɵHydrationOptions as HydrationOptions } from 'ngx-cache-query';
