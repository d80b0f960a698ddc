import type { Computation } from '../query/computation';
import { recycle } from '../util/equality';
import { type CacheSnapshot, failed, loading, snapshotOf } from './cache-snapshot';
import type { AnyEndpoint } from './endpoint';
import type { Freshness } from './freshness';
import { logMistake } from './mistakes';
import { asCacheError } from './request-errors';
import { hasData, type StoredResponse } from './stored-response';

declare const ngDevMode: unknown;

/**
 * Creates the snapshots for one observer of an endpoint. If a new snapshot is equal to the previous snapshot, returns
 * the previous object.
 */
export class SnapshotView {
  #shown: CacheSnapshot<unknown> | undefined;
  #previous: Computation | undefined;

  /**
   * @param computation computes the stored response for the current arguments
   * @param previous computes the stored response for the previous arguments, if that response is shown until new data
   * arrives
   */
  constructor(
    private readonly endpoint: AnyEndpoint,
    private readonly freshness: Freshness,
    private readonly computation?: Computation,
    previous?: Computation,
  ) {
    this.#previous = previous;
  }

  /** The computation of the stored response for the previous arguments; `undefined` if that response is not shown. */
  get previous(): Computation | undefined {
    return this.#previous;
  }

  /** The computation that the next view receives as `previous`. A new view is created when the arguments change. */
  get forNext(): Computation | undefined {
    const { status } = this.#shown ?? {};
    return status === 'resolved' || status === 'reloading' ? this.computation : this.#previous;
  }

  /** @param isFetching whether a request is in flight */
  show(stored: StoredResponse, isFetching: boolean): CacheSnapshot<unknown> {
    const { endpoint } = this;
    const isStale = this.freshness.of(endpoint, stored) === 0;
    return this.#keep(snapshotOf(endpoint, stored, isStale, isFetching, this.#readPrevious()));
  }

  /** Called while the arguments of the request are not known yet. */
  showLoading(): CacheSnapshot<unknown> {
    return this.#keep(loading(false, this.#readPrevious()));
  }

  /**
   * Called if an error is thrown while the arguments or the key are computed, or while the stored response is read.
   * Keeps showing an existing value.
   */
  showFailure(thrown: unknown): CacheSnapshot<unknown> {
    const error = asCacheError(this.endpoint.name, thrown);
    if (typeof ngDevMode === 'undefined' || ngDevMode) logMistake(error);
    const last = this.#shown;
    if (last?.status !== 'resolved' && last?.status !== 'reloading')
      return this.#keep(failed(error));
    const { value, fetchedAt } = last;
    return this.#keep({
      ...failed(error),
      status: 'resolved',
      value,
      fetchedAt,
      error: undefined,
      refreshError: error,
    });
  }

  /**
   * Returns the response for the previous arguments, if it can still be shown. A response that was dropped, for example
   * by `reset`, is not shown again.
   */
  #readPrevious(): StoredResponse | undefined {
    try {
      const stored = this.#previous?.read() as StoredResponse | undefined;
      if (stored !== undefined && hasData(this.endpoint, stored)) return stored;
    } catch {
      // A value that can no longer be read is not shown.
    }
    this.#previous = undefined;
    return undefined;
  }

  #keep(snapshot: CacheSnapshot<unknown>): CacheSnapshot<unknown> {
    if (!snapshot.isPrevious) this.#previous = undefined;
    return (this.#shown = recycle(this.#shown, snapshot));
  }
}
