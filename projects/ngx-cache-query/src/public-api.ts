/**
 * The cache: entities, schemas, queries, views, lists, endpoints, REST and streams.
 *
 * @packageDocumentation
 */
export { Entity, type RowMeta } from './schema/entity';
export { EntityMixin, type EntityMixinClass, type EntityMixinOptions } from './schema/entity-mixin';
export { validateRequired } from './schema/default-of';
export { ref, type RefOf } from './schema/pk';
export { Query, type QueryArgs } from './schema/query';
/** The schemas, which describe where a response contains entities. */
export * as schema from './schema/schemas';
export { Collection, type CollectionOptions, type MemberOf, type RowOf } from './lists/collection';
export { pageOf } from './lists/list-page';
export type { PagePlace } from './lists/stored-pages';
export { All } from './schema/all';
export { Invalidate } from './schema/invalidate';
export { Lazy } from './schema/lazy';
export { Union } from './schema/union';
export { Values } from './schema/values';
export type {
  Denormalize,
  Deserializer,
  EntityClass,
  EntityMapping,
  EntityOf,
  SchemaLiteral,
  SchemaLike,
  SchemaAttribute,
  SchemaFields,
  SchemaList,
  SchemaNode,
} from './schema/schema';
export type {
  ArgsOf,
  ConstantArgs,
  GivenArgs,
  KeyOf,
  Queryable,
  QueryableFields,
  QueryableNode,
  ResultOf,
  SelectArgs,
} from './schema/queryable';
export { CacheService, type ConnectOptions } from './cache/cache-service';
export type { FieldsOf } from './schema/fields-of';
export type { CacheFeature } from './angular/cache-feature';
export { provideCache } from './cache/provide-cache';
export { type Clock, CLOCK, systemClock, withClock } from './angular/clock';
export { structuralKey } from './util/structural-key';
export { CacheError, CacheErrorCode, type CacheErrorDetails } from './util/cache-error';
export {
  Endpoint,
  type AnyEndpoint,
  type EndpointOptions,
  type Reads,
  type RefetchTarget,
  type ValueOf,
} from './requests/endpoint';
export {
  type ExpiryOptions,
  withExpiry,
  withRefetchOnFocus,
  withRefetchOnReconnect,
  type RefreshOptions,
} from './requests/refresh-options';
export { type Retry, type RetryOptions, retries, withRetry } from './requests/retries';
export type { ResponseInfo } from './requests/responses';
export { type CacheSnapshot, type ErrorOf, type SnapshotOf, toValues } from './requests/snapshot';
export type {
  CacheResource,
  CacheResourceOptions,
  ResourceArgs,
  ResourceArgsContext,
} from './requests/resource';
export type { CacheMutation, CacheMutationOptions, MutationEndpoint } from './requests/mutation';
export type {
  Optimistic,
  OptimisticOption,
  OptimisticResponse,
  OptimisticSnapshot,
} from './requests/optimistic-option';
export { optimistic, type OptimisticUpdates } from './optimistic/optimistic';
export { isTemporary, trackEntity } from './optimistic/temporary-ids';
export { serial, type SerialMutations, type SerialOptions, type Serial } from './requests/serial';
export { failureOf, isPending, isSaving, type MutationFailure } from './requests/saving';
export { view, type View } from './views/view';
export type { ViewStep } from './views/step';
export { where, whereEquals, type EqualFields } from './views/where';
export { orderBy, type CompareValues, type SortOrder } from './views/order-by';
export { limit } from './views/limit';
export { mapRows } from './views/map-rows';
export { distinctRows, groupRows } from './views/group-rows';
export { averageOf, countRows, maxOf, minOf, sumOf } from './views/totals';
export { join, type JoinOn } from './views/join';
export { RestEndpoint, type RestEndpointConstructor } from './rest/rest-endpoint';
export {
  type BodyOf,
  type RestCall,
  type RestHabits,
  type RestHeaders,
  type RestMethod,
  type RestOptions,
  type RestResponse,
  type RestResponseType,
  typed,
} from './rest/rest-options';
export type { RawIn, RestTypes } from './rest/rest-types';
export type { PathParams, PathValue, RestArgs } from './rest/rest-args';
export { restEndpoints, type RestEndpointsOptions } from './rest/rest-endpoints';
export type { EntityEndpoints, RestList } from './rest/entity-endpoints';
export {
  infinite,
  type InfiniteOptions,
  type InfiniteResource,
  type InfiniteSnapshot,
  infiniteState,
} from './rest/infinite';
export type { NextPage, PageEnds, PageInfo, PageKey } from './rest/next-page';
export { type CursorOptions, cursorIn, lastItem, linkHeaderIn, linkIn } from './rest/cursor-pages';
export {
  offset,
  type OffsetOptions,
  pageNumber,
  type PageNumberOptions,
} from './rest/numbered-pages';
export type { ListPath } from './rest/list-path';
export { paginated, type PageEndpoint, type Paginated } from './rest/paginated';
export type { RestEndpoints } from './rest/extended-endpoints';
export { RestError } from './rest/rest-error';
export {
  type ProgressListeners,
  type ReportProgress,
  reportProgress,
  type RestProgress,
} from './rest/progress';
export { type RestDefaults, withRest } from './rest/with-rest';
export type { Unwrap, Wrap } from './rest/envelope';
export { filterParams } from './rest/search-params';
export { type RequestIds, requestIds } from './rest/request-ids';
export { type Renaming, renaming, snakeCase } from './rest/renaming';
export type { ListHabits } from './lists/list-rules';
export { type EventSourceOptions, fromEventSource } from './streams/from-event-source';
export { withFrameBatching } from './streams/frame-batching';
export { fromWebSocket, type WebSocketOptions } from './streams/from-web-socket';
export { onlyExisting } from './streams/only-existing';
export {
  type MessageOptions,
  type ReconnectOptions,
  Stream,
  type StreamStatus,
} from './streams/stream';
export type { LensSchema } from './scalars/lens-schema';
export { type LensParams, Scalar, type ScalarOptions } from './scalars/scalar';
export { withRetention } from './retention/with-retention';
export type { RetentionOptions } from './retention/retention';
export { type Failure, withFailures } from './extensions/with-extension';

