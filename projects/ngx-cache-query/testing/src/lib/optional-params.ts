/**
 * Whether the parameters of a call can be omitted, so that the body is the only argument. Only a RestEndpoint allows
 * calls without the parameters.
 */
export function canOmitParams(endpoint: { readonly canOmitParams?: boolean }): boolean {
  return endpoint.canOmitParams === true;
}

/**
 * Returns the arguments of a call. If the parameters of the endpoint can be omitted, always returns both the parameters
 * and the body, even if the call omits the parameters.
 */
export function fullArgs(endpoint: object, args: readonly unknown[]): readonly unknown[] {
  return canOmitParams(endpoint) && args.length === 1 ? [{}, args[0]] : args;
}
