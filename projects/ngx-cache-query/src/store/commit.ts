import type { Observed } from '../reactive/rounds';
import type { Table } from '../reactive/table';
import type { EntityClass } from '../schema/schema';
import type { Pk } from '../schema/pk';
import { sameData } from '../util/equality';
import { getOrInsert } from '../util/get-or-insert';
import type { Fields } from '../util/plain-data';
import type { Store } from './store';

/** Why a commit happened. */
export interface WriteCause {
  readonly kind:
    'request' | 'failure' | 'mutation' | 'optimistic' | 'rollback' | 'set' | 'stream' | 'restore';
  /** The endpoint, the stream or the feature that wrote. */
  readonly source?: unknown;
  readonly args?: readonly unknown[];
  /** Identifies the request, if one caused the commit. */
  readonly request?: object;
  /** Identifies the writer, so that a feed can ignore what it wrote itself. */
  readonly origin?: unknown;
}

/** What a commit did to one row. */
export interface Change {
  readonly type: EntityClass;
  readonly pk: Pk;
  /** The record before the commit: keys in place of related entities; `undefined` if there was no entity. */
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
  /** The position in the write order, also of a deletion. */
  readonly order: number;
  /** The position in the order of arrival. It changes if the entity was deleted and added again. */
  readonly arrival: number;
  /** The position before the commit. */
  readonly lastArrival: number;
  /** Whether the entity was deleted and added again. */
  readonly isMoved: boolean;
}

/** What a commit changed. */
export interface StoreCommit {
  readonly cause: WriteCause;
  /** One change for each row that ended in another way than it began, in the order of arrival. */
  readonly changes: readonly Change[];
  /** The types that became known, or unknown again. */
  readonly known: readonly (readonly [type: EntityClass, isKnown: boolean])[];
}

/** Learns what writes change. */
export interface Witness {
  /** Called before a row of a table changes, or whether the table is known. The first call in a commit counts. */
  touch(table: Table, pk?: Pk, data?: Fields, arrival?: number): void;
  /** Called when the outermost write ends. */
  end?(cause: WriteCause): void;
}

interface Touched {
  readonly isKnown: boolean;
  readonly rows: Map<Pk, { readonly data: Fields | undefined; readonly arrival: number }>;
}

/** Makes one commit of what a function writes. */
export function commitAs<T>(store: Store, cause: WriteCause, run: () => T): T {
  return store.as(cause, () => store.batch(run));
}

/**
 * Tells a hook what each commit changed. The hook is called first in the round of the commit, and may write. A cache
 * without a recorder does not pay for it.
 */
export class Recorder implements Observed, Witness {
  readonly #touched = new Map<Table, Touched>();
  #commits: StoreCommit[] = [];
  #isQueued = false;
  #due: StoreCommit[] = [];

  /**
   * @param report receives the errors that the hook throws
   * @param number the place among the results of a round: before all of them, unless it is `Infinity`
   */
  constructor(
    private readonly store: Store,
    private readonly hook: (commit: StoreCommit) => void,
    private readonly report: (error: unknown) => void,
    readonly number = -1,
  ) {
    store.witnesses.push(this);
  }

  /** @see Witness */
  touch(table: Table, pk?: Pk, data?: Fields, arrival = 0): void {
    const { rows } = getOrInsert(this.#touched, table, (): Touched => {
      return { isKnown: table.isKnown, rows: new Map() };
    });
    if (pk !== undefined && !rows.has(pk)) rows.set(pk, { data, arrival });
  }

  /** @see Witness */
  end(cause: WriteCause): void {
    const changes: Change[] = [];
    const known: [EntityClass, boolean][] = [];
    for (const [table, { isKnown, rows }] of this.#touched) {
      const { type } = table.plan;
      if (isKnown !== table.isKnown) known.push([type, table.isKnown]);
      for (const [pk, { data: before, arrival: last }] of rows) {
        const entry = table.index.get(pk);
        // A created row may have got the key of one that is gone.
        const isGone = typeof entry === 'object' && entry.pk !== pk;
        const { order, arrival, ...row } = table.peek(pk);
        const after = isGone ? undefined : row.data;
        const isMoved = !!before && !!after && last !== arrival;
        if (!isMoved && sameData(before, after)) continue;
        const place = after ? arrival : last;
        changes.push({
          type,
          pk,
          before,
          after,
          order,
          arrival: place,
          lastArrival: last,
          isMoved,
        });
      }
    }
    this.#touched.clear();
    if (changes.length + known.length === 0) return;
    changes.sort((a, b) => a.arrival - b.arrival);
    this.#commits.push(this.made({ cause, changes, known }));
    if (!this.#isQueued) this.store.rounds.queue.push(this);
    this.#isQueued = true;
  }

  /** Called when a write has changed something, before anything is computed again. */
  protected made(commit: StoreCommit): StoreCommit {
    return commit;
  }

  /** @see Observed */
  compute(): void {
    this.#isQueued = false;
    // What subscribers write in this round belongs to the next one.
    this.#due.push(...this.#commits.splice(0));
  }

  /** @see Observed */
  emit(): void {
    for (const commit of this.#due.splice(0)) {
      try {
        this.hook(commit);
      } catch (error) {
        this.report(error);
      }
    }
  }
}
