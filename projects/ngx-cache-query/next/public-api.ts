export { Entity, type RowMeta } from './schema/entity';
export { EntityMixin, type EntityMixinClass, type EntityMixinOptions } from './schema/entity-mixin';
export { validateRequired } from './schema/validate-required';
export { ref, type RefOf } from './schema/ref';
export { Query, type QueryArgs } from './schema/query';
export * as schema from './schema/schemas';
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
export { CacheService, type ConnectOptions } from './angular/cache-service';
export type { FieldsOf } from './schema/fields-of';
export { provideCache, type CacheFeature } from './angular/provide-cache';
export { type Clock, CLOCK, systemClock, withClock } from './angular/clock';
export { structuralKey } from './util/structural-key';
export { CacheError, CacheErrorCode, type CacheErrorDetails } from './util/cache-error';
export { Endpoint, type EndpointOptions, type ValueOf } from './requests/endpoint';
export { view, type View } from './views/view';
export type { ViewStep } from './views/step';
export { where, whereEquals, type EqualFields } from './views/where';
export { orderBy, type CompareValues, type SortOrder } from './views/order-by';
export { limit } from './views/limit';
export { mapRows } from './views/map-rows';
export { distinctRows, groupRows } from './views/group-rows';
export { averageOf, countRows, maxOf, minOf, sumOf } from './views/totals';
export { join, type JoinOn } from './views/join';
