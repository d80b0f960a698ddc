import type { StoredRow } from 'ngx-cache-query/extensions';

/** The number of rows whose size is measured. */
export const SAMPLE = 100;

/** Estimates the memory of a table from some of its rows, in bytes. */
export function bytesOf(sample: readonly StoredRow[], size: number): number {
  if (sample.length === 0) return 0;
  const characters = sample.reduce((sum, { fields }) => sum + JSON.stringify(fields).length, 0);
  return Math.round(((2 * characters) / sample.length) * size);
}
