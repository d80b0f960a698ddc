/**
 * The feature that adds a {@link CacheExtension} to a cache, and the types and functions that extensions use. This
 * entry point is experimental and can change in any release.
 *
 * @packageDocumentation
 */
export {
  ɵbeginRestore as beginRestore,
  ɵchangesOf as changesOf,
  ɵisSnapshot as isSnapshot,
  ɵrestoreSnapshot as restoreSnapshot,
  ɵtakeSnapshot as takeSnapshot,
  ɵwithExtension as withExtension,
} from 'ngx-cache-query';
export type {
  ɵCacheExtension as CacheExtension,
  ɵCacheHandle as CacheHandle,
  ɵCacheStats as CacheStats,
  ɵCause as Cause,
  ɵCommit as Commit,
  ɵEvictedRow as EvictedRow,
  ɵExtensionFactory as ExtensionFactory,
  ɵPendingRequest as PendingRequest,
  ɵQueryInfo as QueryInfo,
  ɵRequestEvent as RequestEvent,
  ɵResponseState as ResponseState,
  ɵRowChange as RowChange,
  ɵStoredFields as StoredFields,
  ɵStoreChanges as StoreChanges,
  ɵStoredFailure as StoredFailure,
  ɵStoredResponseData as StoredResponseData,
  ɵStoredRow as StoredRow,
  ɵStoredRows as StoredRows,
  ɵStoreSnapshot as StoreSnapshot,
  ɵTableInfo as TableInfo,
} from 'ngx-cache-query';
