declare const ngDevMode: unknown;

/**
 * Every cause of a {@link CacheError}, by number: 1xx schema, 2xx store, 3xx read, 4xx cache, 5xx rest.
 * Each has a page of its own in `docs/errors/`.
 */
export const CacheErrorCode = {
  /** The input has another shape than its schema. */
  WrongShape: 101,
  /** The input is a string that holds JSON: it was never parsed. */
  UnparsedJson: 102,
  /** A primitive value stands where an entity is expected. */
  NotAnEntity: 103,
  /** An entity has no primary key. */
  MissingPk: 104,
  /** `static validate` refused an entity. */
  Invalid: 105,
  /** A mapping of schemas came without a `schemaAttribute`. */
  MissingAttribute: 106,
  /** A class needs its own default to make its default. */
  SelfDefault: 107,
  /** The input is nested deeper than can be walked. */
  TooDeep: 108,
  /** A schema is `undefined`, most likely by a circular import. */
  UndefinedSchema: 109,
  /** A Collection in the field of an entity has no `nestKey`. */
  MissingNestKey: 110,
  /** Commits that write again a hundred times without rest. */
  EndlessCommits: 201,
  /** An asynchronous function was given to `batch`. */
  AsyncBatch: 202,
  /** Two classes with one key disagree on a relation. */
  KeyConflict: 203,
  /** An updater returned the fields of another entity. */
  PkChanged: 204,
  /** Something wrote to the cache inside of `process`. */
  WriteInProcess: 301,
  /** What was given to a read cannot be read. */
  NotQueryable: 302,
  /** A view that joins was called without a cache to join from. */
  OutsideOfCache: 303,
  /** A response was asked for before a `reset`. */
  BeforeReset: 401,
  /** The cache was destroyed with its injector. */
  Destroyed: 402,
  /** What was given to a write cannot be written. */
  NotWritable: 403,
  /** What a mutation was for was never created on the server. */
  NeverCreated: 404,
  /** A path parameter is missing. */
  MissingParameter: 501,
  /** A path parameter would change the path. */
  UnsafeParameter: 502,
  /** The server refused, failed or could not be reached. */
  RequestFailed: 503,
  /** A path template is not one. */
  InvalidPath: 504,
  /** A search parameter has no text. */
  UnsendableParameter: 505,
  /** The schema of an endpoint has no Collection in it. */
  NoCollection: 506,
} as const;

/** One of the numbers of {@link CacheErrorCode}. */
export type CacheErrorCode = (typeof CacheErrorCode)[keyof typeof CacheErrorCode];

/** Where a {@link CacheError} happened, for programs; its message says the same to people. */
export interface CacheErrorDetails {
  /** The endpoint or the verb that was running: `GET /users`, `set(User)`. */
  readonly source?: string;
  /** The place in the input, as one would write it in code: `results[3].user`; `''` is the input itself. */
  readonly path?: string;
  /** What was thrown underneath. */
  readonly cause?: unknown;
}

/**
 * What this library throws: a stable `code` per cause, and in development a message that says what
 * happened, where, and what to do. In production it says the code and where: `NCQ104 GET /users`.
 *
 * @example
 * ```ts
 * cache.fetch(getUsers).subscribe({
 *   error: (error) => {
 *     if (error instanceof CacheError && error.code === 104) report(error.path);
 *   },
 * });
 * ```
 */
export class CacheError extends Error {
  /** The stable number of the cause. */
  readonly code: CacheErrorCode;
  /** The endpoint or the verb that was running, when there was one. */
  readonly source: string | undefined;
  /** The place in the input, when there was one: `results[3].user`. */
  readonly path: string | undefined;

  /**
   * @param message what happened; in production a few words, or `false`: then it is where it happened
   * @param details where it happened
   */
  constructor(code: CacheErrorCode, message: string | false, details: CacheErrorDetails = {}) {
    super(
      (typeof ngDevMode === 'undefined' || !!ngDevMode) && message !== false
        ? `NCQ${code}: ${message} (node_modules/ngx-cache-query/docs/errors/${code}.md)`
        : ['NCQ' + code, message === false ? details.source : message].filter(Boolean).join(' '),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = 'CacheError';
    this.code = code;
    this.source = details.source;
    this.path = details.path;
  }
}
