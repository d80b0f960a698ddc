import { quiet } from '../../support/application';
import { PageCounts } from '../../support/page-counts';
import { StreamCounts } from '../../support/stream-counts';

/** How many consecutive counts must be equal. */
const LOOKS = 4;
/** How long a busy machine may take to run timers and collect memory, in milliseconds. */
const PATIENCE = 10_000;

const running: { end(): void }[] = [];

/** Counts what is active in the page, and what a spec counts itself. {@link endCounts} ends it. */
export function startCounts<T extends object>(more: () => T) {
  const [page, streams] = [new PageCounts(), new StreamCounts()];
  running.push(page, streams);
  const count = () => ({ ...page.now, ...streams.now, ...more() });
  return {
    /** The synchronous count, before any pending task can run. */
    get page() {
      return page.now;
    },
    /** Counts until the expected numbers are reached and stay, or until {@link PATIENCE} is over. */
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
      if (same < LOOKS) console.error(`Timers that did not end: ${page.origins.join('\n\n')}`);
      return last;
    },
    /** Expects the numbers of `first` again after so many more uses. */
    async expectSame({ heldSubjects: held, ...first }: Record<string, unknown>, uses: number) {
      const { heldSubjects, ...last } = await this.until(first);
      expect(last).toEqual(first);
      // The browser may keep a subject or two of the last use in memory. A leak keeps them of each use.
      expect(heldSubjects).toBeLessThan((held as number) + uses / 100);
    },
  };
}

/** Ends all counts. */
export function endCounts(): void {
  for (const each of running.splice(0).reverse()) each.end();
}
