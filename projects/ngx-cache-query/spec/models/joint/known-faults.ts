/**
 * Faults of the library that this model has found. While one is here, the model leaves out what shows it. Whoever mends
 * a fault deletes its line and the places that use it.
 */
export const faults = {
  /** Values of a lens that were written by a temporary id are emitted again when they get the server id. */
  equalScores: true as boolean,
};
