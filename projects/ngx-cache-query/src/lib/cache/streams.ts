import type { Reader } from '../read/reader';
import type { SchemaLike } from '../schema/schema';
import type { Recipe, Told } from '../store/store';
import type { Transaction } from '../store/transaction';
import type { Fetcher } from './fetcher';
import type { StreamWrites } from './frame-batching';
import type { Invalidation } from './invalidation-target';
import { setValue } from './writes';

/** Writes what streams bring, each value at once or all until the next frame together. */
export class Streams {
  /** @param gathered gathers what comes until the next frame */
  constructor(
    private readonly reader: Reader,
    private readonly fetcher: Fetcher,
    private readonly write: (recipe: Recipe, told: Told) => void,
    private readonly gathered: StreamWrites | undefined,
  ) {}

  /**
   * Writes a value, and forgets what it makes out of date.
   *
   * @param failed takes what it fails with later
   * @throws what is wrong with the value
   */
  receive(
    source: string,
    schema: SchemaLike,
    value: unknown,
    invalidates: readonly Invalidation[],
    failed: (error: unknown) => void,
  ): void {
    const { reader, fetcher, gathered } = this;
    const isLater = gathered !== undefined || reader.store.isBusy;
    const set = setValue(reader, schema, value, source, false, isLater);
    const forget = fetcher.forgetting(invalidates);
    if (forget.length > 0) fetcher.seal();
    const write = (transaction: Transaction, order?: number) => {
      set(transaction, order);
      for (const each of forget) each(transaction);
    };
    if (gathered !== undefined) gathered.add(write, failed);
    else this.write(write, (failure) => failure !== undefined && failed(failure.error));
  }

  /** Nothing that waits is written any more. */
  end(): void {
    this.gathered?.end();
  }
}
