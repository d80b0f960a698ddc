import type { CacheService } from 'ngx-cache-query';
import type { CacheHandle, CacheStats } from 'ngx-cache-query/extensions';
import { Store } from '../../src/lib/store/store';

/** What a cache holds, besides what it was given to hold. */
export interface CacheCount extends CacheStats {
  readonly rows: number;
  /** Histories of rows that mutations under way have to do with. */
  readonly logs: number;
  /** Slots kept for rows that do not show for now. */
  readonly reserved: number;
  /** Deleted rows that are remembered for reads under way. */
  readonly graves: number;
  /** Mutations under way. */
  readonly calls: number;
  /** Whether a read is under way. */
  readonly reading: boolean;
}

/** Counts what a cache holds after all that can be let go was let go. */
export function cacheCount(cache: CacheService, handle: CacheHandle): CacheCount {
  handle.sweep();
  handle.sweep();
  const { tables } = storeOf(cache);
  const all = [...tables.all];
  const sum = (part: (table: (typeof all)[number]) => { readonly size: number }) =>
    all.reduce((total, table) => total + part(table).size, 0);
  return {
    ...handle.stats(),
    rows: sum(({ index }) => index),
    logs: sum(({ logs }) => logs),
    reserved: sum(({ reserved }) => reserved),
    graves: sum(({ graves }) => graves),
    calls: tables.calls.size + [...tables.answered].length,
    reading: tables.reading,
  };
}

/** The store of a cache, which nobody else sees. */
function storeOf(cache: CacheService): Store {
  const { prototype } = Store;
  const own = prototype.batch;
  let store: Store | undefined;
  prototype.batch = function (this: Store) {
    store = this; // eslint-disable-line @typescript-eslint/no-this-alias -- that is what it is for
    return undefined as never;
  };
  cache.batch(() => undefined);
  prototype.batch = own;
  return store!;
}
