declare const process: { cpuUsage(since?: unknown): { readonly user: number } };

import type { Edition } from './library';
import { runHistory } from './run-history';

/** Runs histories with consecutive seeds, and logs each kind of failure once. Returns the number of failures. */
export function runHistories(
  editions: readonly Edition[],
  seed: number,
  count: number,
  steps: number,
): number {
  console.warn = () => undefined; // The histories contain items of unknown types.
  const began = process.cpuUsage();
  /** The seeds of each kind of failure. */
  const kinds = new Map<string, number[]>();
  let failed = 0;
  for (let i = 0; i < count; i++) {
    try {
      runHistory(seed + i, editions, steps);
    } catch (error) {
      failed++;
      const { cause = error, message } = error as Error;
      const kind = String(cause).replace(/\d+/g, '#').slice(0, 60);
      if (!kinds.has(kind))
        console.error(
          `${message}\n${(cause as Error).stack?.split('\n').slice(-8, -2).join('\n')}\n`,
        );
      kinds.set(kind, [...(kinds.get(kind) ?? []), seed + i]);
    }
  }
  const took = process.cpuUsage(began).user / 1000 / count;
  for (const [kind, seeds] of kinds)
    console.error(`${seeds.length} times: ${kind} (seeds ${seeds.slice(0, 10).join(', ')})`);
  console.log(`${count} histories, ${failed} failed, ${took.toFixed(1)} ms of processor time each`);
  return failed;
}
