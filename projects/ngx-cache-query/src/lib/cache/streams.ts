import { type Observable, Subject } from 'rxjs';
import type { Reader } from '../read/reader';
import type { SchemaLike } from '../schema/schema';
import type { Recipe, Told } from '../store/store';
import type { Transaction } from '../store/transaction';
import type { Fetcher } from './fetcher';
import type { StreamWrites } from './frame-batching';
import type { RefetchTarget } from './refetch-target';
import { setValue } from './writes';

/** Writes what streams bring, each value at once or all until the next frame together. */
export class Streams {
  readonly #disconnects = new Subject<void>();
  #count = 0;

  /** Emits when all connections end, since the cache was cleared. */
  readonly disconnected$: Observable<void> = this.#disconnects;

  /** @param gathered gathers what comes until the next frame */
  constructor(
    private readonly reader: Reader,
    private readonly fetcher: Fetcher,
    private readonly write: (recipe: Recipe, told: Told) => void,
    private readonly gathered: StreamWrites | undefined,
  ) {}

  /**
   * Writes a value, and refetches what it makes stale.
   *
   * @param failed takes what it fails with later
   * @throws what is wrong with the value
   */
  receive(
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
    const count = this.#count;
    const write = (transaction: Transaction, order?: number) => {
      // It waited behind a clear().
      if (count !== this.#count) return;
      set(transaction, order);
      for (const each of refetch) each(transaction);
    };
    if (gathered !== undefined) gathered.add(write, failed);
    else this.write(write, (failure) => failure !== undefined && failed(failure.error));
  }

  /** Ends all connections; values that wait to be written are dropped. */
  disconnect(): void {
    this.#count++;
    this.#disconnects.next();
  }

  /** Nothing that waits is written any more. */
  end(): void {
    this.gathered?.end();
  }
}
