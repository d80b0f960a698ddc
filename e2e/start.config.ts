import { defineConfig } from '@playwright/test';
import { common } from './playwright.config';

/** What `npm start` serves, in a browser. */
export default defineConfig(common, { testDir: 'start', workers: 1, timeout: 120_000 });
