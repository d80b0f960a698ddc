interface Loads {
  readonly load: (...args: never) => unknown;
}

/**
 * The parameters of `cache.setResponse` after the endpoint: the arguments of a request, and then its response. If the
 * endpoint needs no arguments, they may be left out.
 */
export type ArgsAndResponse<X extends Loads> =
  | [...args: Parameters<X['load']>, response: unknown]
  | ([] extends Parameters<X['load']> ? [response: unknown] : never);
