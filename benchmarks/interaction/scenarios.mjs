// The measurements. Each one gets a page with an application that shows nothing yet, and returns its figures by name.
import { heapUsed } from '../browser/measure.mjs';
import { median, quantile } from '../measure.mjs';
import { ROWS_OF_A_LIST } from './api.mjs';

/** The number of rows that the page shows of a long list. */
const SHOWN = 20;
/** The time in milliseconds until the application has handled the response to a click. */
const SETTLED = 400;
const WARM_UP = 3;

/** Clicks on rows of a list that shows all its rows. The first clicks warm up the page. */
export async function interactions(page, { rows, clicks, slowdown }) {
  const edited = [...rows];
  await page.setViewportSize({ width: 1280, height: 1000 }); // contains all buttons that are clicked
  await bench(page, 'open', { shown: rows.length, parts: 1 });
  const places = await page.evaluate(() =>
    Array.from(document.querySelectorAll('li button'), (button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }),
  );
  await slowDown(page, slowdown);
  let warmedUp = { times: 0, durations: 0 };
  for (let i = 0; i < WARM_UP + clicks; i++) {
    const edit = page.waitForResponse('**/api/todos/*');
    await page.mouse.click(...places[i]);
    await edit;
    await page.waitForTimeout(SETTLED);
    edited[i] = { ...edited[i], done: !edited[i].done };
    if (i === WARM_UP - 1) {
      const before = await clicksOf(page);
      warmedUp = { times: before.times.length, durations: before.durations.length };
    }
  }
  const { times, durations } = await clicksOf(page);
  if (times.length !== WARM_UP + clicks) throw new Error(`${times.length} clicks were shown`);
  await compare(page, edited, { shown: rows.length, parts: 1 });
  // The browser does not report interactions below 16 ms. They count as 16 ms.
  const reported = durations.slice(warmedUp.durations);
  const all = [...reported, ...Array(Math.max(0, clicks - reported.length)).fill(16)];
  const painted = times.slice(warmedUp.times);
  return {
    inp: Math.max(...all),
    interaction: median(all),
    painted: median(painted),
    painted98: quantile(painted, 0.98),
  };
}

/** Loads a long list beside two parts of it. */
export async function response(page, { rows, slowdown }) {
  const settings = { shown: SHOWN, parts: 2 };
  await slowDown(page, slowdown);
  const { shown, longTasks } = await bench(page, 'load', settings);
  await slowDown(page, 1);
  await compare(page, rows, settings);
  const blocking = longTasks.reduce((sum, duration) => sum + duration - 50, 0);
  return { longest: Math.max(0, ...longTasks), blocking, shown };
}

/** Edits rows of the list that the page shows, while other lists are in the cache. */
export async function edits(page, { rows, lists, count }) {
  const settings = { listId: 0, shown: SHOWN, parts: 0 };
  await bench(page, 'open', settings);
  await compare(page, rows.slice(0, ROWS_OF_A_LIST), settings);
  await bench(page, 'loadLists', lists);
  const all = (await bench(page, 'edit', 2 * count)).slice(count);
  const of = (name) => median(all.map((edit) => edit[name])) * 1e3;
  return {
    called: of('called'),
    shown: of('shown'),
    answered: of('answered'),
    committed: of('committed'),
  };
}

/** Returns the heap of a long list that ten live queries read, in bytes per row. */
export async function heap(page, { rows }) {
  const settings = { shown: SHOWN, parts: 9 };
  const used = await heapUsed(page);
  await bench(page, 'open', settings); // compiles the code
  await bench(page, 'close');
  const before = await used();
  await bench(page, 'open', settings);
  const after = await used();
  await compare(page, rows, settings);
  return { bytes: (after - before) / rows.length };
}

function bench(page, name, ...args) {
  return page.evaluate(([method, given]) => globalThis.bench[method](...given), [name, args]);
}

function clicksOf(page) {
  return page.evaluate(() => {
    const { times, durations } = globalThis.bench.clicks;
    return { times, durations };
  });
}

async function slowDown(page, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Compares the page with the rows that it must show. */
async function compare(page, rows, { shown, parts }) {
  const is = await page.evaluate(() => {
    const textsOf = (selector) =>
      Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent);
    return { count: textsOf('h1'), parts: textsOf('p span'), rows: textsOf('li') };
  });
  const must = {
    count: [String(rows.length)],
    parts: Array.from({ length: parts }, (_, part) =>
      String(rows.filter(({ id, done }) => done && id % 9 === part).length),
    ),
    rows: rows
      .slice(0, shown)
      .map(({ title, done, user }) => `${done ? 'done' : 'open'}${title}${user.name}`),
  };
  for (const [name, texts] of Object.entries(must)) {
    const wrong = texts.findIndex((text, i) => text !== is[name][i]);
    if (wrong < 0 && texts.length === is[name].length) continue;
    throw new Error(`${name} ${wrong}: "${is[name][wrong]}" instead of "${texts[wrong]}"`);
  }
}
