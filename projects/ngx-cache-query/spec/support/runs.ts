declare const LONG_RUNS: unknown;

/** The timeout of a spec with many runs, in milliseconds. */
export const LONG = 600_000;

/**
 * Declares a spec that runs random histories. `npm run test:long` runs it fifty times, each time with other histories.
 * Each time is a spec of its own, because a browser that is silent for long counts as lost.
 */
export function itHolds(title: string, run: () => void | Promise<void>): void {
  if (typeof LONG_RUNS === 'undefined') it(title, run, LONG);
  else for (let part = 1; part <= 50; part++) it(`${title} (part ${part} of 50)`, run, LONG);
}
