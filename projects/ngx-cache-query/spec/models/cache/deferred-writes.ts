import type { CacheService } from 'ngx-cache-query';
import type { EndpointsModel } from './endpoints-model';
import type { Model } from './model';
import type { Write } from './operations';
import { stopsSharing, writeToCache, writeToModel } from './writes';

/**
 * Writes of subscribers during a notification. The cache defers them until after that commit, and so does the model.
 */
export class DeferredWrites {
  /** What a subscriber writes at its next notification, once. */
  reaction: readonly Write[] = [];
  #deferred: Write[] = [];

  constructor(
    private readonly cache: CacheService,
    private readonly model: Model,
    private readonly endpointsModel: EndpointsModel,
  ) {}

  /** A subscriber is notified of a commit. */
  react(): void {
    const { reaction } = this;
    this.reaction = [];
    for (const write of reaction) {
      this.#deferred.push(write);
      if (stopsSharing(write)) this.endpointsModel.stopSharing();
      writeToCache(this.cache, write);
    }
  }

  /** Performs the next deferred write in the model, after subscribers were notified of a commit. */
  afterCommit(): void {
    const deferred = this.#deferred.shift();
    if (deferred !== undefined) this.#write(deferred);
  }

  /** Writes without a change cause no commit, so the model performs the rest by itself. */
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
