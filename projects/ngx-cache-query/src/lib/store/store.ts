import type { EntityPlan } from '../schema/entity/entity-plan';
import type { ChangeSet } from './change-set';
import type { CommitHook } from './commit-hook';
import { asyncBatchError, writeInWriteError } from './store-errors';
import type { Table } from './table';
import { Tables } from './tables';
import { Transaction } from './transaction';
import { type OnSettled, type Recipe, type Step, WaitingWrites } from './waiting-writes';

/**
 * A static member with this name connects an Entity class to each cache that holds its rows. The member is an
 * {@link Attach} function, which is called when the class is assigned to a table.
 */
export const ATTACH: unique symbol = Symbol('attach');

/** Connects a feature to the table of an Entity class. */
export type Attach = (store: Store, table: Table, plan: EntityPlan) => void;

// The store contains the tables of rows and decides the order of commits. Transactions change the tables in place. The
// core uses this folder. Interfaces for features: ATTACH, CommitHook, Overlay and InternalRows. The reader of the store
// implements Listener.

/**
 * Receives the changes that the store commits. For each commit, the store first calls {@link Listener.apply} with all
 * changes, and then {@link Listener.notify}.
 */
export interface Listener {
  /** Marks the values that depend on `changes` as outdated. User code must not run here. */
  apply(changes: ChangeSet): void;
  /**
   * Notifies subscribers. User code runs here and may write to the cache.
   *
   * @param changes the committed changes; `undefined` after a batch was rolled back
   * @param settled called after the subscribers of the commit were notified
   */
  notify(changes: ChangeSet | undefined, settled?: () => void): void;
  /** Called when the uncommitted writes of a batch change, and when the batch ends. */
  uncommittedChanged(): void;
}

interface OpenBatch {
  readonly transaction: Transaction;
  /**
   * The steps that have run so far. If the batch ends while subscribers are being notified of another commit, the steps
   * run again after the notification.
   */
  readonly steps: Step[];
  /** The number of reads that began during the batch. */
  reads: number;
}

/**
 * Holds the tables, and decides the order of commits. Commits are atomic: all changes are applied, and then subscribers
 * are notified. Writes that subscribers make during the notification are queued and committed afterwards.
 */
export class Store {
  readonly tables = new Tables((table, plan) => {
    (plan.type as { readonly [ATTACH]?: Attach })[ATTACH]?.(this, table, plan);
  });
  /** The number of requested resets, including queued ones. */
  epoch = 0;

  /** The commit hooks of features. */
  readonly hooks: CommitHook[] = [];

  readonly #waitingWrites = new WaitingWrites();
  #order = 0;
  #open: OpenBatch | undefined;
  #writing: Transaction | undefined;
  #busy = false;

  /**
   * @param listener reads the store
   * @param report receives the errors of queued writes, because their callers can no longer receive them
   */
  constructor(
    private readonly listener: Listener,
    private readonly report: (error: unknown) => void,
  ) {}

  /** The open transaction if it contains writes, otherwise `undefined`. A `Draft` reads these writes. */
  get uncommitted(): Transaction | undefined {
    const transaction = this.#writing ?? this.#open?.transaction;
    return transaction === undefined || transaction.isEmpty ? undefined : transaction;
  }

  /** The last position in the write order. */
  get order(): number {
    return this.#order;
  }

  /** Returns the next position in the write order. */
  nextOrder(): number {
    return ++this.#order;
  }

  /**
   * Returns a recipe that empties all tables. Responses to requests that began before the call to `emptying` are
   * discarded, but responses to later requests are stored.
   */
  emptying(): Recipe {
    const epoch = ++this.epoch;
    return (transaction) => transaction.reset(epoch);
  }

  /** Whether a recipe is running. */
  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  /** Whether a batch is open, or a recipe is running. */
  get isOpen(): boolean {
    return this.#open !== undefined || this.isWriting;
  }

  /** Whether a new write must be queued, because the subscribers of a commit are being notified. */
  get isBusy(): boolean {
    return this.#busy;
  }

  /** Begins a read, and returns its position in the write order. Pass this position to {@link endRead}. */
  beginRead(): number {
    const order = this.#orderOfRead();
    this.tables.beginRead(order);
    return order;
  }

  endRead(order: number): void {
    // A read that begins later in the open batch still counts as older than the deletions of the batch. Therefore the
    // tombstones of these deletions must be kept.
    this.tables.endRead(order, this.#open && this.#open.transaction.order - 1);
    const waiting = this.#waiting();
    if (waiting.length === 0) return;
    this.write((transaction) => {
      for (const hook of waiting) hook.readsEnded!(transaction, transaction.oldestRead);
    });
  }

  /** Returns the hooks that must be called when reads have ended. */
  #waiting(): CommitHook[] {
    return this.hooks.filter(({ waitsForReads }) => waitsForReads === true);
  }

