import { mkdirSync } from 'node:fs';

const screenshots = 'temp/screenshots';
/** The tests leave the pictures of the documents alone: a clock or a tenth of a millisecond differs each time. */
const images = process.argv.includes('--check') ? 'temp/images' : 'docs/images';

/** Runs checks one after the other, prints a line for each, and counts. */
export class Run {
  #passed = 0;
  #failed = 0;

  constructor() {
    for (const folder of [screenshots, images]) mkdirSync(folder, { recursive: true });
  }

  heading(text) {
    console.log(`\n${text}`);
  }

  /** A check that fails does not stop the others; with a page it leaves a screenshot. */
  async check(name, test, page) {
    try {
      await test();
      this.#passed++;
      console.log(`  ok  ${name}`);
    } catch (error) {
      this.#failed++;
      console.log(`  FAILED  ${name}\n${indented(error)}`);
      await page?.screenshot({ path: `${screenshots}/failed-${this.#failed}.png` }).catch(() => {});
    }
  }

  /** Prints the closing line. */
  finish() {
    console.log(`\n${this.#passed} passed, ${this.#failed} failed`);
    return this.#failed === 0;
  }
}

/** Where the pictures go. */
export function screenshotOf(name) {
  return `${screenshots}/${name}.png`;
}

/** Where the pictures of the documentation go. */
export function imageOf(name) {
  return `${images}/${name}.png`;
}

/** Waits until `read` gives what is expected, as a page needs a moment to follow. */
export async function eventually(read, expected, patience = 5_000) {
  const end = performance.now() + patience;
  for (;;) {
    const value = await read();
    const said = JSON.stringify(value);
    if (typeof expected === 'function' ? expected(value) : said === JSON.stringify(expected))
      return;
    if (performance.now() > end) {
      throw new Error(
        `expected ${expected instanceof Function ? expected : JSON.stringify(expected)}, got ${said}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function indented(error) {
  return String(error?.message ?? error).replace(/^/gm, '          ');
}
