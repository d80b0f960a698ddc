/**
 * Faults of the library that this model has found. While one is here, the model leaves out what shows it. Whoever mends
 * a fault deletes its line and the places that use it.
 */
export const faults = {
  /** `reset` emits an equal snapshot to subscribers whose first request is in flight. */
  equalLoading: false as boolean,
  /** `infiniteState` emits an equal snapshot when `loadMore` has ended. */
  equalPages: false as boolean,
  /** `infiniteState` does not complete with its cache. */
  endlessPages: false as boolean,
  /** When a subscriber of the pages has loaded an empty page, other subscribers still have `hasMore`. */
  stalePages: true as boolean,
  /**
   * A list to which `set`, or an optimistic `move`, has added a row by its temporary id has the row twice, if another
   * response or a message has brought the row before it gets its id.
   */
  doubledRows: false as boolean,
  /** While an earlier mutation is in flight, the answer to an older read replaces what was written after the read was sent. */
  olderReads: true as boolean,
  /** Values of a lens that were written by a temporary id are emitted again when they get the server id. */
  equalScores: true as boolean,
};
