// schema: data about data
export { Entity, type RowMeta } from './lib/schema/entity';
export { validateRequired } from './lib/schema/validate-required';
export { ref, type RefOf } from './lib/schema/ref';
export { isTemporary, trackEntity } from './lib/schema/track-entity';
export { Query, type QueryArgs } from './lib/schema/query';
export * as schema from './lib/schema';
export type { CollectionOptions, MemberOf, RowOf } from './lib/schema/collection';
export type {
  Denormalize,
  Deserializer,
  EntityClass,
  EntityMapping,
  EntityOf,
  Literal,
  Schema,
  SchemaAttribute,
  SchemaFields,
  SchemaList,
  SchemaNode,
} from './lib/schema/schema';
export type {
  ArgsOf,
  KeyOf,
  Queryable,
  QueryableFields,
  Readable,
  ResultOf,
} from './lib/schema/queryable';

// view: a process that follows changes
export { view, type View } from './lib/view/view';
export type { Step } from './lib/view/step';
export { where } from './lib/view/where';
export { whereEquals, type Equals } from './lib/view/where-equals';
export { orderBy } from './lib/view/order-by';
export type { Compare, How } from './lib/view/compare';
export { limit } from './lib/view/limit';
export { map } from './lib/view/map';
export { distinct } from './lib/view/distinct';
export { groupBy } from './lib/view/group-by';
export { average, count, sum } from './lib/view/aggregates';
export { max, min } from './lib/view/extremes';
export { join, type On } from './lib/view/join';

// cache: what applications inject and set up
export { CacheService, type ConnectOptions, type SelectArgs } from './lib/cache/cache-service';
export { type CacheFeature, provideCache, withExtension } from './lib/cache/provide-cache';
export type { ExtensionFactory } from './lib/cache/extensions';
export { Endpoint, type EndpointOptions, type PagesOf, type ValueOf } from './lib/cache/endpoint';
export type { Snapshot } from './lib/cache/optimism';
export { type Clock, CLOCK, systemClock, withClock } from './lib/cache/clock';
export { type ExpiryOptions, withExpiry } from './lib/cache/freshness';
export { withRefetchOnFocus, withRefetchOnReconnect } from './lib/cache/refetching';
export { type RetryOptions, withRetry } from './lib/cache/retry';
export { withFrameBatching } from './lib/cache/frame-batching';
export { withRetention } from './lib/cache/with-retention';
export type { RetentionOptions } from './lib/read/retention';
export { type Failure, withFailures } from './lib/cache/with-failures';
export type { Invalidation } from './lib/cache/invalidation-target';
export type { ResponseInfo } from './lib/cache/responses';
export type { EndpointState } from './lib/cache/endpoint-state';
export type { FieldsOf } from './lib/cache/fields-of';
export type {
  CacheExtension,
  CacheHandle,
  Commit,
  RequestEvent,
  RowChange,
  StoredFields,
  StoredRow,
  TableInfo,
} from './lib/cache/cache-extension';
export type { CacheStats, QueryInfo } from './lib/read/query-info';

// keys
export { structuralKey } from './lib/util/structural-key';

// errors
export { CacheError, CacheErrorCode, type CacheErrorDetails } from './lib/util/cache-error';
