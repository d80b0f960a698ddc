/**
 * REST endpoints that use Angular's `HttpClient`.
 *
 * @packageDocumentation
 */
export { RestEndpoint } from './lib/rest-endpoint';
export type {
  BodyOf,
  RestResponseType,
  RestHeaders,
  RestOptions,
  RestResponse,
} from './lib/rest-options';
export type { OnProgress, RestProgress } from './lib/progress';
export { RestError } from './lib/rest-error';
export { type RestDefaults, withRest } from './lib/with-rest';
export type { PathParams, PathValue, RestArgs } from './lib/rest-args';
export type { RestEndpoints } from './lib/extended-endpoints';
export {
  type EntityEndpoints,
  type RestEndpointsOptions,
  restEndpoints,
} from './lib/rest-endpoints';
export type { ListEndpoint } from './lib/list-endpoint';
export type { CreatingEndpoint, PageEndpoint } from './lib/rest-endpoint';
export type { ListIn, MemberIn } from './lib/collection-in';
export type { ListPath } from './lib/list-path';
export { infinite, infiniteState, type InfiniteOptions } from './lib/infinite';
export type { InfiniteResource, InfiniteSnapshot } from './lib/infinite-list';
export type { PageInfo, PageKey } from './lib/next-page';
export { typed } from './lib/typed';
