// schema: data about data
export { Entity, type RowMeta } from './lib/schema/entity';
export { validateRequired } from './lib/schema/validate-required';
export { ref, type RefOf } from './lib/schema/ref';
export { isTemporary, trackEntity } from './lib/optimistic/track-entity';
export { Query, type QueryArgs } from './lib/schema/query';
export * as schema from './lib/schemas';
export type { CollectionOptions, MemberOf, RowOf } from './lib/collections/collection';
export type { PagePlace } from './lib/collections/list-pages';
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
} from './lib/schema/schema';
export type {
  ArgsOf,
  KeyOf,
  Queryable,
  QueryableFields,
  QueryableNode,
  ResultOf,
} from './lib/schema/queryable';

// cache: what applications inject and set up
export { CacheService, type ConnectOptions } from './lib/cache/cache-service';
export type { ConstantArgs, GivenArgs, SelectArgs } from './lib/cache/select-args';
export type { CacheFeature } from './lib/cache/cache-feature';
export { provideCache } from './lib/cache/provide-cache';
export { Endpoint, type EndpointOptions, type PagesOf, type ValueOf } from './lib/cache/endpoint';
export type { OptimisticSnapshot } from './lib/optimistic/optimistic-snapshot';
export { type Clock, CLOCK, systemClock, withClock } from './lib/cache/clock';
export { type ExpiryOptions, withExpiry } from './lib/cache/freshness';
export { withRefetchOnFocus, withRefetchOnReconnect } from './lib/cache/refetching';
export { type RetryOptions, withRetry } from './lib/cache/retry';
export { withFrameBatching } from './lib/cache/frame-batching';
export { withRetention } from './lib/cache/with-retention';
export type { RetentionOptions } from './lib/read/retention';
export { type Failure, withFailures } from './lib/cache/with-failures';
export type { RefetchTarget } from './lib/cache/endpoint';
export type { ResponseInfo } from './lib/cache/responses';
export type { EndpointState } from './lib/cache/endpoint-state';
export type { FieldsOf } from './lib/cache/fields-of';

// keys
export { structuralKey } from './lib/util/structural-key';

// errors
export { CacheError, CacheErrorCode, type CacheErrorDetails } from './lib/util/cache-error';

// what the other entry points need, and applications do not
export * from './private-api';
