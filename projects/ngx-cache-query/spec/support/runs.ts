declare const LONG_RUNS: unknown;

/** The number of runs of a property: few in `npm test`, and fifty times as many in `npm run test:long`. */
export function runs(few: number): { readonly numRuns: number } {
  return { numRuns: typeof LONG_RUNS === 'undefined' ? few : few * 50 };
}

/** The timeout of such a spec, in milliseconds. */
export const LONG = 600_000;
