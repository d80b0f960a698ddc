import type { Reader } from '../query/reader';
import { writeInWriteError } from '../store/store-errors';
import type { EndpointClient } from '../endpoints/endpoint-client';
import type { Streams } from '../streaming/connect';
import type { Writer } from '../writes/writer';

/** Empties a cache and the caches of all child routes. */
export class Emptying {
  readonly #children = new Set<Emptying>();

  constructor(
    private readonly reader: Reader,
    private readonly client: () => EndpointClient | undefined,
    private readonly streams: Streams,
    private readonly writer: Writer,
  ) {}

  /**
   * Adds the cache of a child route.
   *
   * @returns a function that removes the cache
   */
  add(child: Emptying): () => void {
    this.#children.add(child);
    return () => this.#children.delete(child);
  }

  /**
   * Empties this cache and the caches of all child routes.
   *
   * @param restarts whether active observers refetch and streams stay connected
   * @throws CacheError NCQ3001 if the method is called inside an updater
   */
  empty(restarts: boolean): Promise<void> {
    this.#mayEmpty();
    const { reader } = this;
    this.client()?.stopSharing();
    const empty = reader.store.emptying();
    const disconnect = restarts ? undefined : this.streams.disconnecting();
    return this.writer.writeThen(
      (transaction) => {
        empty(transaction);
        if (restarts) this.client()?.restart(transaction);
      },
      () => {
        disconnect?.();
        this.client()?.abortDropped();
        reader.purge();
        const children = [...this.#children].map((child) => child.empty(restarts));
        return Promise.all(children).then(() => undefined);
      },
    );
  }

  /**
   * Throws error NCQ3001 if an updater is running in this cache or in the cache of a child route. Called before any
   * cache is emptied.
   */
  #mayEmpty(): void {
    if (this.reader.store.isWriting) throw writeInWriteError();
    for (const child of this.#children) child.#mayEmpty();
  }
}
