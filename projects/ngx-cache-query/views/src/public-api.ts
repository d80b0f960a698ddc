/**
 * Views are `process` functions that are built from steps. Their results are maintained incrementally.
 *
 * @packageDocumentation
 */
export { view, type View } from './lib/view';
export type { ViewStep } from './lib/step';
export { where } from './lib/where';
export { whereEquals, type EqualFields } from './lib/where-equals';
export { orderBy } from './lib/order-by';
export type { CompareValues, SortOrder } from './lib/compare';
export { limit } from './lib/limit';
export { mapRows } from './lib/map-rows';
export { distinctRows } from './lib/distinct-rows';
export { groupRows } from './lib/group-rows';
export { averageOf, countRows, sumOf } from './lib/aggregates';
export { maxOf, minOf } from './lib/extremes';
export { join, type JoinOn } from './lib/join';
