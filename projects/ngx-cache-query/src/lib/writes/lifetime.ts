import { ReplaySubject } from 'rxjs';

/** The lifetime of a cache, which ends when the cache's injector is destroyed. */
export class Lifetime {
  /** Emits and completes when the cache is destroyed. Later subscribers receive the emission immediately. */
  readonly ended$ = new ReplaySubject<void>(1);
  #isEnded = false;

  /** Whether the cache was destroyed and therefore rejects writes. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** @param stop stops the timers and streams, because the cache can no longer write */
  end(stop: () => void): void {
    this.#isEnded = true;
    stop();
    this.ended$.next();
    this.ended$.complete();
  }
}
