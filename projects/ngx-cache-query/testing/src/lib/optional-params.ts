/** Whether the parameters of a call can be omitted, so that the body is the only argument. Only a RestEndpoint allows it. */
export function canOmitParams(endpoint: { readonly canOmitParams?: boolean }): boolean {
  return endpoint.canOmitParams === true;
}

/** Returns the arguments of a call. If its parameters can be omitted, returns the parameters and the body in any case. */
export function fullArgs(endpoint: object, args: readonly unknown[]): readonly unknown[] {
  return canOmitParams(endpoint) && args.length === 1 ? [{}, args[0]] : args;
}
