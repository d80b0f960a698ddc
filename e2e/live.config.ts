import { defineConfig } from '@playwright/test';
import { common, looks } from './playwright.config';

/** Tests the live examples of the documentation that `npm run docs:site` built. */
export default defineConfig(common, { testDir: 'live', fullyParallel: true, projects: looks });
