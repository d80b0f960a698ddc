import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { Demo } from '../fixtures/demo';
import { heldBytes, heldNodes } from '../fixtures/memory';
import { expect } from '../fixtures/test';
import { probe } from './probe';
import { stolenTime } from './stolen-time';
import { faultsOf, report, type Sample } from './verdict';

const rate = 200;
const words = ['webhook', 'retry', 'login', 'export'];
/** The time in milliseconds for which the page rests after each use. */
const restOfUse = 7_000;

/** The times of a run, in seconds. */
interface Duration {
  readonly warmUp: number;
  readonly seconds: number;
  /** The time between two samples. */
  readonly every: number;
}

/**
 * A fault that a run introduces on purpose: it keeps every update, blocks the page once for 60 ms, or ends the stream.
 */
export type Fault = 'leak' | 'block' | 'cut';

/**
 * Keeps the Scale page running with 200 updates a second, and uses it every ten seconds. Returns descriptions of the
 * faults that were found.
 */
export async function run(page: Page, duration: Duration, fault?: Fault): Promise<string[]> {
  const soak = new SoakPage(page, await page.context().newCDPSession(page));
  await soak.open(fault === 'leak');
  const begin = performance.now();
  const { warmUp, seconds, every } = duration;
  for (let second = every; second <= warmUp; second += every) {
    await soak.useUntil(begin + second * 1_000);
    await soak.sample();
  }
  const before = await heldBytes(soak.devtools);
  const samples = [await soak.sample()];
  for (let second = every; second <= seconds; second += every) {
    await soak.useUntil(begin + (warmUp + second) * 1_000);
    samples.push(await soak.sample());
    const isHalf = second <= seconds / 2 && second + every > seconds / 2;
    if (isHalf && fault === 'block') await soak.block(60);
    if (isHalf && fault === 'cut') await soak.cut();
  }
  const longTasks = await page.evaluate(() => window.soak.longTasks);
  const result = {
    samples,
    longTasks,
    rate,
    data: [before, await heldBytes(soak.devtools)] as const,
  };
  report(result);
  return faultsOf(result);
}

/** The Scale page with ten thousand rows and a stream of updates, and the actions of its user. */
class SoakPage extends Demo {
  #typed = 0;

  constructor(
    page: Page,
    readonly devtools: CDPSession,
  ) {
    super(page);
  }

  async open(leaks: boolean): Promise<void> {
    await this.page.addInitScript(probe, leaks);
    await this.page.goto('/scale');
    await this.button('Load 10,000').click();
    await expect(this.count('rows')).toHaveText('10,000 issues');
    await this.choose('Edits per second, of one row each', String(rate));
    await expect.poll(() => this.page.evaluate(() => window.soak.updates)).toBeGreaterThan(0);
    // Edited rows take more memory than rows from the response. The random edits take minutes to reach all rows.
    await this.page.evaluate(async () => {
      for (let first = 1; first <= 10_000; first += 1_000) {
        const values = Array.from({ length: 1_000 }, (_, at) => ({ id: first + at, points: 0 }));
        const message = new MessageEvent('message', { data: JSON.stringify(values) });
        for (const source of window.soak.sources) source.dispatchEvent(message);
        await new Promise((done) => setTimeout(done, 50));
      }
    });
  }

  /** Uses the page every ten seconds until the given time. */
  async useUntil(end: number): Promise<void> {
    const left = () => Math.max(0, end - performance.now());
    do {
      await this.use();
      await wait(Math.min(restOfUse, left()));
    } while (left() > restOfUse);
    await wait(left());
  }

  /** Types into the filter and clears it, then scrolls down and up again. */
  async use(): Promise<void> {
    const field = this.page.getByLabel('Title contains');
    await field.pressSequentially(words[this.#typed++ % words.length]!, { delay: 120 });
    await wait(500);
    for (const _ of await field.inputValue()) await field.press('Backspace', { delay: 40 });
    await expect(this.count('rows')).toHaveText('10,000 issues');
    await this.region('Rows of issues').hover();
    for (const way of [1, 1, 1, -1, -1, -1]) {
      await this.page.mouse.wheel(0, way * 4_000);
      await wait(100);
    }
    await this.page.mouse.move(0, 0);
  }

  /**
   * Returns the memory that the page uses and the values that it has counted so far. Long tasks do not count while the
   * sample is taken.
   */
  async sample(): Promise<Sample> {
    const now = () => this.page.evaluate(() => performance.now());
    const begin = await now();
    const held = await heldNodes(this.devtools);
    const counted = await this.page.evaluate(() => ({
      now: performance.now(),
      updates: window.soak.updates,
      frames: window.soak.frames,
      commits: Number(
        document.querySelector('[data-count=commits]')!.textContent.replace(/\D/g, ''),
      ),
      rows: document.querySelector<HTMLElement>('cdk-virtual-scroll-viewport')!.innerText,
    }));
    // For undo, the browser keeps a text node for each text that was typed.
    const nodes = held.nodes - this.#typed;
    return { ...held, nodes, ...counted, stolen: stolenTime(), window: [begin, await now()] };
  }

  /** Blocks the page once. */
  block(milliseconds: number): Promise<void> {
    return this.page.evaluate((time) => {
      setTimeout(() => {
        const end = performance.now() + time;
        while (performance.now() < end);
      });
    }, milliseconds);
  }

  /** Ends the stream. The page is not notified. */
  cut(): Promise<void> {
    return this.page.evaluate(() => window.soak.sources.forEach((source) => source.close()));
  }
}
