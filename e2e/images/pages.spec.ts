import { join } from 'node:path';
import { finishAnimations } from '../fixtures/matchers';
import { expect, test } from '../fixtures/test';
import { open, visits } from '../fixtures/visits';

const folder = join(__dirname, '../../docs/images');

for (const visit of visits) {
  test(visit.name, async ({ page, examples, viewport, colorScheme }) => {
    await open(examples, visit);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.mouse.move(0, 0);
    await finishAnimations(page);
    // The next measure, without the time that filling the page took. A slow machine may never reach it.
    const calm = () =>
      expect(examples.count('fps')).toHaveText(/^(5[89]|6\d)$/, { timeout: 1_500 });
    if (visit.name === 'scale') await calm().catch(() => undefined);
    await page.screenshot({
      path: join(folder, `${visit.name}-${colorScheme}-${viewport!.width}.png`),
      style: 'app-announcement { display: none !important }',
    });
  });
}
