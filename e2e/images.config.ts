import { defineConfig } from '@playwright/test';
import { common, looks } from './playwright.config';

// A development build, whose devtools know more.
process.env['DEMO_DIST'] ??= 'temp/demo';

/** Takes the screenshots for the documents, one after the other. */
export default defineConfig(common, {
  testDir: 'images',
  workers: 1,
  projects: looks.filter(({ name }) => name.startsWith('wide')),
  // Playwright inserts a style that hides the announcements. Without this option, the Content Security Policy would
  // block it.
  use: { bypassCSP: true },
});
