interface Loads {
  readonly load: (...args: never) => unknown;
}

/**
 * The parameters of `cache.setResponse` after the endpoint: the arguments of a request, followed by its response. The
 * arguments are optional if the endpoint needs none.
 */
export type ArgsAndResponse<X extends Loads> =
  | [...args: Parameters<X['load']>, response: unknown]
  | ([] extends Parameters<X['load']> ? [response: unknown] : never);
