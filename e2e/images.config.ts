import { defineConfig } from '@playwright/test';
import { common, looks } from './playwright.config';

/** Takes the pictures for the documents, one after the other. */
export default defineConfig(common, {
  testDir: 'images',
  workers: 1,
  projects: looks.filter(({ name }) => name.startsWith('wide')),
  // Playwright inserts the style that hides the announcements, but the content policy of the demo would block it.
  use: { bypassCSP: true },
});
