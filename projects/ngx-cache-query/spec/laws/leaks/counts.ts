import { quiet } from '../../support/application';
import { PageCounts } from '../../support/page-counts';
import { StreamCounts } from '../../support/stream-counts';

/** How often the same must be counted, one time after the other. */
const LOOKS = 4;
/** The time that a busy machine gets until timers have run and memory is collected, in milliseconds. */
const PATIENCE = 10_000;

const running: { end(): void }[] = [];

/** Counts what there is in the page, and what a spec counts itself; {@link endCounts} ends it. */
export function startCounts<T extends object>(more: () => T) {
  const [page, streams] = [new PageCounts(), new StreamCounts()];
  running.push(page, streams);
  const count = () => ({ ...page.now, ...streams.now, ...more() });
  return {
    /** What there is at once, before anything that waits could run. */
    get page() {
      return page.now;
    },
    /** Counts until all that is expected is there and nothing changes, or for {@link PATIENCE}. */
    async until(expected: object) {
      let last: Record<string, unknown> = count();
      let same = 1;
      const end = performance.now() + PATIENCE;
      while (same < LOOKS && performance.now() < end) {
        await quiet();
        const next: Record<string, unknown> = count();
        const isExpected = Object.entries(expected).every(([name, is]) => next[name] === is);
        const isSame = JSON.stringify(next) === JSON.stringify(last);
        same = isSame && isExpected ? same + 1 : 1;
        last = next;
      }
      return last;
    },
  };
}

/** Ends all that counts. */
export function endCounts(): void {
  for (const each of running.splice(0).reverse()) each.end();
}
