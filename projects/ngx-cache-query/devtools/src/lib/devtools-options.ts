import { InjectionToken } from '@angular/core';

/** What the devtools of a cache record, and what they show of it. */
export interface DevtoolsOptions {
  /** The name of the cache, if a page has several. Default: `cache`. */
  readonly name?: string;
  /** The number of commits and of requests that are kept. Default: 500. */
  readonly maxCommits?: number;
  /**
   * The names of queries and endpoints for the answers. A Query has none by itself.
   *
   * @example
   * ```ts
   * withDevtools({ names: { sortedTodos, openTodos } }),
   * ```
   */
  readonly names?: object;
  /** Whether writes of the application are recorded with the place of the call. Default: `true`. */
  readonly trace?: boolean;
  /**
   * Replaces values that must not be seen, in all that the devtools show or export. Values of `sensitive` classes are
   * always hidden.
   *
   * @example
   * ```ts
   * withDevtools({ redact: ({ field, value }) => (field === 'email' ? '…' : value) }),
   * ```
   */
  readonly redact?: (field: RedactedField) => unknown;
}

/** A field of a stored row. */
export interface RedactedField {
  /** The static `key` of the class, or its name. For an argument of a request, the name of the endpoint. */
  readonly table: string;
  readonly field: string;
  readonly value: unknown;
}

/** The options of the devtools of a cache. */
export const DEVTOOLS_OPTIONS = new InjectionToken<DevtoolsOptions>('CACHE_DEVTOOLS_OPTIONS', {
  factory: () => ({}),
});
