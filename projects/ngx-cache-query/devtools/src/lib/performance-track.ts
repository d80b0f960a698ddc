import type { CacheFeature } from 'ngx-cache-query';
import { outputFeature } from './with-devtools';
import { causeInWords } from './words';

/** `console.timeStamp` in Chromium. It does nothing unless the performance panel records. */
type TimeStamp = (
  label: string,
  start: number,
  end: number,
  track: string,
  group: string,
  color: string,
) => void;

const GROUP = 'ngx-cache-query';

/**
 * Shows commits, queries and requests as tracks in the performance panel of Chromium, while it records. Needs
 * `withDevtools()`.
 *
 * @example
 * ```ts
 * provideCache(withDevtools(), withPerformanceTrack()),
 * ```
 */
export function withPerformanceTrack(): CacheFeature {
  return outputFeature('withPerformanceTrack()', () => {
    const draw = (label: string, ms: number, track: string, color: string) => {
      const end = performance.now();
      // eslint-disable-next-line no-console -- it draws, and prints nothing
      (console.timeStamp as unknown as TimeStamp)(label, end - ms, end, track, GROUP, color);
    };
    return {
      committed: ({ cause, id, queries }) => {
        const run = queries.filter(({ runs }) => runs > 0);
        const ms = run.reduce((sum, query) => sum + query.ms, 0);
        draw(`commit ${id}: ${causeInWords(cause)}`, ms, 'Commits', 'primary');
        for (const query of run) draw(query.name, query.ms, 'Queries', 'secondary');
      },
      requested: ({ key, ms, state }) => {
        if (ms !== undefined) draw(`${key}: ${state}`, ms, 'Requests', 'tertiary');
      },
    };
  });
}
