import { UNKNOWN } from '../schema/queryable';
import { recycle } from '../util/equality';
import { type EndpointState, hasData, type EndpointSnapshot, stateOf } from './endpoint-state';
import type { Freshness } from './freshness';
import type { AnyEndpoint } from './requests';

/** What one who watches an endpoint is shown: data stays while it is fetched again, or fails. */
export class StateView {
  #data: unknown = UNKNOWN;
  #shown: EndpointState<unknown> | undefined;

  constructor(
    readonly endpoint: AnyEndpoint,
    private readonly freshness: Freshness,
  ) {}

  /** Remembers the data of a snapshot; a reset takes it away, and so does the end of an entity. */
  see(snapshot: EndpointSnapshot): void {
    if (isOver(snapshot)) this.#data = UNKNOWN;
    else if (hasData(this.endpoint, snapshot)) this.#data = recycle(this.#data, snapshot.data);
  }

  /** What there is to show; the same object while it is the same. */
  show(snapshot: EndpointSnapshot): EndpointState<unknown> {
    const last = isOver(snapshot) ? UNKNOWN : this.#data;
    // What was forgotten and came again may be what is shown.
    const data = recycle(last, snapshot.data);
    const isStale = this.freshness.of(this.endpoint, snapshot) === 0;
    return this.#keep(stateOf(this.endpoint, { ...snapshot, data }, last, isStale));
  }

  /** What there is to show when the data cannot be made: the last that there was, and why. */
  showFailure(error: unknown): EndpointState<unknown> {
    const data = this.#data === UNKNOWN ? undefined : this.#data;
    const fetchedAt = this.#shown?.fetchedAt;
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

/** Whether what was shown before is not to be shown any more. */
function isOver({ data, request }: EndpointSnapshot): boolean {
  return request === undefined || data === undefined;
}
