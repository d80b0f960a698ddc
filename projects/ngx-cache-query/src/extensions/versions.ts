import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import type { Change, StoreCommit } from '../store/commit';
import type { Store } from '../store/store';
import { getOrInsert } from '../util/get-or-insert';

/** Where a row was last written: the position in the write order that all caches share, and the cache. */
export interface Version {
  readonly order: number;
  readonly origin: string;
  /** The position in the write order of this cache, if that is another one. */
  readonly at?: number;
}

const all = new WeakMap<Store, Versions>();

/**
 * Makes caches that exchange changes agree. A write is newer than all writes that its cache had seen, and of two writes
 * that did not know each other, all caches choose the same one.
 */
export class Versions {
  /** Identifies this cache among others. */
  readonly origin = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  /** The number of commits so far that were no restores. */
  sequence = 0;
  /** For each other cache, the number of its last commit that is known here. */
  readonly seen = new Map<string, number>();
  /** The rows that were deleted, or last written by another cache. */
  readonly #rows = new Map<Table, Map<Pk, Version>>();

  private constructor(private readonly store: Store) {
    store.emptied.push(() => this.#rows.clear());
  }

  static of(store: Store): Versions {
    return getOrInsert(all, store, () => new Versions(store));
  }

  /** Numbers a commit. */
  count({ cause, changes }: StoreCommit): number | undefined {
    if (cause.kind === 'restore') return undefined;
    // What was deleted here may still arrive from another cache.
    if (this.seen.size > 0) this.noteDeletions(changes);
    return ++this.sequence;
  }

  /** Remembers what was deleted here. */
  noteDeletions(changes: readonly Change[]): void {
    for (const { type, pk, after, order } of changes) {
      const table = this.store.tables.for(type).main;
      if (!after) this.note(table, pk, { order, origin: this.origin });
    }
  }

  /** Remembers who has written a row. */
  note(table: Table, pk: Pk, version: Version): void {
    getOrInsert(this.#rows, table, () => new Map<Pk, Version>()).set(pk, version);
  }

  of(table: Table, pk: Pk): Version {
    const { data, order } = this.store.known(table, pk);
    const noted = this.#rows.get(table.main)?.get(pk);
    const isValid = noted && ((noted.at ?? noted.order) >= order || !data);
    return isValid ? noted : { order, origin: this.origin };
  }
}

/** Whether a version is newer than another one. */
export function isNewer(a: Version, b: Version): boolean {
  return a.order > b.order || (a.order === b.order && a.origin > b.origin);
}
