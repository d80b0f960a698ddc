declare const ngDevMode: unknown;

/**
 * Every cause of a {@link CacheError} with its code: NCQ1xxx schema, NCQ2xxx store, NCQ3xxx read, NCQ4xxx cache, NCQ5xxx rest.
 * Each has a page of its own in `docs/errors/`.
 */
export const CacheErrorCode = {
  /** The input has another shape than its schema. */
  WrongShape: 'NCQ1001',
  /** The input is a string that holds JSON: it was never parsed. */
  UnparsedJson: 'NCQ1002',
  /** A primitive value stands where an entity is expected. */
  NotAnEntity: 'NCQ1003',
  /** An entity has no primary key. */
  MissingPk: 'NCQ1004',
  /** `static validate` refused an entity. */
  Invalid: 'NCQ1005',
  /** Several types came without an attribute that tells them apart. */
  MissingAttribute: 'NCQ1006',
  /** A class needs its own default to make its default. */
  SelfDefault: 'NCQ1007',
  /** The input is nested deeper than can be walked, or data in it holds itself. */
  TooDeep: 'NCQ1008',
  /** A schema is `undefined`, most likely by a circular import. */
  UndefinedSchema: 'NCQ1009',
  /** A Collection in the field of an entity has no `nestKey`. */
  MissingNestKey: 'NCQ1010',
  /** A schema stands where it cannot be used. */
  MisplacedSchema: 'NCQ1011',
  /** A function in `static schema` threw for a value. */
  Undeserializable: 'NCQ1012',
  /** Commits that write again a hundred times without rest. */
  EndlessCommits: 'NCQ2001',
  /** An asynchronous function was given to `batch`. */
  AsyncBatch: 'NCQ2002',
  /** Two classes with one key disagree on a relation. */
  KeyConflict: 'NCQ2003',
  /** An updater returned the fields of another entity. */
  PkChanged: 'NCQ2004',
  /** Something wrote to the cache inside of `process`. */
  WriteInProcess: 'NCQ3001',
  /** What was given to a read cannot be read. */
  NotQueryable: 'NCQ3002',
  /** A view that joins was called without a cache to join from. */
  OutsideOfCache: 'NCQ3003',
  /** A step stands outside of a view, or a view reads something other than a list. */
  MisplacedView: 'NCQ3004',
  /** A response was asked for before a `reset`. */
  BeforeReset: 'NCQ4001',
  /** The cache was destroyed with its injector. */
  Destroyed: 'NCQ4002',
  /** What was given to a write cannot be written. */
  NotWritable: 'NCQ4003',
  /** What a mutation was for was never created on the server. */
  NeverCreated: 'NCQ4004',
  /** A path parameter is missing. */
  MissingParameter: 'NCQ5001',
  /** A path parameter would change the path. */
  UnsafeParameter: 'NCQ5002',
  /** The server refused, failed or could not be reached. */
  RequestFailed: 'NCQ5003',
  /** A path template is not one. */
  InvalidPath: 'NCQ5004',
  /** A path or search parameter has no text that a URL can hold. */
  UnsendableParameter: 'NCQ5005',
  /** The schema of an endpoint has no Collection in it. */
  NoCollection: 'NCQ5006',
  /** An endpoint without pages was given to `infinite`. */
  NotPages: 'NCQ5007',
} as const;

/** One of the codes of {@link CacheErrorCode}. */
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
 * happened, where, and what to do. In production it says the code and where: `NCQ1004 GET /users`.
 *
 * @example
 * ```ts
 * cache.fetch(getUsers).subscribe({
 *   error: (error) => {
 *     if (error instanceof CacheError && error.code === 'NCQ1004') report(error.path);
 *   },
 * });
 * ```
 */
export class CacheError extends Error {
  /** The stable code of the cause: `NCQ1004`. */
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
        ? `${code}: ${message} (node_modules/ngx-cache-query/docs/errors/${code}.md)`
        : [code, message === false ? details.source : message].filter(Boolean).join(' '),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = 'CacheError';
    this.code = code;
    this.source = details.source;
    this.path = details.path;
  }
}
