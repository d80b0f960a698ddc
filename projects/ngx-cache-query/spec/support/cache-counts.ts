import type { CacheService } from 'ngx-cache-query';
import type { CacheHandle, CacheStats } from 'ngx-cache-query/extensions';
import { Overlays } from '../../src/lib/optimistic/overlay/overlays';
import { hookOf } from '../../src/lib/store/hook-of';
import { Store } from '../../src/lib/store/store';

/** What a cache contains, including internal state that `stats()` does not report. */
export interface CacheCount extends CacheStats {
  readonly rows: number;
  /** Rows with an overlay. */
  readonly overlays: number;
  /** Hidden slots. */
  readonly hidden: number;
  /** Deleted rows that are remembered for reads in flight. */
  readonly tombstones: number;
  /** Mutations in flight, and whether overlays wait for reads to end. */
  readonly mutations: number;
  /** Whether a read is in flight. */
  readonly reading: boolean;
}

/** Counts what a cache contains after everything unused was dropped. */
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

/** The store of a cache, which is private. */
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
