import { quiet } from '../../support/application';
import { PageCounts } from '../../support/page-counts';
import { StreamCounts } from '../../support/stream-counts';

/** The number of consecutive counts that must be equal. */
const LOOKS = 4;
/** The time in milliseconds that a busy computer may need to run timers and collect garbage. */
const PATIENCE = 10_000;

const running: { end(): void }[] = [];

/**
 * Counts everything that is active in the page, and the values that a spec counts itself. {@link endCounts} stops all
 * counts.
 */
export function startCounts<T extends object>(more: () => T) {
  const [page, streams] = [new PageCounts(), new StreamCounts()];
  running.push(page, streams);
  const count = () => ({ ...page.now, ...streams.now, ...more() });
  return {
    /** The synchronous count, before any pending task runs. */
    get page() {
      return page.now;
    },
    /** Counts until the expected numbers are reached and stay the same, or until {@link PATIENCE} has passed. */
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
    /** Expects the same numbers as in `first` after the given number of further uses. */
    async expectSame({ heldSubjects: held, ...first }: Record<string, unknown>, uses: number) {
      const { heldSubjects, ...last } = await this.until(first);
      expect(last).toEqual(first);
      // The browser may keep one or two subjects of the last use in memory. A leak would keep the subjects of every
      // use.
      expect(heldSubjects).toBeLessThan((held as number) + uses / 100);
    },
  };
}

/** Stops all counts. */
export function endCounts(): void {
  for (const each of running.splice(0).reverse()) each.end();
}
