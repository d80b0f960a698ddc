import { expect, test } from '../fixtures/test';
import { type Fault, run } from './run';

const minute = { warmUp: 40, seconds: 60, every: 5 };

test('finds nothing where nothing is wrong', async ({ page }) => {
  expect(await run(page, minute)).toEqual([]);
});

for (const [name, fault, found] of [
  ['a leak', 'leak', /^data is not flat/],
  ['a task of 60 ms', 'block', /^a task of [67]\d/],
  ['a stream that ends', 'cut', /updates a second/],
] as const satisfies readonly [string, Fault, RegExp][]) {
  test(`finds ${name}`, async ({ page }) => {
    expect(await run(page, minute, fault)).toContainEqual(expect.stringMatching(found));
  });
}
