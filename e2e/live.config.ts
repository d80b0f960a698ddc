import { defineConfig } from '@playwright/test';
import { common, looks } from './playwright.config';

/** Tests the live examples of the documentation, as `ng build live` built them. */
export default defineConfig(common, { testDir: 'live', fullyParallel: true, projects: looks });