  /**
   * Returns the position of a new read in the write order. A read that begins during a batch gets a position before the
   * batch, because the batch is committed later.
   */
  #orderOfRead(): number {
    const open = this.#open;
    return open === undefined ? ++this.#order : open.transaction.order - 1 / (++open.reads + 1);
  }

  /**
   * Commits the writes of `recipe`, or adds them to the open batch. While the subscribers of another commit are being
   * notified, the recipe is queued.
   *
   * @throws any error that `recipe` throws, unless the recipe was queued
   */
  write(recipe: Recipe, onSettled?: OnSettled): void {
    if (this.#writing !== undefined) throw writeInWriteError();
    if (this.#open !== undefined) {
      this.#add(this.#open, { recipe, onSettled });
    } else if (this.#busy) {
      this.#waitingWrites.add([{ recipe, onSettled }]);
    } else {
      this.#commitAll({ recipe, onSettled });
    }
  }

  /** Runs `writes` and commits all its writes together. If `writes` throws, nothing is committed. */
  batch<T>(writes: () => T): T {
    if (this.#writing !== undefined) throw writeInWriteError();
    if (this.#open !== undefined) return this.#nested(this.#open, writes);
    const transaction = new Transaction(this.tables, ++this.#order);
    const open: OpenBatch = { transaction, steps: [], reads: 0 };
    transaction.journal.beginBatch();
    const start = transaction.journal.mark();
    this.#open = open;
    let result: T;
    try {
      result = runNow(writes);
    } catch (error) {
      transaction.journal.undoTo(start);
      this.#open = undefined;
      this.listener.uncommittedChanged();
      this.#settleSteps(open.steps, { error });
      if (!this.#busy) this.#notifyRolledBack();
      throw error;
    }
    this.#open = undefined;
    this.listener.uncommittedChanged();
    if (this.#busy) {
      transaction.journal.undoTo(start);
      this.#waitingWrites.add(open.steps);
    } else {
      this.#commitAndRest(transaction, open.steps);
    }
    return result;
  }

  #nested<T>(open: OpenBatch, writes: () => T): T {
    const { journal } = open.transaction;
    const [mark, steps] = [journal.mark(), open.steps.length];
    try {
      return runNow(writes);
    } catch (error) {
      journal.undoTo(mark);
      this.listener.uncommittedChanged();
      this.#settleSteps(open.steps.splice(steps), { error });
      throw error;
    }
  }

  #add(open: OpenBatch, step: Step): void {
    this.#apply(step.recipe, open.transaction);
    open.steps.push(step);
    this.listener.uncommittedChanged();
  }

  /** Runs a recipe and the commit hooks. If one of them throws, all their writes are rolled back. */
  #apply(recipe: Recipe, transaction: Transaction): void {
    const mark = transaction.journal.mark();
    this.#writing = transaction;
    try {
      const since = transaction.journal.changes.length;
      recipe(transaction);
      for (const hook of this.hooks) hook.settle?.(transaction, since);
    } catch (error) {
      transaction.journal.undoTo(mark);
      throw error;
    } finally {
      this.#writing = undefined;
      const { recheck } = transaction;
      if (recheck.length > 0) recheck.length = 0; // Setting the length is slow, even for an empty array.
    }
  }

  #commitAll(first: Step): void {
    const transaction = new Transaction(this.tables, ++this.#order);
    this.#busy = true;
    try {
      this.#apply(first.recipe, transaction);
    } catch (error) {
      this.#busy = false;
      this.#rest();
      throw error;
    }
    this.#commitAndRest(transaction, [first]);
  }

  /** Commits a transaction, and then all writes that were queued in the meantime. */
  #commitAndRest(transaction: Transaction, steps: readonly Step[]): void {
    this.#busy = true;
    try {
      this.#commit(transaction, steps);
    } finally {
      this.#busy = false;
      this.#rest();
    }
  }

  /** Commits the queued writes in order. */
  #rest(): void {
    if (this.#waitingWrites.isEmpty) return;
    this.#busy = true;
    try {
      this.#waitingWrites.commitAll(
        (steps) => this.#commitLate(steps),
        (steps, error) => this.#settleSteps(steps, { error }),
      );
    } finally {
      this.#busy = false;
    }
  }

  /** Commits a queued write. */
  #commitLate(steps: readonly Step[]): void {
    const transaction = new Transaction(this.tables, ++this.#order);
    if (steps.length > 1) transaction.journal.beginBatch();
    const start = transaction.journal.mark();
    for (const { recipe, onSettled } of steps) {
      try {
        this.#apply(recipe, transaction);
      } catch (error) {
        transaction.journal.undoTo(start);
        if (onSettled === undefined) this.report(error);
        this.#settleSteps(steps, { error });
        return;
      }
    }
    this.#commit(transaction, steps);
  }

  /** Applies all changes, notifies subscribers, and then calls the `onSettled` callbacks of the steps. */
  #commit(transaction: Transaction, steps: readonly Step[]): void {
    const { tables } = this;
    for (const hook of transaction.journal.isBatch ? this.#waiting() : NONE) {
      this.#apply((batch) => hook.readsEnded!(batch, tables.oldestRead), transaction);
    }
    const changes = transaction.journal.sum();
    if (changes.rows.length > 0 || changes.knowledge.length > 0) this.listener.apply(changes);
    for (const table of transaction.journal.tables) table.compact();
    tables.dropTombstones();
    const isAwaited = steps.length > 1 || steps[0]?.onSettled !== undefined;
    this.listener.notify(changes, isAwaited ? () => this.#settleSteps(steps) : undefined);
  }

  /** Notifies the observers that subscribed during a rolled-back batch. */
  #notifyRolledBack(): void {
    this.#busy = true;
    this.listener.notify(undefined);
    this.#busy = false;
    try {
      this.#rest();
    } catch (error) {
      this.report(error);
    }
  }

  /** Calls the `onSettled` callbacks of the steps. An error in a callback does not affect other writes. */
  #settleSteps(steps: readonly Step[], failure?: { readonly error: unknown }): void {
    for (const { onSettled } of steps) {
      try {
        onSettled?.(failure);
      } catch (error) {
        this.report(error);
      }
    }
  }
}

const NONE: readonly never[] = [];

function runNow<T>(writes: () => T): T {
  const result = writes();
  if (result instanceof Promise) throw asyncBatchError();
  return result;
}
