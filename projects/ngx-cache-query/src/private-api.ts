// What the entry points of this library need of the main one, and applications do not. As in Angular, the
// names begin with ɵ: they may change in any release, and no document mentions them.
export type {
  CacheExtension as ɵCacheExtension,
  CacheHandle as ɵCacheHandle,
  Commit as ɵCommit,
  RequestEvent as ɵRequestEvent,
  RowChange as ɵRowChange,
  StoredFields as ɵStoredFields,
  StoredRow as ɵStoredRow,
  TableInfo as ɵTableInfo,
} from './lib/cache/cache-extension';
export { isBeforeReset as ɵisBeforeReset } from './lib/cache/cache-errors';
export type { ExtensionFactory as ɵExtensionFactory } from './lib/cache/extensions';
export { Preview as ɵPreview } from './lib/cache/preview';
export { withExtension as ɵwithExtension } from './lib/cache/provide-cache';
export type { Channel as ɵChannel, Source as ɵSource } from './lib/read/beacon';
export type { EntityCell as ɵEntityCell, Held as ɵHeld } from './lib/read/entity-cell';
export type { EntityType as ɵEntityType } from './lib/read/entity-type';
export type { FieldIndex as ɵFieldIndex } from './lib/read/field-index';
export { followingOf as ɵfollowingOf } from './lib/read/following';
export {
  FOLLOW as ɵFOLLOW,
  type Follow as ɵFollow,
  type Followed as ɵFollowed,
  type LiveReader as ɵLiveReader,
  type LiveResult as ɵLiveResult,
} from './lib/read/live-result';
export { checkNotLost as ɵcheckNotLost } from './lib/read/lost';
export { Membership as ɵMembership } from './lib/read/membership';
export { Probe as ɵProbe } from './lib/read/probe';
export { allNow as ɵallNow } from './lib/read/process-run';
export type { CacheStats as ɵCacheStats, QueryInfo as ɵQueryInfo } from './lib/read/query-info';
export { isEntityClass as ɵisEntityClass } from './lib/schema/entity-plan';
export { FieldKey as ɵFieldKey, fieldKeyOf as ɵfieldKeyOf } from './lib/schema/field-key';
export { type Pk as ɵPk, canonicalPk as ɵcanonicalPk } from './lib/schema/pk';
export type { JoinArgs as ɵJoinArgs } from './lib/schema/queryable';
export { recycle as ɵrecycle } from './lib/util/equality';
export type { Fields as ɵFields } from './lib/util/plain-data';
export {
  type LoadedPage as ɵLoadedPage,
  LoadedPages as ɵLoadedPages,
  type PageResponse as ɵPageResponse,
  WholeList as ɵWholeList,
} from './lib/schema/whole-list';
