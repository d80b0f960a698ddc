import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../fixtures/test';

test('shows sources that are those of the demo', async ({ page }) => {
  const folder = join(__dirname, '../../../src/app/data');
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  await page.goto('/examples');
  await expect(page.locator('[data-source]')).toHaveCount(5);
  const shown = await page.locator('[data-source]').allTextContents();
  for (const part of shown.flatMap((text) => text.split('\n\n'))) {
    const isSource = files.some((file) => file.includes(part.trim()));
    expect(isSource, `${folder} has: ${part}`).toBe(true);
  }
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('moves nothing', async ({ page, examples }) => {
    await page.goto('/examples');
    await examples.load('users');
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ effect }) => effect?.getTiming().duration).length,
    );
    expect(moving).toBe(0);
  });
});
