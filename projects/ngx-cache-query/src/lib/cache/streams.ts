import { filter, type Observable, Subject } from 'rxjs';
import type { Reader } from '../read/reader';
import type { SchemaLike } from '../schema/schema';
import type { Recipe, OnSettled } from '../store/store';
import type { Transaction } from '../store/transaction';
import type { Fetcher } from './fetcher';
import type { StreamWrites } from './frame-batching';
import type { RefetchTarget } from './endpoint';
import { setValue } from './writes';

/** A stream that is connected to the cache. */
export interface StreamConnection {
  /** Whether it ended since the cache was cleared. */
  readonly isEnded: () => boolean;
  /** Emits when that is so. */
  readonly ended$: Observable<unknown>;
}

/** Writes what streams bring, each value at once or all until the next frame together. */
export class Streams {
  readonly #disconnects = new Subject<void>();
  /** How many times `clear` was called. */
  #clears = 0;
  /** Connections from before this call of `clear` have ended. */
  #ended = 0;

  /** @param gathered gathers what comes until the next frame */
  constructor(
    private readonly reader: Reader,
    private readonly fetcher: Fetcher,
    private readonly write: (recipe: Recipe, told: OnSettled) => void,
    private readonly gathered: StreamWrites | undefined,
  ) {}

  /** Begins a connection, which ends with the next `clear`. */
  connect(): StreamConnection {
    const clears = this.#clears;
    const isEnded = () => clears < this.#ended;
    return { isEnded, ended$: this.#disconnects.pipe(filter(isEnded)) };
  }

  /**
   * Writes a value, and refetches what it makes stale.
   *
   * @param failed takes what it fails with later
   * @throws what is wrong with the value
   */
  receive(
    { isEnded }: StreamConnection,
    source: string,
    schema: SchemaLike,
    value: unknown,
    refetches: readonly RefetchTarget[],
    failed: (error: unknown) => void,
  ): void {
    const { reader, fetcher, gathered } = this;
    const isLater = gathered !== undefined || reader.store.isBusy;
    const set = setValue(reader, schema, value, source, false, isLater);
    const refetch = fetcher.refetching(refetches);
    if (refetch.length > 0) fetcher.seal();
    const write = (transaction: Transaction, order?: number) => {
      // It waited behind a clear().
      if (isEnded()) return;
      set(transaction, order);
      for (const each of refetch) each(transaction);
    };
    if (gathered !== undefined) gathered.add(write, failed);
    else this.write(write, (failure) => failure !== undefined && failed(failure.error));
  }

  /**
   * Notes a call of `clear`, which may wait for its turn.
   *
   * @returns ends all connections from before this call; values of them that wait to be written are dropped
   */
  disconnecting(): () => void {
    const clears = ++this.#clears;
    return () => {
      this.#ended = clears;
      this.#disconnects.next();
    };
  }

  /** Nothing that waits is written any more. */
  end(): void {
    this.gathered?.end();
  }
}
