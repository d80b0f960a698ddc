/**
 * The part of the API that does not depend on HTTP: the cache, entities, schemas, queries, collections and endpoints.
 *
 * @packageDocumentation
 */

// Entities, schemas and queries
export { Entity, type RowMeta } from './lib/schema/entity/entity';
export {
  EntityMixin,
  type EntityMixinClass,
  type EntityMixinOptions,
} from './lib/schema/entity/entity-mixin';
export { validateRequired } from './lib/schema/entity/validate-required';
export { ref, type RefOf } from './lib/schema/entity/ref';
export { isTemporary, trackEntity } from './lib/optimistic/ids/track-entity';
export { Query, type QueryArgs } from './lib/schema/query';
/** The schemas, which describe where a response contains entities. */
export * as schema from './lib/schemas';
export { Collection } from './lib/collections/collection';
export type { CollectionOptions, MemberOf, RowOf } from './lib/collections/collection-options';
export { type LensParams, Scalar, type ScalarOptions } from './lib/scalars/scalar';
export type { LensSchema } from './lib/scalars/lens-schema';
export type { PagePlace } from './lib/collections/pages/list-pages';
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

// The cache: its service, its features and endpoints
export { CacheService, type ConnectOptions } from './lib/cache/cache-service';
export type { ConstantArgs, GivenArgs, SelectArgs } from './lib/cache/select-args';
export type { CacheFeature } from './lib/platform/cache-feature';
export { provideCache } from './lib/cache/provide-cache';
export {
  Endpoint,
  type EndpointOptions,
  type PagesOf,
  type ValueOf,
} from './lib/endpoints/endpoint';
export type { AnyEndpoint } from './lib/requests/endpoint';
export type { OptimisticSnapshot } from './lib/requests/optimistic-snapshot';
export { type Clock, CLOCK, systemClock, withClock } from './lib/platform/clock';
export { withExpiry } from './lib/requests/freshness';
export type { ExpiryOptions, RefreshOptions } from './lib/requests/refresh-options';
export { withRefetchOnFocus, withRefetchOnReconnect } from './lib/live/refetch-triggers';
export { type RetryOptions, withRetry } from './lib/requests/retry';
export { onlyExisting } from './lib/streaming/only-existing';
export { withFrameBatching } from './lib/streaming/frame-batching';
export { withRetention } from './lib/retention/with-retention';
export type { RetentionOptions } from './lib/retention/retention';
export { type Failure, withFailures } from './lib/extensions/with-failures';
export type { RefetchTarget } from './lib/endpoints/endpoint';
export type { ResponseInfo } from './lib/requests/refetch/responses';
export type { CacheSnapshot, ErrorOf, SnapshotOf } from './lib/requests/cache-snapshot';
export type { CacheResource, CacheResourceOptions } from './lib/signals/cache-resource';
export type { ResourceArgsContext } from './lib/signals/resolved-args';
export type { CacheMutation, CacheMutationOptions } from './lib/signals/cache-mutation';
export type { ResourceArgs } from './lib/cache/resource-args';
export type { FieldsOf } from './lib/cache/fields-of';

// Keys
export { structuralKey } from './lib/util/structural-key';

// Errors
export { CacheError, CacheErrorCode, type CacheErrorDetails } from './lib/util/cache-error';

// Only for the other entry points of this library
export * from './private-api';
