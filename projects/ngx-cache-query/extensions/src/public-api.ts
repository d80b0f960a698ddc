/**
 * The feature that adds a {@link CacheExtension} to a cache, and the types and functions that extensions use. This
 * entry point is experimental and can change in any release.
 *
 * @packageDocumentation
 */
export {
  ɵbeginRestore as beginRestore,
  ɵchangesOf as changesOf,
  ɵinspect as inspect,
  ɵisResponse as isResponse,
  ɵisSnapshot as isSnapshot,
  ɵmarkStale as markStale,
  ɵresetResponse as resetResponse,
  ɵrestoreSnapshot as restoreSnapshot,
  ɵtakeSnapshot as takeSnapshot,
  ɵTimeTravel as TimeTravel,
  ɵwithExtension as withExtension,
  ɵwriteRows as writeRows,
} from 'ngx-cache-query';
export type {
  ɵAffectedQuery as AffectedQuery,
  ɵCacheContents as CacheContents,
  ɵCacheExtension as CacheExtension,
  ɵCacheHandle as CacheHandle,
  ɵCacheInspection as CacheInspection,
  ɵCacheStats as CacheStats,
  ɵCacheTimer as CacheTimer,
  ɵCause as Cause,
  ɵCommit as Commit,
  ɵEvictedRow as EvictedRow,
  ɵExtensionFactory as ExtensionFactory,
  ɵPendingChange as PendingChange,
  ɵPendingRequest as PendingRequest,
  ɵPendingRow as PendingRow,
  ɵQueryInfo as QueryInfo,
  ɵRequestEvent as RequestEvent,
  ɵRequestReason as RequestReason,
  ɵResponseName as ResponseName,
  ɵResponseState as ResponseState,
  ɵRowChange as RowChange,
  ɵRowUses as RowUses,
  ɵStoredFields as StoredFields,
  ɵStoreChanges as StoreChanges,
  ɵStoredFailure as StoredFailure,
  ɵStoredResponseData as StoredResponseData,
  ɵStoredRow as StoredRow,
  ɵStoredRows as StoredRows,
  ɵStoreSnapshot as StoreSnapshot,
  ɵTableInfo as TableInfo,
} from 'ngx-cache-query';
