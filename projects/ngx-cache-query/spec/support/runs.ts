declare const LONG_RUNS: unknown;

/** How many histories a property is tried with: few in `npm test`, fifty times as many in `npm run test:long`. */
export function runs(few: number): { readonly numRuns: number } {
  return { numRuns: typeof LONG_RUNS === 'undefined' ? few : few * 50 };
}

/** Milliseconds that such a spec may take. */
export const LONG = 600_000;
