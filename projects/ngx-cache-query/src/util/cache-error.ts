declare const ngDevMode: unknown;

/**
 * The codes of all errors: NCQ1xxx for schemas, 2xxx for the store, 3xxx for reads, 4xxx for the cache, 5xxx for
 * endpoints. `docs/errors.md` explains each code.
 */
export const CacheErrorCode = {
  // The input does not have the shape that the schema describes.
  WrongShape: 'NCQ1001',
  // The input is a string that contains unparsed JSON.
  UnparsedJson: 'NCQ1002',
  // The input contains a primitive value where an entity is expected.
  NotAnEntity: 'NCQ1003',
  // An entity has no primary key.
  MissingPk: 'NCQ1004',
  // `static validate` rejected an entity.
  Invalid: 'NCQ1005',
  // A schema for several Entity classes has no attribute that distinguishes them.
  MissingAttribute: 'NCQ1006',
  // The default instance of a class contains a default instance of the same class.
  SelfDefault: 'NCQ1007',
  // The input is nested too deeply or contains a cycle.
  TooDeep: 'NCQ1008',
  // A schema is `undefined`. The most likely cause is a circular import.
  UndefinedSchema: 'NCQ1009',
  // A Collection inside an entity, an array or `schema.Values` has no `nestKey`.
  MissingNestKey: 'NCQ1010',
  // A schema is used where it cannot work.
  MisplacedSchema: 'NCQ1011',
  // A deserializer in `static schema` threw an error.
  Undeserializable: 'NCQ1012',
  // The lens for the values of a `Scalar` is unknown.
  MissingLens: 'NCQ1013',
  // Subscribers wrote to the cache each time they were notified, which led to a hundred consecutive commits.
  EndlessCommits: 'NCQ2001',
  // `batch` received an asynchronous function, but supports only synchronous functions.
  AsyncBatch: 'NCQ2002',
  // Two classes with the same `static key` declare different schemas for the same relation.
  KeyConflict: 'NCQ2003',
  // An updater returned fields with the primary key of another entity.
  PkChanged: 'NCQ2004',
  // A `process` function, or another function that must be pure, wrote to the cache.
  WriteInProcess: 'NCQ3001',
  // The first argument of a read is not a queryable.
  NotQueryable: 'NCQ3002',
  // A view with a `join` was called outside a cache.
  OutsideOfCache: 'NCQ3003',
  // A step is used outside a view, or a view received a value that is not a list.
  MisplacedView: 'NCQ3004',
  // The request was sent before a `reset`, so its response was discarded.
  BeforeReset: 'NCQ4001',
  // The cache was used after it was destroyed with its injector.
  Destroyed: 'NCQ4002',
  // A method received an argument that it cannot use.
  NotWritable: 'NCQ4003',
  // A mutation needs the id of an entity that was never created on the server.
  NeverCreated: 'NCQ4004',
  // The entity in a response was deleted.
  Deleted: 'NCQ4005',
  // The data is not a snapshot, or is a snapshot in the format of another version of this library.
  NotSnapshot: 'NCQ4006',
  // A change was not sent, because its entity was deleted.
  DeletedBefore: 'NCQ4007',
  // A path parameter is missing.
  MissingParameter: 'NCQ5001',
  // A path parameter has a value, such as `..`, that would change the path.
  UnsafeParameter: 'NCQ5002',
  // A request failed. The server rejected the request, failed or could not be reached, or the endpoint threw an error.
  RequestFailed: 'NCQ5003',
  // A path template is invalid.
  InvalidPath: 'NCQ5004',
  // A path or search parameter cannot be converted to a string for a URL.
  UnsendableParameter: 'NCQ5005',
  // The schema of an endpoint contains no Collection.
  NoCollection: 'NCQ5006',
  // `infinite` received an endpoint without pages.
  NotPages: 'NCQ5007',
  // The HttpClient backend cannot report upload progress.
  NoUploadProgress: 'NCQ5008',
  // A request on the server took longer than the `serverTimeout` of `withHydration`.
  ServerTimeout: 'NCQ5009',
  // It is not declared how `infinite` finds the next page, or the response does not contain what is declared.
  UnknownNextPage: 'NCQ5010',
  // A request ended without a response.
  NoResponse: 'NCQ5011',
} as const;

/** One of the codes in {@link CacheErrorCode}. */
export type CacheErrorCode = (typeof CacheErrorCode)[keyof typeof CacheErrorCode];

/** Describes where a {@link CacheError} occurred. */
export interface CacheErrorDetails {
  /** The endpoint or the cache method, such as `GET /users` or `set(User)`. */
  readonly source?: string;
  /** The location in the input, such as `results[3].user`; `''` for the input itself. */
  readonly path?: string;
  /** The original error. */
  readonly cause?: unknown;
  /** The status of a failed request, such as 404. */
  readonly status?: number;
}

/**
 * The class of all errors that this library creates. The `code` identifies the cause and never changes. In dev mode,
 * the message says what to do. In production, it contains only the code and the source, as in `NCQ1004 GET /users`.
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
  /** The code that identifies the cause, such as `NCQ1004`. */
  readonly code: CacheErrorCode;
  /** The endpoint or the cache method, such as `GET /users`, if it is known. */
  readonly source: string | undefined;
  /** The location in the input, such as `results[3].user`, if there is one. */
  readonly path: string | undefined;
  /** The status of a failed request, such as 404. */
  readonly status: number | undefined;

  /** @param message a short text in production, or `false` to use only the source */
  constructor(code: CacheErrorCode, message: string | false, details: CacheErrorDetails = {}) {
    super(
      (typeof ngDevMode === 'undefined' || !!ngDevMode) && message !== false
        ? `${code}: ${message} (node_modules/ngx-cache-query/docs/errors.md#${code.toLowerCase()})`
        : [code, message === false ? details.source : message].filter(Boolean).join(' '),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = 'CacheError';
    this.code = code;
    this.source = details.source;
    this.path = details.path;
    this.status = details.status;
  }
}
