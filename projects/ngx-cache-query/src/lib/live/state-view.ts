import { recycle } from '../util/equality';
import { type EndpointSnapshot, type EndpointState, stateOf } from '../requests/endpoint-state';
import type { Freshness } from '../requests/freshness';
import type { AnyEndpoint } from '../requests/endpoint';

/** The states that one observer of an endpoint is shown; a state that equals the last one is the last one. */
export class StateView {
  #shown: EndpointState<unknown> | undefined;

  constructor(
    readonly endpoint: AnyEndpoint,
    private readonly freshness: Freshness,
  ) {}

  /** The state that a snapshot describes. */
  show(snapshot: EndpointSnapshot): EndpointState<unknown> {
    const isStale = this.freshness.of(this.endpoint, snapshot) === 0;
    return this.#keep(stateOf(this.endpoint, snapshot, isStale));
  }

  /** The state when the data cannot be made: the last data, and the error. */
  showFailure(error: unknown): EndpointState<unknown> {
    const { data, fetchedAt } = this.#shown ?? {};
    return this.#keep({
      status: 'error',
      data,
      error,
      isFetching: false,
      isStale: true,
      fetchedAt,
    });
  }

  #keep(state: EndpointState<unknown>): EndpointState<unknown> {
    return (this.#shown = recycle(this.#shown, state));
  }
}
