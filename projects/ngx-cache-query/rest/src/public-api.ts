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
