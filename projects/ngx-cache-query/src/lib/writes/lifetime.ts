import { ReplaySubject } from 'rxjs';

/** The lifetime of a cache, which ends with its injector. */
export class Lifetime {
  /** Emits and completes when the cache has ended; later subscribers receive that at once. */
  readonly ended$ = new ReplaySubject<void>(1);
  #isEnded = false;

  /** Whether the cache refuses to write. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** @param stop stops what runs by itself, which can no longer write */
  end(stop: () => void): void {
    this.#isEnded = true;
    stop();
    this.ended$.next();
    this.ended$.complete();
  }
}
