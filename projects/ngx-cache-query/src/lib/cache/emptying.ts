import type { Reader } from '../query/reader';
import { writeInWriteError } from '../store/store-errors';
import type { Fetcher } from '../requests/fetcher';
import type { Streams } from '../streaming/streams';
import type { Writer } from '../writes/writer';

/** Empties a cache, and the caches of routes below it. */
export class Emptying {
  readonly #below = new Set<Emptying>();

  constructor(
    private readonly reader: Reader,
    private readonly fetcher: Fetcher,
    private readonly streams: Streams,
    private readonly writer: Writer,
  ) {}

  /**
   * Adds a cache of a route below.
   *
   * @returns removes it
   */
  add(below: Emptying): () => void {
    this.#below.add(below);
    return () => this.#below.delete(below);
  }

  /** @param restarts whether observers request again, and streams stay connected */
  empty(restarts: boolean): Promise<void> {
    this.#mayEmpty();
    const { reader, fetcher } = this;
    fetcher.stopSharing();
    const empty = reader.store.emptying();
    const disconnect = restarts ? undefined : this.streams.disconnecting();
    return this.writer.writeThen(
      (transaction) => {
        empty(transaction);
        if (restarts) fetcher.expiry.restart(transaction);
      },
      () => {
        disconnect?.();
        fetcher.requests.abortDropped();
        reader.purge();
        const below = [...this.#below].map((each) => each.empty(restarts));
        return Promise.all(below).then(() => undefined);
      },
    );
  }

  /** Throws error NCQ3001 inside of an updater of a cache below, before anything is emptied. */
  #mayEmpty(): void {
    if (this.reader.store.isWriting) throw writeInWriteError();
    for (const each of this.#below) each.#mayEmpty();
  }
}
