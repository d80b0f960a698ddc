// Streaming writes the values of connected Observables to the cache, and refetches data that these values make stale.
//
// Public API: `cache.connect` and the `withFrameBatching()` feature, which combines the values of one animation frame
// into one commit. Interfaces: `STREAM_WRITES` is the token through which the feature is registered. Sources are
// subscribed to through `Environment.open`.

import { filter, type Observable, Subject, type Subscription, takeUntil } from 'rxjs';
import type { Reader } from '../query/reader';
import type { SchemaLike } from '../schema/schema';
import { because } from '../store/cause';
import type { Transaction } from '../store/transaction';
import type { Recipe } from '../store/waiting-writes';
import type { StreamWrites } from './frame-batching';
import type { Writer } from '../writes/writer';
import { normalizeValue, sourceOf } from '../writes/set';

/** Defines how the values of a stream are stored. */
export interface StreamTarget<T> {
  readonly schema: SchemaLike;
  /** Returns recipes that mark data as stale. Called for each value that arrives. */
  readonly refetching: (value: T) => readonly Recipe[];
  /** Receives the error for each invalid value, and the error that ended the stream. */
  readonly onError: (error: unknown) => void;
}

/** Writes the values of streams, either immediately or together once per frame. */
export class Streams {
  readonly #disconnects = new Subject<void>();
  /** The number of times that `clear` was called. */
  #clears = 0;
  /**
   * The value that `#clears` had after the last committed call to `clear`; 0 if no call was committed. Connections that
   * were opened before that call have ended.
   */
  #ended = 0;

  /** @param batched collects writes until the next frame; `undefined` if each value is written immediately */
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
    private readonly batched: StreamWrites | undefined,
  ) {}

  /**
   * Subscribes to a stream. The subscription ends when the stream ends, or when the next call to `clear` is committed.
   * An invalid value does not end the subscription.
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
   * Writes a value, and runs the recipes that `refetching` returns for this value. These recipes mark data as stale.
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
      // If this write was queued behind a call to `clear`, the connection has ended and the value is dropped.
      if (isEnded()) return;
      because(transaction, 'message');
      walk.locating(() => transaction.apply(walk.batch, order));
      for (const refetch of refetches) refetch(transaction);
    };
    if (batched !== undefined) batched.add(write, onError);
    else writer.write(write, (failure) => failure !== undefined && onError(failure.error));
  }

  /**
   * Records a call to `clear`. The call may be queued and committed later.
   *
   * @returns a function that ends all earlier connections and drops their unwritten values
   */
  disconnecting(): () => void {
    const clears = ++this.#clears;
    return () => {
      this.#ended = clears;
      this.#disconnects.next();
    };
  }

  /** Drops all unwritten values. */
  end(): void {
    this.batched?.end();
  }
}
