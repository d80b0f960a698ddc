/**
 * Fixtures, a clock and a simulated page for application specs.
 *
 * @packageDocumentation
 */
export { CacheTesting } from './lib/cache-testing';
export { type CacheTestingOptions, provideCacheTesting } from './lib/provide-cache-testing';
export { type Fixture, manual, passThrough, respondTo } from './lib/fixtures';
export { delayed, failure, inTurn, reply, type ReplyOptions } from './lib/responses';
export { entityFactory, type EntityFactory, type MadeEntity } from './lib/entity-factory';
export { type ReplayOptions, replaySession } from './lib/replay-session';
export type { TestClock } from './lib/test-clock';
export type { TestPage } from './lib/test-page';
export type { TestRequest } from './lib/test-request';
