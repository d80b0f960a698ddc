export {
  type BodyOf,
  type ResponseType,
  RestEndpoint,
  type RestHeaders,
  type RestOptions,
  type RestResponse,
} from './lib/rest-endpoint';
export { RestError } from './lib/rest-error';
export { type RestDefaults, withRest } from './lib/with-rest';
export type { PathParams, PathValue, RestArgs } from './lib/rest-args';
