/** The headers and the status of a response. */
export interface ReplyOptions {
  /** The response headers, which the `process` function of a RestEndpoint can read. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The status of the response. Default: 200. */
  readonly status?: number;
}

/** A response with headers or a status. */
export class Reply {
  constructor(
    readonly body: unknown,
    readonly options: ReplyOptions = {},
  ) {}
}

/** A failure: an error response, a lost connection, or an error that the endpoint throws. */
export class Failure {
  constructor(
    /** The status of the error response, or the error that the endpoint throws. */
    readonly reason: number | Error,
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Returns a `Reply` or a `Failure` unchanged. Returns any other value as the body of a new `Reply`. */
export function outcomeOf(response: unknown, options?: ReplyOptions): Reply | Failure {
  const isOutcome = response instanceof Reply || response instanceof Failure;
  return isOutcome ? response : new Reply(response, options);
}

/** A response that arrives later. */
export class Delayed {
  constructor(
    readonly milliseconds: number,
    readonly response: unknown,
  ) {}
}

/** A sequence of responses, one for each request. */
export class InTurn {
  constructor(readonly responses: readonly unknown[]) {}
}

/**
 * Creates a response with headers or a status, which `process` of a RestEndpoint can read.
 *
 * @example
 * ```ts
 * respondTo(getUsers, reply([{ id: 1 }], { headers: { 'X-Total-Count': '200' } })),
 * ```
 */
export function reply(body: unknown, options?: ReplyOptions): unknown {
  return new Reply(body, options);
}

/**
 * Creates a failure: an error response, a lost connection (status 0), or an error that the endpoint throws.
 *
 * @param reason the status, or an error
 *
 * @example
 * ```ts
 * respondTo(createUser, failure(422, { fields: { name: 'is taken' } })),
 * ```
 */
export function failure(
  reason: number | Error,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): unknown {
  return new Failure(reason, body, headers);
}

/**
 * Creates a response that arrives after the spec has advanced the clock by the given number of milliseconds.
 *
 * @example
 * ```ts
 * respondTo(getUsers, delayed(500, [{ id: 1 }])),
 * ```
 */
export function delayed(milliseconds: number, response: unknown): unknown {
  return new Delayed(milliseconds, response);
}

/**
 * Creates a sequence of responses, one for each request. All further requests receive the last response again.
 *
 * @example
 * ```ts
 * respondTo(getUsers, inTurn(failure(503), [{ id: 1 }])),
 * ```
 */
export function inTurn(...responses: readonly unknown[]): unknown {
  return new InTurn(responses);
}
