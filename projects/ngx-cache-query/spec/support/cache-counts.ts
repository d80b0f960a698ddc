import type { CacheService } from 'ngx-cache-query';
import type { CacheHandle, CacheStats } from 'ngx-cache-query/extensions';
import { Overlays } from '../../src/lib/optimistic/overlay/overlays';
import { hookOf } from '../../src/lib/store/hook-of';
import { Store } from '../../src/lib/store/store';

/** The content of a cache, including internal state that `stats()` does not report. */
export interface CacheCount extends CacheStats {
  readonly rows: number;
  /** The number of rows with an overlay. */
  readonly overlays: number;
  /** Hidden slots. */
  readonly hidden: number;
  /** The number of deleted rows that are kept for reads in flight. */
  readonly tombstones: number;
  /** The number of mutations in flight. Overlays that wait for reads to end also count. */
  readonly mutations: number;
  /** Whether a read is in flight. */
  readonly reading: boolean;
}

/** Counts the content of a cache after dropping everything that is unused. */
export function cacheCount(cache: CacheService, handle: CacheHandle): CacheCount {
  handle.sweep();
  handle.sweep();
  const store = storeOf(cache);
  const { tables } = store;
  const { mutations, waitsForReads } = hookOf(store, Overlays);
  const all = [...tables.all];
  const sum = (part: (table: (typeof all)[number]) => { readonly size: number }) =>
    all.reduce((total, table) => total + part(table).size, 0);
  return {
    ...handle.stats(),
    rows: sum(({ index }) => index),
    overlays: sum(({ overlay }) => new Set(overlay?.pks)),
    hidden: sum(({ hidden }) => hidden),
    tombstones: sum(({ tombstones }) => tombstones),
    mutations: mutations.size + Number(waitsForReads),
    reading: tables.reading,
  };
}

/** Returns the store of a cache, which is private. */
function storeOf(cache: CacheService): Store {
  const { prototype } = Store;
  const own = prototype.batch;
  let store: Store | undefined;
  prototype.batch = function (this: Store) {
    store = this; // eslint-disable-line @typescript-eslint/no-this-alias -- the purpose of this spy
    return undefined as never;
  };
  cache.batch(() => undefined);
  prototype.batch = own;
  return store!;
}
