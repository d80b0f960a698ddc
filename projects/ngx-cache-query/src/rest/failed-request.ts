import { HttpErrorResponse } from '@angular/common/http';
import type { AnyEndpoint } from '../requests/endpoint';
import { withDefaultsOf } from './habits';
import { HttpEndpoint } from './http-endpoint';
import { requestOf, urlOf, withPrefix } from './rest-request';
import type { RestDefaults } from './with-rest';

/**
 * Returns the error that a request would throw if the server answered with a status and an empty body.
 *
 * @param status the status; 0 if there is no answer
 * @param now the current time in milliseconds since 1970
 */
export function failedRequest(
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  status: number,
  defaults: RestDefaults,
  now: number,
): unknown {
  const error = status === 0 ? new ProgressEvent('error') : null;
  const failure = (url: string) => new HttpErrorResponse({ error, status, statusText: '', url });
  if (!(endpoint instanceof HttpEndpoint)) return failure(endpoint.name);
  const given = withDefaultsOf(endpoint.given, defaults);
  const request = requestOf(endpoint, args);
  const described = { name: endpoint.name, path: endpoint.path, given };
  const response = failure(urlOf(described, request));
  return endpoint.failed(response, withPrefix(given.urlPrefix, request.path), now, defaults);
}
