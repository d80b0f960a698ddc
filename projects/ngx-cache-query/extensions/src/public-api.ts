/**
 * The types of a {@link CacheExtension}, and the feature that adds one. This entry point is experimental: it may change
 * in any release.
 *
 * @packageDocumentation
 */
export { ɵwithExtension as withExtension } from 'ngx-cache-query';
export type {
  ɵCacheExtension as CacheExtension,
  ɵCacheHandle as CacheHandle,
  ɵCacheStats as CacheStats,
  ɵCommit as Commit,
  ɵExtensionFactory as ExtensionFactory,
  ɵQueryInfo as QueryInfo,
  ɵRequestEvent as RequestEvent,
  ɵRowChange as RowChange,
  ɵStoredFields as StoredFields,
  ɵStoredRow as StoredRow,
  ɵTableInfo as TableInfo,
} from 'ngx-cache-query';
