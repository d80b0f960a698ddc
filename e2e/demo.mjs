// Uses the built demo as a person would, and counts the requests that this costs.
//   node e2e/demo.mjs               (after `npm run build`)
//   node e2e/demo.mjs checkScale    one part of it
//   node e2e/demo.mjs --check       without new pictures for docs/images
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { checkAccessibility } from './accessibility.mjs';
import { checkActivity } from './activity.mjs';
import { checkApi } from './api.mjs';
import { startServer } from './demo-server.mjs';
import { checkEverywhere } from './everywhere.mjs';
import { checkFailures } from './failures.mjs';
import { checkFeed } from './feed.mjs';
import { checkHood } from './hood.mjs';
import { checkInstant } from './instant.mjs';
import { checkKeyboard } from './keyboard.mjs';
import { checkLeaks } from './leaks.mjs';
import { checkLeaving } from './leaving.mjs';
import { checkLive } from './live.mjs';
import { checkLiveOrder } from './live-order.mjs';
import { checkMoves } from './moves.mjs';
import { checkPanel } from './panel.mjs';
import { Run } from './run.mjs';
import { checkRoutes } from './routes.mjs';
import { checkScale } from './scale.mjs';
import { checkStreams } from './streams.mjs';
import { checkTodos } from './todos.mjs';
import { checkTracker } from './tracker.mjs';
import { checkTrackerFailures } from './tracker-failures.mjs';
import { checkUsers } from './users.mjs';

const { browserEnv, browserFlags, findBrowser } = createRequire(import.meta.url)(
  '../scripts/browser.cjs',
);

const run = new Run();
const server = await startServer();
let browser;
try {
  const executablePath = findBrowser();
  const launching = chromium.launch({
    executablePath,
    env: { ...process.env, ...browserEnv(executablePath) },
    args: browserFlags,
  });
  await checkApi(run, server.url);
  browser = await launching;
  const only = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? '';
  const checks = [
    checkRoutes,
    checkTracker,
    checkMoves,
    checkInstant,
    checkActivity,
    checkEverywhere,
    checkHood,
    checkTrackerFailures,
    checkLeaving,
    checkStreams,
    checkLive,
    checkLiveOrder,
    checkScale,
    checkUsers,
    checkTodos,
    checkFeed,
    checkFailures,
    checkPanel,
    checkKeyboard,
    checkAccessibility,
    checkLeaks,
  ];
  for (const check of checks.filter(({ name }) => name.startsWith(only))) {
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
