import { isProcessing } from '../query/process-run';
import type { Store } from '../store/store';
import type { Recipe, OnSettled } from '../store/waiting-writes';
import { destroyedError, writeInProcessError } from './write-errors';
import type { Lifetime } from './lifetime';

declare const ngDevMode: unknown;

/** Writes of the application, while the cache lives. */
export class Writer {
  /**
   * @param used called before each write
   * @param report takes errors that no caller receives
   */
  constructor(
    private readonly store: Store,
    private readonly lifetime: Lifetime,
    private readonly used: () => void,
    private readonly report: (error: unknown) => void,
  ) {}

  /**
   * Checks that a method may be called that writes, or requests.
   *
   * @throws CacheError NCQ4002 when the cache was destroyed; in dev mode NCQ3001 inside of `process`
   */
  mayWrite(method: string): void {
    if (this.lifetime.isEnded) throw destroyedError(method);
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && isProcessing()) {
      throw writeInProcessError(method);
    }
  }

  /** @see Store.write */
  write(recipe: Recipe, onSettled?: OnSettled): void {
    this.used();
    this.store.write(recipe, onSettled);
  }

  /** Writes, then does something more; resolves when that is done, or when the write was rolled back. */
  writeThen(recipe: Recipe, then: () => Promise<void> | void): Promise<void> {
    const { store } = this;
    // No caller receives the error of a write that waits.
    const isLater = store.isBusy && !store.isOpen;
    let resolve!: (done?: Promise<void> | void) => void;
    const done = new Promise<void>((settle) => (resolve = settle));
    this.write(recipe, (failure) => {
      if (failure !== undefined && isLater) this.report(failure.error);
      try {
        resolve(failure === undefined ? then() : undefined);
      } catch (error) {
        this.report(error);
        resolve();
      }
    });
    return done;
  }
}
