import type { ɵPk as Pk, ɵRowChangeFeed as RowChangeFeed } from 'ngx-cache-query';

/** Adds the keys of changed rows to `changed` until {@link stopCollecting} is called with the same set. */
export function collectInto(feed: RowChangeFeed, changed: Set<Pk>): void {
  (feed.collectors ??= new Set()).add(changed);
}

export function stopCollecting(feed: RowChangeFeed, changed: Set<Pk>): void {
  feed.collectors?.delete(changed);
  if (feed.collectors?.size === 0) feed.collectors = undefined;
}
