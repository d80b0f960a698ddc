import { defineConfig } from '@playwright/test';
import { common } from './playwright.config';

const minute = 60_000;

/**
 * The soak test, which needs an idle computer, a check that the soak test finds faults, and visits to all pages that
 * must leave nothing behind. `SOAK_MINUTES=2` shortens the soak test.
 */
export default defineConfig(common, {
  testDir: 'soak',
  workers: 1,
  projects: [
    { name: 'leaks', testMatch: 'leaks.spec.ts' },
    { name: 'soak', testMatch: 'soak.spec.ts', timeout: 60 * minute },
    { name: 'prove', testMatch: 'prove.spec.ts', timeout: 5 * minute },
  ],
});
