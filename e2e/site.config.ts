import { defineConfig } from '@playwright/test';
import { common, looks } from './playwright.config';

/** Tests the built documentation site in every theme and width. Requires `npm run docs:site`. */
export default defineConfig(common, {
  testDir: 'site',
  fullyParallel: true,
  workers: 2,
  projects: looks,
});
