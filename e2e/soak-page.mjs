import { collected } from './collected.mjs';
import { DemoPage } from './demo-page.mjs';
import { heldData } from './held-data.mjs';
import { eventually } from './run.mjs';
import { soakProbe } from './soak-probe.mjs';

const texts = ['webhook', 'retry', 'login', 'export'];

/** The *Scale* route with ten thousand rows and a stream of updates, and its user. */
export class SoakPage {
  #demo;
  #devtools;
  #typed = 0;

  /** @param fault what the page does wrong on purpose, if anything */
  static async open(browser, url, rate, fault) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.addInitScript(soakProbe, fault);
    const demo = new DemoPage(await context.newPage());
    demo.page.setDefaultTimeout(10_000);
    await demo.visit(`${url}/scale`);
    await demo.button('Load 10,000').click();
    await eventually(() => demo.count('rows'), '10,000 issues', 20_000);
    await demo.choose(/per second/, String(rate));
    await eventually(() => demo.page.evaluate(() => window.soak.updates > 0), true);
    // Rows that were edited take more room than those that came with the answer; chance takes minutes to hit all.
    for (let first = 1; first <= 10_000; first += 1_000) {
      await demo.page.evaluate((id) => window.soak.edit(id, 1_000), first);
      await demo.page.waitForTimeout(50);
    }
    return new SoakPage(demo, await context.newCDPSession(demo.page));
  }

  constructor(demo, devtools) {
    this.#demo = demo;
    this.#devtools = devtools;
  }

  /** Types into the filter and clears it, scrolls down and up again. */
  async use() {
    const { page } = this.#demo;
    const field = page.getByLabel('Title contains');
    await field.pressSequentially(texts[this.#typed++ % texts.length], { delay: 120 });
    await page.waitForTimeout(500);
    for (const _ of await field.inputValue()) await field.press('Backspace', { delay: 40 });
    await eventually(() => this.#demo.count('rows'), '10,000 issues');
    await page.getByRole('region', { name: 'Rows of issues' }).hover();
    for (const way of [1, 1, 1, -1, -1, -1]) {
      await page.mouse.wheel(0, way * 4_000);
      await page.waitForTimeout(100);
    }
    await page.mouse.move(0, 0);
  }

  /** What it holds and what was counted so far. The time that this takes is none of the page's. */
  async sample() {
    const begin = await this.#now();
    const held = await collected(this.#devtools);
    const counted = await this.#demo.page.evaluate(() => ({
      now: performance.now(),
      updates: window.soak.updates,
      frames: window.soak.frames,
      commits: Number(document.querySelector('[data-count=commits]').innerText.replace(/\D/g, '')),
      rows: document.querySelector('app-virtual-list').innerText,
    }));
    // The browser keeps a text node of each text that was typed, to undo it.
    const nodes = held.nodes - this.#typed;
    return { ...held, nodes, ...counted, window: [begin, await this.#now()] };
  }

  /** The bytes of its data, which takes the page a second to count. */
  data() {
    return heldData(this.#devtools);
  }

  /** The tasks over 50 ms that there were, by when they began. */
  longTasks() {
    return this.#demo.page.evaluate(() => window.soak.longTasks);
  }

  /** Takes the thread away from the page, once. */
  block(milliseconds) {
    return this.#demo.page.evaluate((time) => window.soak.block(time) && undefined, milliseconds);
  }

  /** Ends the stream behind the back of the page. */
  cut() {
    return this.#demo.page.evaluate(() => window.soak.sources.forEach((source) => source.close()));
  }

  /** What the console said. */
  problems() {
    return this.#demo.takeProblems();
  }

  close() {
    return this.#demo.close();
  }

  #now() {
    return this.#demo.page.evaluate(() => performance.now());
  }
}
