import { expect, test } from '../fixtures/test';
import { run } from './run';

const seconds = Number(process.env['SOAK_MINUTES'] ?? 10) * 60;

test('holds as much after minutes of updates as before, and blocks no frame', async ({ page }) => {
  const faults = await run(page, { warmUp: 120, seconds, every: Math.min(30, seconds / 10) });
  expect(faults).toEqual([]);
});
