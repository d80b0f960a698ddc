import { quiet } from '../../testing-support/application';
import { PageCounts } from '../../testing-support/page-counts';
import { StreamCounts } from '../../testing-support/stream-counts';

/** How often the same must be counted, one time after the other. */
const LOOKS = 4;

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
    /** What there is when nothing comes or goes any more. */
    async settled() {
      let same = 1;
      let last = count();
      while (same < LOOKS) {
        await quiet();
        const next = count();
        same = JSON.stringify(next) === JSON.stringify(last) ? same + 1 : 1;
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
