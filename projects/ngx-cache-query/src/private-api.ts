// Exports for the other entry points of this library. Applications do not need them. Their names start with ɵ, as in
// Angular, because they are undocumented and can change in any release.
export type {
  CacheExtension as ɵCacheExtension,
  CacheHandle as ɵCacheHandle,
  ResponseState as ɵResponseState,
  Cause as ɵCause,
  Commit as ɵCommit,
  EvictedRow as ɵEvictedRow,
  PendingRequest as ɵPendingRequest,
  RequestEvent as ɵRequestEvent,
  RowChange as ɵRowChange,
  StoredFields as ɵStoredFields,
  StoredRow as ɵStoredRow,
  TableInfo as ɵTableInfo,
} from './lib/extensions/cache-extension';
export {
  beginRestore as ɵbeginRestore,
  changesOf as ɵchangesOf,
  restoreSnapshot as ɵrestoreSnapshot,
  takeSnapshot as ɵtakeSnapshot,
} from './lib/snapshots/snapshots';
export {
  type HydrationOptions as ɵHydrationOptions,
  withHydration as ɵwithHydration,
} from './lib/hydration/with-hydration';
export { ENDPOINT as ɵENDPOINT } from './lib/extensions/cache-extension';
export { type AnyEndpoint as ɵAnyEndpoint } from './lib/requests/endpoint';
export { PageActivity as ɵPageActivity } from './lib/platform/page-activity';
export { HYDRATES as ɵHYDRATES } from './lib/platform/hydrates';
export { isSnapshot as ɵisSnapshot } from './lib/snapshots/restore-snapshot';
export type {
  StoreChanges as ɵStoreChanges,
  StoredFailure as ɵStoredFailure,
  StoredResponseData as ɵStoredResponseData,
  StoredRows as ɵStoredRows,
  StoreSnapshot as ɵStoreSnapshot,
} from './lib/snapshots/stored-data';
export {
  asCacheError as ɵasCacheError,
  isBeforeReset as ɵisBeforeReset,
} from './lib/requests/request-errors';
export {
  type ExtensionFactory as ɵExtensionFactory,
  withExtension as ɵwithExtension,
} from './lib/extensions/extensions';
export type { SendPage as ɵSendPage } from './lib/requests/endpoint';
export { Preview as ɵPreview } from './lib/collections/pages/preview';
export type { RowChangeFeed as ɵRowChangeFeed, Source as ɵSource } from './lib/graph/source';
export type { Held as ɵHeld } from './lib/graph/entity-cell';
export type { EntityCell as ɵEntityCell, EntityType as ɵEntityType } from './lib/graph/entity-type';
export type { FieldIndex as ɵFieldIndex } from './lib/graph/indexes/field-index';
export { AllRows as ɵAllRows } from './lib/query/incremental/all-rows';
export { ListRows as ɵListRows } from './lib/collections/incremental/list-rows';
export { incremental as ɵincremental } from './lib/query/incremental/incremental-memo';
export type {
  IncrementalProcess as ɵIncrementalProcess,
  IncrementalReader as ɵIncrementalReader,
  IncrementalResult as ɵIncrementalResult,
  RowSource as ɵRowSource,
} from './lib/query/incremental/incremental-process';
export { checkComplete as ɵcheckComplete } from './lib/graph/incomplete-error';
export { ListFeed as ɵListFeed } from './lib/collections/incremental/list-feed';
export { Probe as ɵProbe } from './lib/query/incremental/probe';
export { allNow as ɵallNow } from './lib/query/process-run';
export type { CacheStats as ɵCacheStats, QueryInfo as ɵQueryInfo } from './lib/query/query-info';
export type { AnyUnion as ɵAnyUnion } from './lib/schema/shapes/union';
export { isSchemaNode as ɵisSchemaNode, pkOf as ɵpkOf } from './lib/schema/denormalizer';
export {
  type EntityPlan as ɵEntityPlan,
  isEntityClass as ɵisEntityClass,
  planOf as ɵplanOf,
} from './lib/schema/entity/entity-plan';
export type {
  Effect as ɵEffect,
  EffectWriter as ɵEffectWriter,
} from './lib/schema/normalize/effect';
export type { Normalizer as ɵNormalizer } from './lib/schema/normalize/normalizer';
export type { Transaction as ɵTransaction } from './lib/store/transaction';
export { TransactionWriter as ɵTransactionWriter } from './lib/store/transaction-writer';
export { FieldKey as ɵFieldKey } from './lib/schema/entity/field-key';
export {
  fieldKeyOf as ɵfieldKeyOf,
  isStoredKey as ɵisStoredKey,
  keyOfItem as ɵkeyOfItem,
} from './lib/schema/entity/item-key';
export {
  closeIndex as ɵcloseIndex,
  openIndex as ɵopenIndex,
} from './lib/graph/indexes/opened-index';
export { type Pk as ɵPk, canonicalPk as ɵcanonicalPk } from './lib/schema/entity/pk';
export type { JoinArgs as ɵJoinArgs } from './lib/schema/queryable';
export { recycle as ɵrecycle } from './lib/util/equality';
export type { Fields as ɵFields } from './lib/util/plain-data';
export {
  type LoadedPage as ɵLoadedPage,
  LoadedPages as ɵLoadedPages,
  type PageResponse as ɵPageResponse,
  WholeList as ɵWholeList,
} from './lib/collections/pages/whole-list';
export { reportUncaught as ɵreportUncaught } from './lib/platform/report-uncaught';
export { warnOnce as ɵwarnOnce } from './lib/util/warn';
