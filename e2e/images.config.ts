import { defineConfig } from '@playwright/test';
import { common, looks } from './playwright.config';

/** Writes the pictures of the documents, one after the other. */
export default defineConfig(common, {
  testDir: 'images',
  workers: 1,
  projects: looks.filter(({ name }) => name.startsWith('wide')),
  // Playwright inserts the style that hides the announcements, which the policy of the demo refuses.
  use: { bypassCSP: true },
});