// Only for the other entry points of this library. Applications do not need these names. They start with ɵ, as in
// Angular, because they can change in any release.
export { PageActivity as ɵPageActivity } from './angular/page-activity';
export { isEntityClass as ɵisEntityClass, tableNameOf as ɵtableNameOf } from './schema/plan';
export { ENDPOINT as ɵENDPOINT } from './requests/target';
export { REST_DEFAULTS as ɵREST_DEFAULTS } from './rest/with-rest';
export {
  type HydrationOptions as ɵHydrationOptions,
  withHydration as ɵwithHydration,
} from './snapshot/with-hydration';
export {
  type ExtensionFactory as ɵExtensionFactory,
  withExtension as ɵwithExtension,
} from './extensions/with-extension';
export type {
  CacheExtension as ɵCacheExtension,
  CacheHandle as ɵCacheHandle,
  EvictedRow as ɵEvictedRow,
  PendingRequest as ɵPendingRequest,
  RequestEvent as ɵRequestEvent,
  RequestReason as ɵRequestReason,
} from './extensions/cache-extension';
export { inspect as ɵinspect } from './extensions/inspect';
export type {
  CacheContents as ɵCacheContents,
  CacheInspection as ɵCacheInspection,
  CacheStats as ɵCacheStats,
  CacheTimer as ɵCacheTimer,
  PendingChange as ɵPendingChange,
  PendingRow as ɵPendingRow,
  ResponseState as ɵResponseState,
  RowUses as ɵRowUses,
} from './extensions/inspection';
export { TimeTravel as ɵTimeTravel } from './history/time-travel';
export { writeRows as ɵwriteRows } from './snapshot/write-rows';
export type { QueryInfo as ɵQueryInfo } from './extensions/query-info';
export type {
  AffectedQuery as ɵAffectedQuery,
  Cause as ɵCause,
  Commit as ɵCommit,
  RowChange as ɵRowChange,
  StoredFields as ɵStoredFields,
  StoredRow as ɵStoredRow,
  TableInfo as ɵTableInfo,
} from './extensions/extension-commit';
export {
  beginRestore as ɵbeginRestore,
  isSnapshot as ɵisSnapshot,
  restoreSnapshot as ɵrestoreSnapshot,
} from './snapshot/restore-snapshot';
export { changesOf as ɵchangesOf, takeSnapshot as ɵtakeSnapshot } from './snapshot/take-snapshot';
export type {
  StoreChanges as ɵStoreChanges,
  StoredFailure as ɵStoredFailure,
  StoredResponseData as ɵStoredResponseData,
  StoredRows as ɵStoredRows,
  StoreSnapshot as ɵStoreSnapshot,
} from './snapshot/stored-data';
export { failedRequest as ɵfailedRequest } from './rest/http-endpoint';
export { isSensitive as ɵisSensitive } from './extensions/stored-names';
export {
  type HistoryContent as ɵHistoryContent,
  type HistoryRow as ɵHistoryRow,
  type HistoryStep as ɵHistoryStep,
  type HistoryTable as ɵHistoryTable,
  type PlacedRow as ɵPlacedRow,
  RecordedHistory as ɵRecordedHistory,
  type StoredHistory as ɵStoredHistory,
} from './history/recorded-history';
export { replayHistory as ɵreplayHistory } from './history/replay-history';
export {
  isResponse as ɵisResponse,
  markStale as ɵmarkStale,
  resetResponse as ɵresetResponse,
  type ResponseId as ɵResponseId,
} from './extensions/response-actions';
