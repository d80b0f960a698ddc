import type { ChangeSet } from './change-set';
import type { CacheError } from '../util/cache-error';
import { asyncBatchError, endlessCommitsError, writeInWriteError } from './store-errors';
import { settleLogs } from './layers';
import { OpenCall } from './open-call';
import { settleLists } from './settle-lists';
import { Tables } from './tables';
import { Transaction } from './transaction';

/** Writes that follow from writes, without rest, before it is an error. */
const ENDLESS = 100;

/** Something to do with a transaction; it may be done again on a later one. */
export type Recipe = (transaction: Transaction) => void;

/** Called when a write was told, or with what made it come to nothing. */
export type Told = (failure?: { readonly error: unknown }) => void;

/** Who reads the store: every commit is installed first, then told. */
export interface Listener {
  /** Takes note of what changed. No user code runs. */
  install(changes: ChangeSet): void;
  /** Tells those who watch. User code runs, and may write. */
  tell(): void;
  /** Takes note that what an open batch has written changed, without a commit. */
  draft(): void;
}

/** A recipe, and who is notified of what became of it. */
interface Step {
  readonly recipe: Recipe;
  readonly told: Told | undefined;
}

/** What is one commit: one step, or the steps of a batch. */
interface Write {
  readonly steps: readonly Step[];
  /** How many writes led to this one. */
  readonly generation: number;
}

interface OpenBatch {
  readonly transaction: Transaction;
  /** What was done so far, to be done again when the batch has to wait. */
  readonly steps: Step[];
  /** How many reads began inside. */
  reads: number;
}

/**
 * The tables and the order of commits. A commit is atomic: install everything, then tell. What is
 * written while a commit is told waits and is installed after it.
 */
export class Store {
  readonly tables = new Tables();
  /** How many resets were asked for, those that wait included. */
  epoch = 0;

  readonly #queue: Write[] = [];
  #order = 0;
  #open: OpenBatch | undefined;
  #writing: Transaction | undefined;
  #generation = 0;
  #busy = false;

  /**
   * @param listener who reads
   * @param report takes the errors of writes that had to wait, which have no caller any more
   */
  constructor(
    private readonly listener: Listener,
    private readonly report: (error: unknown) => void,
  ) {}

  /** The transaction whose writes are in the tables but not yet committed, if there is one. */
  get draft(): Transaction | undefined {
    const transaction = this.#writing ?? this.#open?.transaction;
    return transaction === undefined || transaction.isEmpty ? undefined : transaction;
  }

  /** The place of the last write, or read, in the order of all. */
  get order(): number {
    return this.#order;
  }

  /** The recipe that empties everything; requests that are sent from now on belong to the time after. */
  emptying(): Recipe {
    const epoch = ++this.epoch;
    return (transaction) => transaction.reset(epoch);
  }

  /** Whether a write is being made. */
  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  /** Whether a batch is open, or a write is being made. */
  get isOpen(): boolean {
    return this.#open !== undefined || this.isWriting;
  }

  /** Whether a write would have to wait, for a commit to be told or for a batch to end. */
  get isBusy(): boolean {
    return this.#busy;
  }

  /** The place of a read that starts now; it must be given back with {@link endRead}. */
  beginRead(): number {
    const order = this.#orderOfRead();
    this.tables.beginRead(order);
    return order;
  }

  /** A mutation that begins now: what it is expected to do, and its answer, have its place in the order of calls. */
  beginCall(): OpenCall {
    const call = new OpenCall(++this.#order);
    this.tables.calls.add(call);
    return call;
  }

  endRead(order: number): void {
    // A read that begins later in the batch is older than what the batch deletes.
    this.tables.endRead(order, this.#open && this.#open.transaction.order - 1);
    if (!this.tables.answered.isEmpty) this.write((transaction) => settleLogs(transaction));
  }

  /** A batch is as of its end, so a read that begins inside of it is older. */
  #orderOfRead(): number {
    const open = this.#open;
    return open === undefined ? ++this.#order : open.transaction.order - 1 / (++open.reads + 1);
  }

  /**
   * Commits what `recipe` writes, or adds it to the batch that is open. While a commit is told it
   * waits; `told` is called when it was told.
   *
   * @throws what `recipe` throws, when it does not have to wait
   */
  write(recipe: Recipe, told?: Told): void {
    if (this.#writing !== undefined) throw writeInWriteError();
    if (this.#open !== undefined) {
      this.#add(this.#open, { recipe, told });
    } else if (this.#busy) {
      this.#wait([{ recipe, told }]);
    } else {
      this.#commitAll({ recipe, told });
    }
  }

  /** Runs `writes`; all that it writes is one commit. If it throws, nothing is committed. */
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
      this.listener.draft();
      this.#answer(open.steps, { error });
      if (!this.#busy) this.#tellAlone();
      throw error;
    }
    this.#open = undefined;
    this.listener.draft();
    if (this.#busy) {
      transaction.journal.undoTo(start);
      this.#wait(open.steps);
    } else {
      this.#settle(transaction, open.steps);
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
      this.listener.draft();
      this.#answer(open.steps.splice(steps), { error });
      throw error;
    }
  }

  #add(open: OpenBatch, step: Step): void {
    this.#apply(step.recipe, open.transaction);
    open.steps.push(step);
    this.listener.draft();
  }

