import type { CacheService } from 'ngx-cache-query';
import { replayHistory, type StoredHistory } from 'ngx-cache-query/extensions';

/** Options of {@link replaySession}. */
export interface ReplayOptions {
  /** The number of the last commit to write. Default: the last one of the session. */
  readonly to?: number;
}

/**
 * Writes the data of a session, which the devtools have exported, to the cache of a spec: what there was before in one
 * commit, and one commit for each recorded one, so that views run as they did. Responses count as loaded now.
 *
 * @param session what `CacheDevtools.exportSession` has returned
 *
 * @example
 * ```ts
 * const cache = TestBed.inject(CacheService);
 * const seen: unknown[] = [];
 * cache.select(titles).subscribe((value) => seen.push(value));
 * replaySession(cache, session, { to: 12 }); // The rows as they were after commit 12.
 * expect(seen.at(-1)).toEqual(['Oats']);
 * ```
 */
export function replaySession(
  cache: CacheService,
  session: { readonly history: object },
  { to }: ReplayOptions = {},
): void {
  replayHistory(cache, session.history as StoredHistory, to);
}
