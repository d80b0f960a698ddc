declare const LONG_RUNS: unknown;

/**
 * Returns the number of runs of a property. `npm test` uses few runs, and `npm run test:long` uses fifty times as many.
 */
export function runs(few: number): { readonly numRuns: number } {
  return { numRuns: typeof LONG_RUNS === 'undefined' ? few : few * 50 };
}

/** The timeout of a spec with many runs, in milliseconds. */
export const LONG = 600_000;
