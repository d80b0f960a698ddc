// Streaming writes the values of connected Observables to the cache, and refetches the data that the values make stale.
//
// Public API: `cache.connect` and the feature `withFrameBatching()`, which combines the values of one animation frame
// into one commit.
// Interfaces: the CacheFeature token `STREAM_WRITES`; sources are subscribed through `Environment.open`.

import { filter, type Observable, Subject, type Subscription, takeUntil } from 'rxjs';
import type { Reader } from '../query/reader';
import type { SchemaLike } from '../schema/schema';
import { because } from '../store/cause';
import type { Transaction } from '../store/transaction';
import type { Recipe } from '../store/waiting-writes';
import type { StreamWrites } from './frame-batching';
import type { Writer } from '../writes/writer';
import { normalizeValue, sourceOf } from '../writes/set';

/** How the values of a stream are stored. */
export interface StreamTarget<T> {
  readonly schema: SchemaLike;
  /** Returns the recipes that make stale what a value concerns. */
  readonly refetching: (value: T) => readonly Recipe[];
  /** Receives the error of an invalid value, and the error that ended the stream. */
  readonly onError: (error: unknown) => void;
}

/** Writes the values of streams: each value immediately, or all values of a frame together. */
export class Streams {
  readonly #disconnects = new Subject<void>();
  /** The number of calls of `clear`. */
  #clears = 0;
  /** The number of the last call of `clear` that was committed. Connections from before that call have ended. */
  #ended = 0;

  /** @param batched collects writes until the next frame; `undefined` to write each value immediately */
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
    private readonly batched: StreamWrites | undefined,
  ) {}

  /**
   * Subscribes to a stream until it ends, or until the next `clear`. An invalid value does not end the subscription.
   */
  connect<T>(source$: Observable<T>, target: StreamTarget<T>): Subscription {
    const clears = this.#clears;
    const isEnded = () => clears < this.#ended;
    const { onError } = target;
    return source$.pipe(takeUntil(this.#disconnects.pipe(filter(isEnded)))).subscribe({
      next: (value) => {
        try {
          this.#receive(value, target, isEnded);
        } catch (error) {
          onError(error);
        }
      },
      error: onError,
    });
  }

  /**
   * Writes a value, and makes the data stale that `refetching` returns for the value.
   *
   * @throws CacheError if the value does not match the schema
   */
  #receive<T>(
    value: T,
    { schema, refetching, onError }: StreamTarget<T>,
    isEnded: () => boolean,
  ): void {
    const { reader, writer, batched } = this;
    const source = sourceOf('connect', schema);
    writer.mayWrite(source);
    const isLater = batched !== undefined || reader.store.isBusy;
    const walk = normalizeValue(schema, value, source, isLater);
    const refetches = refetching(value);
    const write = (transaction: Transaction, order?: number) => {
      // If the write waited behind a call of `clear`, the connection has ended, so the value is dropped.
      if (isEnded()) return;
      because(transaction, 'message');
      walk.locating(() => transaction.apply(walk.batch, order));
      for (const refetch of refetches) refetch(transaction);
    };
    if (batched !== undefined) batched.add(write, onError);
    else writer.write(write, (failure) => failure !== undefined && onError(failure.error));
  }

  /**
   * Records a call of `clear`, whose commit may have to wait.
   *
   * @returns a function that ends all connections from before the call, and drops their values that are not yet written
   */
  disconnecting(): () => void {
    const clears = ++this.#clears;
    return () => {
      this.#ended = clears;
      this.#disconnects.next();
    };
  }

  /** Drops values that are not yet written. */
  end(): void {
    this.batched?.end();
  }
}
