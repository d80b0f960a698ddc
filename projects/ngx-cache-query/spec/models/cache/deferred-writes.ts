import type { CacheService } from 'ngx-cache-query';
import type { AskingModel } from './asking-model';
import type { Model } from './model';
import type { Write } from './operations';
import { seals, writeToCache, writeToModel } from './writes';

/**
 * Writes of subscribers during a notification. The cache defers them until after that commit, and so does the model.
 */
export class WaitingWrites {
  /** What a subscriber writes at its next notification, once. */
  answer: readonly Write[] = [];
  #waiting: Write[] = [];

  constructor(
    private readonly cache: CacheService,
    private readonly model: Model,
    private readonly asking: AskingModel,
  ) {}

  /** A subscriber is notified of a commit. */
  hear(): void {
    const { answer } = this;
    this.answer = [];
    for (const write of answer) {
      this.#waiting.push(write);
      if (seals(write)) this.asking.seal();
      writeToCache(this.cache, write);
    }
  }

  /** Performs the next deferred write in the model, after subscribers were notified of a commit. */
  afterCommit(): void {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) this.#write(waiting);
  }

  /** Writes without a change cause no commit, so the model performs the rest by itself. */
  settle(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#write(next);
    }
  }

  #write(write: Write): void {
    const before = this.model.fingerprint();
    writeToModel(this.model, write, ++this.model.clock);
    this.asking.catchUp();
    if (this.model.fingerprint() === before) this.afterCommit();
  }
}
