import { filter, type Observable, Subject, type Subscription, takeUntil } from 'rxjs';
import type { Reader } from '../query/reader';
import type { SchemaLike } from '../schema/schema';
import type { Transaction } from '../store/transaction';
import type { Fetcher } from '../requests/fetcher';
import type { StreamWrites } from './frame-batching';
import type { RefetchTarget } from '../requests/endpoint';
import type { Writer } from '../writes/writer';
import { normalizeValue, sourceOf } from '../writes/writes';

/** What becomes of the values of a stream. */
export interface StreamTarget<T> {
  readonly schema: SchemaLike;
  /** Names what a value makes stale. */
  readonly refetches: ((value: T) => readonly RefetchTarget[]) | undefined;
  /** Takes what is wrong with a value, or what ended the stream. */
  readonly onError: (error: unknown) => void;
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
    private readonly writer: Writer,
    private readonly gathered: StreamWrites | undefined,
  ) {}

  /** Subscribes to a stream until it, or the next `clear`, ends it. A bad value does not. */
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
   * Writes a value, and refetches what it makes stale.
   *
   * @throws what is wrong with the value
   */
  #receive<T>(
    value: T,
    { schema, refetches, onError }: StreamTarget<T>,
    isEnded: () => boolean,
  ): void {
    const { reader, fetcher, writer, gathered } = this;
    const source = sourceOf('connect', schema);
    writer.mayWrite(source);
    const targets = refetches?.(value) ?? [];
    const isLater = gathered !== undefined || reader.store.isBusy;
    const walk = normalizeValue(schema, value, source, isLater);
    const refetch = fetcher.refetching(targets);
    if (refetch.length > 0) fetcher.stopSharing();
    const write = (transaction: Transaction, order?: number) => {
      // It waited behind a clear().
      if (isEnded()) return;
      walk.locating(() => transaction.apply(walk.batch, order));
      for (const each of refetch) each(transaction);
    };
    if (gathered !== undefined) gathered.add(write, onError);
    else writer.write(write, (failure) => failure !== undefined && onError(failure.error));
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
