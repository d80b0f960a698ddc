import { defineConfig } from '@playwright/test';
import { common, looks } from './playwright.config';

/** Writes the pictures of the documents. One after the other, because some show how fast they are. */
export default defineConfig(common, { testDir: 'images', workers: 1, projects: looks });