  #wait(steps: readonly Step[]): void {
    this.#queue.push({ steps, generation: this.#generation + 1 });
  }

  /** Runs a recipe; if it throws, what it wrote is taken back. */
  #apply(recipe: Recipe, transaction: Transaction): void {
    const mark = transaction.journal.mark();
    this.#writing = transaction;
    try {
      const since = transaction.journal.changes.length;
      recipe(transaction);
      settleLists(transaction, since);
    } catch (error) {
      transaction.journal.undoTo(mark);
      transaction.unsettled.length = 0;
      throw error;
    } finally {
      this.#writing = undefined;
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
    this.#settle(transaction, [first]);
  }

  /** Commits a transaction, then all that was written meanwhile. */
  #settle(transaction: Transaction, steps: readonly Step[]): void {
    this.#busy = true;
    this.#generation = 0;
    try {
      this.#commit(transaction);
      this.#answer(steps);
      this.listener.tell();
    } finally {
      this.#busy = false;
      this.#rest();
    }
  }

  /** Commits what waits, in order. */
  #rest(): void {
    if (this.#queue.length === 0) return;
    this.#busy = true;
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
        if (next.generation > ENDLESS) throw this.#giveUp(next);
        this.#generation = next.generation;
        this.#commitLate(next);
      }
    } finally {
      this.#busy = false;
      this.#generation = 0;
    }
  }

  /** Drops what waits, since it would never end; returns the error. */
  #giveUp(next: Write): CacheError {
    const error = endlessCommitsError(ENDLESS);
    let dropped = [next, ...this.#queue.splice(0)];
    for (let round = 0; dropped.length > 0 && round < ENDLESS; round++) {
      for (const { steps } of dropped) this.#answer(steps, { error });
      dropped = this.#queue.splice(0);
    }
    return error;
  }

  /** Does the steps of a write one after the other, as they are done when they do not have to wait. */
  #commitLate({ steps }: Write): void {
    const transaction = new Transaction(this.tables, ++this.#order);
    if (steps.length > 1) transaction.journal.beginBatch();
    const start = transaction.journal.mark();
    for (const { recipe, told } of steps) {
      try {
        this.#apply(recipe, transaction);
      } catch (error) {
        transaction.journal.undoTo(start);
        if (told === undefined) this.report(error);
        this.#answer(steps, { error });
        return;
      }
    }
    this.#commit(transaction);
    this.#answer(steps);
    this.listener.tell();
  }

  #commit(transaction: Transaction): void {
    const { tables } = this;
    if (transaction.journal.isBatch && !tables.answered.isEmpty) {
      this.#apply((batch) => settleLogs(batch, undefined, tables.oldestRead), transaction);
    }
    const changes = transaction.journal.sum();
    if (changes.rows.length > 0 || changes.knowledge.length > 0) {
      this.listener.install(changes);
    }
    for (const table of transaction.journal.tables) table.compact();
    this.tables.forgetGraves();
    this.listener.tell();
  }

  /** Tells those who subscribed inside of a batch that came to nothing. */
  #tellAlone(): void {
    this.#busy = true;
    this.listener.tell();
    this.#busy = false;
    try {
      this.#rest();
    } catch (error) {
      this.report(error);
    }
  }

  /** What runs here is not the store's own: its error harms no other write. */
  #answer(steps: readonly Step[], failure?: { readonly error: unknown }): void {
    for (const { told } of steps) {
      try {
        told?.(failure);
      } catch (error) {
        this.report(error);
      }
    }
  }
}

function runNow<T>(writes: () => T): T {
  const result = writes();
  if (result instanceof Promise) throw asyncBatchError();
  return result;
}
