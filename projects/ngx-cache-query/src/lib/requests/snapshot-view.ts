import type { Computation } from '../query/computation';
import { recycle } from '../util/equality';
import { type CacheSnapshot, failed, loading, snapshotOf } from './cache-snapshot';
import type { AnyEndpoint } from './endpoint';
import type { Freshness } from './freshness';
import { logMistake } from './mistakes';
import { asCacheError } from './request-errors';
import { hasData, type StoredResponse } from './stored-response';

declare const ngDevMode: unknown;

/** Creates the snapshots for one observer of an endpoint. A snapshot that equals the last one keeps its identity. */
export class SnapshotView {
  #shown: CacheSnapshot<unknown> | undefined;
  #previous: Computation | undefined;

  /**
   * @param computation what is stored for the current arguments
   * @param previous what is stored for the previous arguments, if it is shown until there is new data
   */
  constructor(
    private readonly endpoint: AnyEndpoint,
    private readonly freshness: Freshness,
    private readonly computation?: Computation,
    previous?: Computation,
  ) {
    this.#previous = previous;
  }

  /** What is stored for the previous arguments, while it is shown. */
  get previous(): Computation | undefined {
    return this.#previous;
  }

  /** What the view of the next arguments shows until there is new data. */
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

  /** Called while it is not known yet what to request. */
  showLoading(): CacheSnapshot<unknown> {
    return this.#keep(loading(false, this.#readPrevious()));
  }

  /** Called if the arguments, the key or the computation throws. An existing value stays. */
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

  /** A previous response that was dropped once is not shown again, for example after `reset`. */
  #readPrevious(): StoredResponse | undefined {
    try {
      const stored = this.#previous?.read() as StoredResponse | undefined;
      if (stored !== undefined && hasData(this.endpoint, stored)) return stored;
    } catch {
      // A value that cannot be read any more is not shown.
    }
    this.#previous = undefined;
    return undefined;
  }

  #keep(snapshot: CacheSnapshot<unknown>): CacheSnapshot<unknown> {
    if (!snapshot.isPrevious) this.#previous = undefined;
    return (this.#shown = recycle(this.#shown, snapshot));
  }
}
