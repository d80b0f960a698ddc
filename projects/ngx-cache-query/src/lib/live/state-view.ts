import { recycle } from '../util/equality';
import { type EndpointSnapshot, type EndpointState, stateOf } from '../requests/endpoint-state';
import type { Freshness } from '../requests/freshness';
import type { AnyEndpoint } from '../requests/endpoint';

/** Creates the states for one observer of an endpoint. A state that equals the last one keeps its identity. */
export class StateView {
  #shown: EndpointState<unknown> | undefined;

  constructor(
    readonly endpoint: AnyEndpoint,
    private readonly freshness: Freshness,
  ) {}

  /** Returns the state that a snapshot describes. */
  show(snapshot: EndpointSnapshot): EndpointState<unknown> {
    const isStale = this.freshness.of(this.endpoint, snapshot) === 0;
    return this.#keep(stateOf(this.endpoint, snapshot, isStale));
  }

  /** Returns an error state with the last data. Called if the key or the computation throws. */
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
