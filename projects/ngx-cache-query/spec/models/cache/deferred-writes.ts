import type { CacheService } from 'ngx-cache-query';
import type { EndpointsModel } from './endpoints-model';
import type { Model } from './model';
import type { Write } from './operations';
import { stopsSharing, writeToCache, writeToModel } from './writes';

/**
 * Writes that subscribers perform during a notification. The cache defers them until the notification of that commit is
 * complete, and the model does the same.
 */
export class DeferredWrites {
  /** The writes that a subscriber performs once, at its next notification. */
  reaction: readonly Write[] = [];
  #deferred: Write[] = [];

  constructor(
    private readonly cache: CacheService,
    private readonly model: Model,
    private readonly endpointsModel: EndpointsModel,
  ) {}

  /** Called when a subscriber is notified of a commit. */
  react(): void {
    const { reaction } = this;
    this.reaction = [];
    for (const write of reaction) {
      this.#deferred.push(write);
      if (stopsSharing(write)) this.endpointsModel.stopSharing();
      writeToCache(this.cache, write);
    }
  }

  /** Performs the next deferred write in the model, after subscribers have been notified of a commit. */
  afterCommit(): void {
    const deferred = this.#deferred.shift();
    if (deferred !== undefined) this.#write(deferred);
  }

  /**
   * A write that changes nothing causes no commit. Therefore the model performs the remaining writes without a commit.
   */
  settle(): void {
    for (let next = this.#deferred.shift(); next !== undefined; next = this.#deferred.shift()) {
      this.#write(next);
    }
  }

  #write(write: Write): void {
    const before = this.model.fingerprint();
    writeToModel(this.model, write, ++this.model.clock);
    this.endpointsModel.refetchMentioned();
    if (this.model.fingerprint() === before) this.afterCommit();
  }
}
