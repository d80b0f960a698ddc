import { join } from 'node:path';
import { finishAnimations } from '../fixtures/matchers';
import { test } from '../fixtures/test';
import { open, visits } from '../fixtures/visits';

const folder = join(__dirname, '../../docs/images');
/** The pages that the documents show. */
const shown = visits.filter(({ name }) => ['people', 'devtools'].includes(name));

for (const visit of shown) {
  test(visit.name, async ({ page, examples, colorScheme }) => {
    await open(examples, visit);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.mouse.move(0, 0);
    await finishAnimations(page);
    await page.screenshot({
      path: join(folder, `${visit.name}-${colorScheme}.jpg`),
      quality: 85,
      style: 'app-announcement { display: none !important }',
    });
  });
}
