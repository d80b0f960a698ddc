import { RestEndpoint } from 'ngx-cache-query';

/** What this file needs of the inside of a RestEndpoint. */
interface Described {
  readonly given: { readonly body?: unknown };
  readonly path: { readonly names: ReadonlySet<string> };
}

/**
 * Whether the parameters of a call can be omitted, so that the body is the only argument. Only a RestEndpoint with a
 * body and without path parameters allows such calls.
 */
export function canOmitParams(endpoint: object): boolean {
  if (!(endpoint instanceof RestEndpoint)) return false;
  const { given, path } = endpoint as unknown as Described;
  return given.body !== undefined && path.names.size === 0;
}

/**
 * Returns the arguments of a call. If the parameters of the endpoint can be omitted, always returns both the parameters
 * and the body, even if the call omits the parameters.
 */
export function fullArgs(endpoint: object, args: readonly unknown[]): readonly unknown[] {
  return canOmitParams(endpoint) && args.length === 1 ? [{}, args[0]] : args;
}
