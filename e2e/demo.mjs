// Uses the built demo as a person would, and counts the requests that this costs.
//   node e2e/demo.mjs            (after `npm run build`)
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { checkAccessibility } from './accessibility.mjs';
import { checkApi } from './api.mjs';
import { startServer } from './demo-server.mjs';
import { checkFailures } from './failures.mjs';
import { checkFeed } from './feed.mjs';
import { checkKeyboard } from './keyboard.mjs';
import { checkPanel } from './panel.mjs';
import { Run } from './run.mjs';
import { checkTodos } from './todos.mjs';
import { checkUsers } from './users.mjs';

const { browserEnv, browserFlags, findBrowser } = createRequire(import.meta.url)(
  '../scripts/browser.cjs',
);

const run = new Run();
const server = await startServer();
let browser;
try {
  await checkApi(run, server.url);
  const executablePath = findBrowser();
  browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...browserEnv(executablePath) },
    args: browserFlags,
  });
  for (const check of [
    checkUsers,
    checkTodos,
    checkFeed,
    checkFailures,
    checkPanel,
    checkKeyboard,
    checkAccessibility,
  ]) {
    // One part that breaks off does not hide the others.
    try {
      await check(run, browser, server.url);
    } catch (error) {
      await run.check(`${check.name} runs to its end`, () => Promise.reject(error));
    }
  }
} finally {
  await browser?.close();
  server.stop();
}
process.exitCode = run.finish() ? 0 : 1;
