// This folder implements writes by the application. It checks the writes, normalizes their values, and passes recipes
// to the store.
//
// All methods that write or send requests, such as `cache.set`, `delete`, `batch` and `refetch`, use this folder. It
// implements no interface of another folder.

import { isProcessing } from '../query/process-run';
import type { Store } from '../store/store';
import type { Recipe, OnSettled } from '../store/waiting-writes';
import { destroyedError, writeInProcessError } from './write-errors';
import type { Lifetime } from './lifetime';

declare const ngDevMode: unknown;

/** Performs the application's writes until the cache is destroyed. */
export class Writer {
  /**
   * @param used called before each write
   * @param report receives errors that cannot be thrown to the caller of a write
   */
  constructor(
    private readonly store: Store,
    private readonly lifetime: Lifetime,
    private readonly used: () => void,
    private readonly report: (error: unknown) => void,
  ) {}

  /**
   * Checks whether the application may call a method that writes to the cache or sends requests.
   *
   * @throws CacheError NCQ4002 if the cache was destroyed; NCQ3001 if the method is called inside `process` (only in
   * dev mode)
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

  /**
   * Runs `recipe` as a write, and then calls `then`.
   *
   * @returns a Promise that resolves after `then` is done, or after the write is rolled back
   */
  writeThen(recipe: Recipe, then: () => Promise<void> | void): Promise<void> {
    const { store } = this;
    // A queued write runs after this method returns, so its error can only be reported.
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
