import { type PlaywrightTestConfig, defineConfig } from '@playwright/test';
import { browserEnv, browserFlags, findBrowser } from '../scripts/browser.cjs';

const executablePath = findBrowser();

/** The configuration that the tests, the pictures for the documents and the soak test share. */
export const common: PlaywrightTestConfig = {
  outputDir: '../temp/e2e',
  forbidOnly: !!process.env['CI'],
  reporter: 'list',
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1280, height: 900 },
    actionTimeout: 10_000,
    launchOptions: {
      executablePath,
      args: browserFlags,
      env: { ...process.env, ...browserEnv(executablePath) },
    },
  },
};

/** All combinations of theme and width. */
export const looks = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { name: `wide-${colorScheme}`, use: { colorScheme, viewport: { width: 1280, height: 800 } } },
  { name: `narrow-${colorScheme}`, use: { colorScheme, viewport: { width: 360, height: 740 } } },
]);

export default defineConfig(common, {
  testDir: 'tests',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  use: {
    contextOptions: { reducedMotion: 'reduce' }, // otherwise, clicks wait for the end of animations
    video: 'off',
    trace: 'off', // run.mjs records failed tests when it runs them again
  },
  projects: [
    { name: 'behavior', testIgnore: 'looks/**' },
    // Each theme and each width once.
    ...looks
      .filter(({ name }) => ['wide-light', 'narrow-dark'].includes(name))
      .map((look) => ({ ...look, testMatch: 'looks/**' })),
  ],
});
