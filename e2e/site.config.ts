import { defineConfig } from '@playwright/test';
import { common, looks } from './playwright.config';

/** Tests of the built documentation site, in every theme and width. They need `npm run docs:site`. */
export default defineConfig(common, {
  testDir: 'site',
  fullyParallel: true,
  workers: 2,
  projects: looks,
});
