export { RestEndpoint } from './lib/rest-endpoint';
export type {
  BodyOf,
  ResponseType,
  RestHeaders,
  RestOptions,
  RestResponse,
} from './lib/rest-options';
export { RestError } from './lib/rest-error';
export { type RestDefaults, withRest } from './lib/with-rest';
export type { PathParams, PathValue, RestArgs } from './lib/rest-args';
export {
  type ListEndpoint,
  type Resource,
  type ResourceEndpoints,
  type ResourceOptions,
  resource,
} from './lib/resource';
export type { CreatingEndpoint, PageEndpoint } from './lib/rest-endpoint';
export type { ListIn, MemberIn } from './lib/collection-in';
export type { ListPath } from './lib/list-path';
export { infinite, type InfiniteList, type InfiniteOptions } from './lib/infinite';
export type { PageInfo, PageKey } from './lib/next-page';
