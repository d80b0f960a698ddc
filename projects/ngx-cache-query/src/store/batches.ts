import { type Before, Journal } from '../reactive/node';
import type { Rounds } from '../reactive/rounds';
import { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import { Tables } from '../reactive/tables';
import type { WriteOrder } from '../reactive/write-order';
import type { Pk } from '../schema/pk';
import { CacheError } from '../util/cache-error';
import type { Fields } from '../util/plain-data';
import type { WriteCause, Witness } from './commit';
import { settle } from './settle';

declare const ngDevMode: unknown;

const SET: WriteCause = { kind: 'set' };

/** Called when a write has ended. If it was rolled back, receives the error. */
type OnEnd = (failure?: { readonly error: unknown }) => void;

/**
 * Makes several writes one commit. A batch changes rows at once, so that reads inside of it see the changes, and logs
 * what they were, so that it can be undone. Subscribers are notified after the outermost write.
 */
export abstract class Batches {
  readonly tables: Tables;
  /** What learns which rows each write changes. */
  readonly witnesses: Witness[] = [];
  /** Why the next commit happens. */
  cause = SET;
  /** What else must be undone if the open batch fails. Each function receives the error. */
  readonly undos: ((error: unknown) => void)[] = [];
  /** Whether the open write has changed a row twice. */
  protected repeats = false;
  readonly #journal: Journal;
  #depth = 0;
  /** The position at which the open batch began. */
  #start = 0;
  #committed: (() => void)[] = [];
  #settled: (() => void)[] = [];

  /** @param rounds the rounds of the cache above, which are shared */
  constructor(rounds?: Rounds) {
    this.#journal = new Journal(rounds);
    this.tables = new Tables(this.#journal);
  }

  /** Replaces the record of a row, and marks what depends on it. */
  abstract change(row: Row, after: Fields | undefined, order: number, arrival?: number): void;

  /** Forgets what was kept for reads in flight, if none is. */
  protected abstract forget(): void;

  get journal(): Journal {
    return this.#journal;
  }

  get rounds(): Rounds {
    return this.#journal.rounds;
  }

  get order(): WriteOrder {
    return this.tables.order;
  }

  /** Whether a write is open. */
  get isOpen(): boolean {
    return this.#journal.log !== undefined;
  }

  /** Begins a read. If it begins in a batch, it is older than all writes of the batch. */
  beginRead(): number {
    return this.order.begin(this.#journal.isBatch ? this.#start : undefined);
  }

  /** Ends a read. */
  endRead(): void {
    this.order.end();
    if (!this.isOpen) this.forget();
  }

  /** @see Witness */
  protected touch(table: Table, pk?: Pk, before?: Fields, arrival?: number): void {
    for (const each of this.witnesses) each.touch(table, pk, before, arrival);
  }

  /** Names the cause of the commits that a function makes. */
  as<T>(cause: WriteCause, run: () => T): T {
    const outer = this.cause;
    this.cause = cause;
    try {
      return run();
    } finally {
      this.cause = outer;
    }
  }

  /** Begins a write outside of a batch that cannot fail halfway, so that nothing is undone. */
  protected begin(): void {
    this.#journal.log = [];
    this.rounds.open++;
    this.repeats = false;
  }

  /** Ends the write. */
  protected end(): void {
    this.#commit(this.repeats ? this.#journal.log! : []);
  }

  /**
   * Runs code that writes and reads. If it throws, nothing has changed.
   *
   * @throws CacheError NCQ2002 if `run` is asynchronous
   */
  batch<T>(run: () => T): T {
    const journal = this.#journal;
    if (this.#depth === 0) {
      this.rounds.open++;
      this.#start = this.order.last;
    }
    const log = (journal.log ??= []);
    const mark = log.length;
    const first = this.undos.length;
    this.#depth++;
    journal.isBatch = true;
    try {
      const result = run();
      if (typeof (result as PromiseLike<unknown> | undefined)?.then === 'function') {
        throw asyncBatch();
      }
      return result;
    } catch (error) {
      this.#undo(mark);
      for (const undo of this.undos.splice(first).reverse()) undo(error);
      throw error;
    } finally {
      if (--this.#depth === 0) this.#commit(log);
    }
  }

  /** Calls `run` when the open write has ended, before subscribers are notified; at once if no write is open. */
  onCommit(run: OnEnd): void {
    this.#onEnd(this.#committed, run);
  }

  /** Calls `run` when the open write has ended and subscribers were notified; if no write is open, as soon as they are. */
  whenSettled(run: OnEnd): void {
    if (this.isOpen) this.#onEnd(this.#settled, run);
    else this.rounds.after(run);
  }

  #onEnd(list: (() => void)[], run: OnEnd): void {
    if (!this.isOpen) return run();
    let failure: { readonly error: unknown } | undefined;
    this.undos.push((error) => (failure = { error }));
    list.push(() => run(failure));
  }

  /** Undoes what was logged since a mark. The commit must still know what the nodes were. */
  #undo(mark: number): void {
    const journal = this.#journal;
    const log = journal.log!;
    journal.log = undefined;
    for (let i = log.length - 1; i >= mark; i--) {
      const { node, data, order, arrival } = log[i];
      if (!(node instanceof Row) || node.table.main !== node.table) continue;
      this.change(node, data, order, arrival || undefined);
      node.order = order;
    }
    journal.log = log;
  }

  #commit(log: readonly Before[]): void {
    const journal = this.#journal;
    const committed = this.#committed;
    const settled = this.#settled;
    this.#committed = [];
    this.#settled = [];
    const { isBatch } = journal;
    journal.log = undefined;
    journal.isBatch = false;
    this.undos.length = 0;
    // Outside of a batch, new rows are not logged.
    if (log.length > 0) settle(log, this.tables, isBatch ? [] : this.tables.grown());
    for (const each of this.witnesses) each.end?.(this.cause);
    this.forget();
    // Subscribers, and what waits for the commit, write on their own account.
    const outer = this.cause;
    this.cause = SET;
    try {
      for (const each of committed) each();
    } finally {
      this.rounds.open--;
      try {
        this.rounds.run();
      } finally {
        this.cause = outer;
        for (const each of settled) this.rounds.after(each);
      }
    }
  }
}

/** Creates error NCQ2002, which reports that `batch` received an asynchronous function. */
function asyncBatch(): CacheError {
  return new CacheError(
    'NCQ2002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `batch() received an asynchronous function. Writes after the first await would not be part of the batch. ` +
        `Nothing was written. Wait for the data first, then call batch().`,
  );
}
