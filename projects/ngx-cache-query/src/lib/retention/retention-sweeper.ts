import type { Subscription } from 'rxjs';
import type { Reader } from '../query/reader';
import { SWEEP_AFTER, Sweeper, type Timers } from '../query/sweeper';
import type { SchemaLike } from '../schema/schema';
import type { ChangeSet } from '../store/change-set';
import type { Retention } from './retention';

/** A sweeper that also evicts rows. It sweeps more often if there are too many rows. */
export class RetentionSweeper extends Sweeper {
  /** The time at which the next sweep begins, in milliseconds. */
  #at = 0;

  constructor(
    private readonly retention: Retention,
    reader: Reader,
    timers: Timers,
    slice: number,
  ) {
    super(reader, timers, slice);
  }

  override used(): void {
    this.retention.used();
    if (this.cancel === undefined) this.#sweepSoon();
  }

  override observerLeft(): void {
    this.retention.observerLeft();
    this.#hurry();
  }

  override committed(changes: ChangeSet): void {
    this.retention.committed(changes);
    this.#hurry();
  }

  override connected(schema: SchemaLike, connection: Subscription): void {
    connection.add(this.retention.kept.connected(schema));
  }

  override end(): void {
    super.end();
    this.retention.end();
  }

  protected override sweepAfter(milliseconds: number): void {
    this.#at = this.timers.now() + milliseconds;
    super.sweepAfter(milliseconds);
  }

  protected override *work(): Generator<void, number> {
    const { sweep } = this.reader;
    const next = yield* super.work();
    return Math.min(next, yield* this.retention.collect(sweep));
  }

  /** Schedules a sweep if none is scheduled. If there are too many rows, moves a scheduled sweep to an earlier time. */
  #hurry(): void {
    if (this.isWorking) return;
    const { retention, timers } = this;
    const isLate = retention.isFull && this.#at > timers.now() + retention.interval;
    if (isLate) this.cancel?.();
    if (isLate || this.cancel === undefined) this.#sweepSoon();
  }

  #sweepSoon(): void {
    this.sweepAfter(Math.min(SWEEP_AFTER, this.retention.interval));
  }
}
